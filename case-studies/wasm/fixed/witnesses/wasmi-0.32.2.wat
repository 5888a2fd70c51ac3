(module (func (param i32 i32) (result i32 i32)
  local.get 1 local.get 0 i32.const 10 local.set 0 local.set 1
  local.get 1))
