(module (func (param i32 i32) (result i32 i32 i32)
  local.get 0 local.get 1 i32.add
  local.get 0 local.get 1 i32.sub
  i32.const 0 select
  local.get 0 local.get 0 i32.mul
  local.get 1 local.get 1 i32.mul))
