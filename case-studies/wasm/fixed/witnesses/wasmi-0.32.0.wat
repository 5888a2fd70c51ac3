(module (func (param i32) (result i32) (local i32 i32)
  local.get 0 local.set 2 local.get 2 local.set 1
  local.get 1))
