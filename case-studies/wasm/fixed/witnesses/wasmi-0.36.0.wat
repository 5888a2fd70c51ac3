(module (func (param i32 i32) (result i32)
  block (result i32) local.get 1 local.get 0 br_table 0 0 end))
