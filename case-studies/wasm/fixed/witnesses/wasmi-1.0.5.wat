(module (func (param i32) (result i32) (local i32)
  local.get 0
  loop
    i32.const 9 local.set 0
    local.get 1 i32.eqz local.tee 1 br_if 0
  end))
