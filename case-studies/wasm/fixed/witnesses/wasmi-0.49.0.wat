(module (func (param f32 f32) (result i32)
  i32.const 5 i32.const 6 local.get 0 local.get 1 f32.lt i32.eqz select))
