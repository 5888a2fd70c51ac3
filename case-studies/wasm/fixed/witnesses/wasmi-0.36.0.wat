(module (type (func (param i32) (result i32))) (func (type 0)
  local.get 0 local.get 0
  block (type 0) local.tee 0 end
  drop))
