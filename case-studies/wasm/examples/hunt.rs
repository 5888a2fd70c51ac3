//! Throw-away.
use std::collections::BTreeMap;
use std::fs;
use wasm_face::{Call, Engine, Features, Value};
use wasm_face::outcome::Reference as Known;
use wasm_study::execute::{Execution, execute};
use wasm_syntax::*;
use ValType::*;

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize { (self.next() % n.max(1) as u64) as usize }
    fn chance(&mut self, n: usize) -> bool { self.below(n) == 0 }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T { let i = self.below(of.len()); of[i] }
    fn int(&mut self) -> i64 {
        match self.below(8) {
            0 => 0, 1 => 1, 2 => -1,
            3 => self.pick(&[i64::MIN, i64::MAX, i32::MIN as i64, i32::MAX as i64, u32::MAX as i64]),
            4 => (1i64 << self.below(64)).wrapping_add(self.below(3) as i64 - 1),
            5 => self.next() as i64,
            6 => self.below(300) as i64,
            _ => self.below(5) as i64,
        }
    }
    fn float(&mut self) -> f64 {
        match self.below(8) {
            0 => 0.0, 1 => -0.0, 2 => 1.0,
            3 => self.pick(&[f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX]),
            4 => self.pick(&[0.5, -0.5, 1.5, 2.5, -1.5, 4294967295.0, 4294967296.0, 2147483648.0, -2147483649.0, -2147483648.9, 4294967295.5, 9223372036854775808.0, 18446744073709551616.0, -0.9, -1.0, 1e10]),
            5 => f64::from_bits(self.next()),
            6 => self.int() as f64,
            _ => self.below(100) as f64 / 4.0 - 10.0,
        }
    }
}

struct Gen<'a> { r: Rng, c: Features, m: &'a mut Module, locals: Vec<ValType>, labels: Vec<Vec<ValType>>, depth: usize, left: usize, results: Vec<ValType> }

impl Gen<'_> {
    fn has(&self, f: Features) -> bool { self.c.contains(f) }
    fn ty(&mut self) -> ValType {
        let n = self.r.below(20);
        if n < 8 || !self.has(Features::FLOATS) && n < 12 { return I32 }
        if n < 14 || !self.has(Features::FLOATS) { return I64 }
        if n < 16 { return F32 }
        if n < 18 || !self.has(Features::REFERENCE_TYPES) { return F64 }
        if n < 19 { Ref(RefType::Func) } else { Ref(RefType::Extern) }
    }
    fn constant(&mut self, ty: ValType) -> Instr {
        match ty {
            I32 => Instr::I32Const(self.r.int() as i32),
            I64 => Instr::I64Const(self.r.int()),
            F32 => Instr::F32Const(self.r.float() as f32),
            F64 => Instr::F64Const(self.r.float()),
            Ref(RefType::Func) if self.r.chance(2) && !self.m.funcs.is_empty() => {
                let f = self.r.below(self.m.funcs.len()) as u32; Instr::Ref(RefOp::Const(RefConst::Func(f)))
            }
            Ref(t) => Instr::Ref(RefOp::Const(RefConst::Null(t))),
        }
    }
    fn push(&mut self, ty: ValType, st: &mut Vec<ValType>, out: &mut Vec<Instr>) {
        let of = |l: &[ValType]| l.iter().enumerate().filter(|(_, t)| **t == ty).map(|(i, _)| i as u32).collect::<Vec<_>>();
        let locals = of(&self.locals);
        let globals: Vec<u32> = self.m.globals.iter().enumerate().filter(|(_, g)| g.ty.value == ty).map(|(i, _)| i as u32).collect();
        let n = self.r.below(5);
        if n < 3 && !locals.is_empty() { let l = self.r.pick(&locals); out.push(Instr::LocalGet(l)); }
        else if n == 3 && !globals.is_empty() { let g = self.r.pick(&globals); out.push(Instr::GlobalGet(g)); }
        else { let i = self.constant(ty); out.push(i); }
        st.push(ty);
    }
    /// Makes these the top of the stack.
    fn need(&mut self, tys: &[ValType], st: &mut Vec<ValType>, out: &mut Vec<Instr>, dead: bool) {
        if dead && st.is_empty() && self.r.chance(2) { return }
        let mut k = tys.len();
        while k > 0 && !st.ends_with(&tys[..k]) { k -= 1; }
        for t in &tys[k..] { self.push(*t, st, out); }
    }
    fn take(&mut self, tys: &[ValType], st: &mut Vec<ValType>, out: &mut Vec<Instr>, dead: bool) {
        self.need(tys, st, out, dead);
        for _ in tys { st.pop(); }
    }
    fn marg(&mut self, nat: u8) -> MemArg {
        let offset = match self.r.below(8) { 0 => self.r.int() as u32, 1 => 65535 - self.r.below(10) as u32, 2 => u32::MAX, 3..=5 => 0, _ => self.r.below(20) as u32 };
        MemArg { align: self.r.below(nat as usize + 1) as u8, offset }
    }
    fn addr(&mut self, st: &mut Vec<ValType>, out: &mut Vec<Instr>, dead: bool) {
        if self.r.chance(2) { let v = match self.r.below(6) { 0 => 65536 - self.r.below(9) as i32, 1 => -1, _ => self.r.below(30) as i32 }; out.push(Instr::I32Const(v)); st.push(I32) } else { self.need(&[I32], st, out, dead) }
    }
    fn seq(&mut self, start: Vec<ValType>, results: Vec<ValType>, n: usize) -> Vec<Instr> {
        let mut st = start; let mut out = vec![]; let mut dead = false;
        for _ in 0..n { if self.left == 0 { break } self.left -= 1; self.step(&mut st, &mut out, &mut dead); }
        if st == results && self.r.chance(2) { return out }
        match self.r.below(5) {
            0 if !dead => { // jump out with junk below
                self.need(&results, &mut st, &mut out, dead);
                // only where label 0 takes the results: not for loops
                if self.labels.last() == Some(&results) { out.push(Instr::Br(0)); return out }
                self.settle(&mut st, &results, &mut out);
            }
            1 if dead => { // leave as many as fit
                while !results.ends_with(&st) { st.pop(); out.push(Instr::Drop); }
            }
            _ => self.settle(&mut st, &results, &mut out),
        }
        out
    }
    fn settle(&mut self, st: &mut Vec<ValType>, results: &[ValType], out: &mut Vec<Instr>) {
        while !results.starts_with(st) { let t = st.pop().unwrap(); self.pop_somewhere(t, out); }
        for t in &results[st.len()..].to_vec() { self.push(*t, st, out); }
    }
    fn pop_somewhere(&mut self, t: ValType, out: &mut Vec<Instr>) {
        let locals: Vec<u32> = self.locals.iter().enumerate().filter(|(_, l)| **l == t).map(|(i, _)| i as u32).collect();
        let globals: Vec<u32> = self.m.globals.iter().enumerate().filter(|(_, g)| g.ty.value == t && g.ty.mutable).map(|(i, _)| i as u32).collect();
        match self.r.below(4) {
            0 | 1 if !locals.is_empty() => out.push(Instr::LocalSet(self.r.pick(&locals))),
            2 if !globals.is_empty() => out.push(Instr::GlobalSet(self.r.pick(&globals))),
            _ => out.push(Instr::Drop),
        }
    }
    fn step(&mut self, st: &mut Vec<ValType>, out: &mut Vec<Instr>, dead: &mut bool) {
        let d = *dead;
        match self.r.below(44) {
            0..=3 => { let t = self.ty(); self.push(t, st, out) }
            4..=6 => { if let Some(t) = st.pop() { self.pop_somewhere(t, out) } else if d { out.push(Instr::Drop) } }
            7 => { if let Some(t) = st.last().copied() { let ls: Vec<u32> = self.locals.iter().enumerate().filter(|(_, l)| **l == t).map(|(i, _)| i as u32).collect(); if !ls.is_empty() { out.push(Instr::LocalTee(self.r.pick(&ls))) } } }
            8 | 9 => { // int bin
                let w = self.r.pick(&Width::ALL); let t = if w == Width::W32 { I32 } else { I64 };
                self.take(&[t, t], st, out, d); let o = self.r.pick(IntBinOp::ALL); out.push(Instr::IntBin(w, o)); st.push(t);
            }
            10 | 11 => { let w = self.r.pick(&Width::ALL); let t = if w == Width::W32 { I32 } else { I64 };
                self.take(&[t, t], st, out, d); let o = self.r.pick(IntRelOp::ALL); out.push(Instr::IntRel(w, o)); st.push(I32); }
            12 => { let w = self.r.pick(&Width::ALL); let t = if w == Width::W32 { I32 } else { I64 };
                self.take(&[t], st, out, d); if self.r.chance(2) { let o = self.r.pick(IntUnOp::ALL); out.push(Instr::IntUn(w, o)); st.push(t) } else { out.push(Instr::IntTest(w)); st.push(I32) } }
            13 | 14 if self.has(Features::FLOATS) => { let w = self.r.pick(&Width::ALL); let t = if w == Width::W32 { F32 } else { F64 };
                match self.r.below(3) {
                    0 => { self.take(&[t], st, out, d); let o = self.r.pick(FloatUnOp::ALL); out.push(Instr::FloatUn(w, o)); st.push(t) }
                    1 => { self.take(&[t, t], st, out, d); let o = self.r.pick(FloatBinOp::ALL); out.push(Instr::FloatBin(w, o)); st.push(t) }
                    _ => { self.take(&[t, t], st, out, d); let o = self.r.pick(FloatRelOp::ALL); out.push(Instr::FloatRel(w, o)); st.push(I32) }
                } }
            15 | 16 => { let o = self.r.pick(ConvertOp::ALL); let n = o.name();
                let p = |s: &str| match s { "i32" => I32, "i64" => I64, "f32" => F32, _ => F64 };
                let to = p(&n[..3]); let from = ["i32", "i64", "f32", "f64"].into_iter().map(|t| (n[4..].find(t), t)).filter(|(x, _)| x.is_some()).map(|(_, t)| p(t)).next().unwrap();
                if !self.has(Features::FLOATS) && [to, from].iter().any(|t| matches!(t, F32 | F64)) { return }
                self.take(&[from], st, out, d); out.push(Instr::Convert(o)); st.push(to) }
            17 if self.has(Features::SIGN_EXTENSION) => { let o = self.r.pick(ExtendOp::ALL); let t = if o.name().starts_with("i32") { I32 } else { I64 };
                self.take(&[t], st, out, d); out.push(Instr::Extend(o)); st.push(t) }
            18 if self.has(Features::SATURATING_TRUNCATION) => { let o = self.r.pick(SaturateOp::ALL); let to = if o.name().starts_with("i32") { I32 } else { I64 }; let from = if o.name().contains("f32") { F32 } else { F64 };
                self.take(&[from], st, out, d); out.push(Instr::Saturate(o)); st.push(to) }
            19 => { let t = match st.last() { Some(t) if st.len() > 1 => *t, _ => self.ty() };
                self.take(&[t, t, I32], st, out, d);
                if matches!(t, Ref(_)) || self.has(Features::REFERENCE_TYPES) && self.r.chance(3) { out.push(Instr::Ref(RefOp::Select(t))) } else { out.push(Instr::Select) } st.push(t) }
            20..=23 if self.depth < 4 => { // blocks
                let kind = self.r.below(3);
                let (bt, params, results) = match self.r.below(4) {
                    0 => (BlockType::Empty, vec![], vec![]),
                    1 if self.has(Features::MULTI_VALUE) => { let i = self.r.below(self.m.types.len()); let t = self.m.types[i].clone(); (BlockType::Index(i as u32), t.params, t.results) }
                    _ => { let t = self.ty(); (BlockType::Value(t), vec![], vec![t]) }
                };
                if kind == 2 { let mut p = params.clone(); p.push(I32); self.take(&p, st, out, d) } else { self.take(&params, st, out, d) }
                self.labels.push(if kind == 1 { params.clone() } else { results.clone() }); self.depth += 1;
                let n = self.r.below(8);
                let body = self.seq(params.clone(), results.clone(), n);
                let i = match kind { 0 => Instr::Block(bt, body), 1 => Instr::Loop(bt, body), _ => {
                    let n = self.r.below(6); let other = self.seq(params.clone(), results.clone(), n);
                    Instr::If(bt, body, other) } };
                self.labels.pop(); self.depth -= 1;
                out.push(i); st.extend(results);
            }
            24 | 25 => { let l = self.r.below(self.labels.len()); let tys = self.labels[self.labels.len() - 1 - l].clone();
                let mut p = tys.clone(); p.push(I32); self.take(&p, st, out, d); out.push(Instr::BrIf(l as u32)); st.extend(tys) }
            26 => { let l = self.r.below(self.labels.len()); let tys = self.labels[self.labels.len() - 1 - l].clone();
                self.need(&tys, st, out, d); out.push(Instr::Br(l as u32)); st.clear(); *dead = true }
            27 => { let l = self.r.below(self.labels.len()); let tys = self.labels[self.labels.len() - 1 - l].clone();
                let same: Vec<u32> = (0..self.labels.len()).filter(|i| self.labels[self.labels.len() - 1 - i] == tys).map(|i| i as u32).collect();
                let n = self.r.below(4); let ls = (0..n).map(|_| self.r.pick(&same)).collect();
                let mut p = tys.clone(); p.push(I32); self.need(&p, st, out, d); out.push(Instr::BrTable(ls, l as u32)); st.clear(); *dead = true }
            28 if self.r.chance(3) => { if self.r.chance(3) { out.push(Instr::Unreachable) } else { let r = self.results.clone(); self.need(&r, st, out, d); out.push(Instr::Return) } st.clear(); *dead = true }
            29 | 30 => { let f = self.r.below(self.m.funcs.len()); let t = self.m.types[self.m.funcs[f].ty as usize].clone();
                self.take(&t.params, st, out, d); out.push(Instr::Call(f as u32)); st.extend(t.results) }
            31 if !self.m.tables.is_empty() => { let i = self.r.below(self.m.types.len()); let t = self.m.types[i].clone();
                self.take(&t.params, st, out, d); let n = self.r.below(5) as i32; out.push(Instr::I32Const(n)); 
                let tb: Vec<u32> = self.m.tables.iter().enumerate().filter(|(_, t)| t.element == RefType::Func).map(|(i, _)| i as u32).collect();
                let tb = self.r.pick(&tb);
                out.push(if tb == 0 { Instr::CallIndirect(i as u32) } else { Instr::Ref(RefOp::CallIndirect { ty: i as u32, table: tb }) }); st.extend(t.results) }
            32 | 33 if !self.m.memories.is_empty() => { let o = self.r.pick(LoadOp::ALL); let n = o.name(); let t = match &n[..3] { "i32" => I32, "i64" => I64, "f32" => F32, _ => F64 };
                if !self.has(Features::FLOATS) && n.starts_with('f') { return }
                self.addr(st, out, d); st.pop(); let m = self.marg(o.natural_align()); out.push(Instr::Load(o, m)); st.push(t) }
            34 | 35 if !self.m.memories.is_empty() => { let o = self.r.pick(StoreOp::ALL); let n = o.name(); let t = match &n[..3] { "i32" => I32, "i64" => I64, "f32" => F32, _ => F64 };
                if !self.has(Features::FLOATS) && n.starts_with('f') { return }
                self.addr(st, out, d); self.push(t, st, out); st.pop(); st.pop(); let m = self.marg(o.natural_align()); out.push(Instr::Store(o, m)) }
            36 if !self.m.memories.is_empty() => { if self.r.chance(2) { out.push(Instr::MemorySize); st.push(I32) } else { let n = self.r.below(3) as i32; out.push(Instr::I32Const(n)); out.push(Instr::MemoryGrow); st.push(I32) } }
            37 | 38 if self.has(Features::BULK_MEMORY) => {
                let mut three = |g: &mut Self, st: &mut Vec<ValType>| for _ in 0..3 { if g.r.chance(3) { g.push(I32, st, out); st.pop(); } else { let v = g.r.below(12) as i32; out.push(Instr::I32Const(v)) } };
                let mem = !self.m.memories.is_empty(); let nd = self.m.datas.len(); let ne = self.m.elems.len(); let nt = self.m.tables.len();
                match self.r.below(7) {
                    0 if mem => { three(self, st); out.push(Instr::Bulk(BulkOp::MemoryCopy)) }
                    1 if mem => { three(self, st); out.push(Instr::Bulk(BulkOp::MemoryFill)) }
                    2 if mem && nd > 0 => { three(self, st); let i = self.r.below(nd) as u32; out.push(Instr::Bulk(BulkOp::MemoryInit(i))) }
                    3 if nd > 0 => { let i = self.r.below(nd) as u32; out.push(Instr::Bulk(BulkOp::DataDrop(i))) }
                    4 if nt > 0 => { let a = self.r.below(nt); let b = self.r.below(nt); if self.m.tables[a].element == self.m.tables[b].element { three(self, st); out.push(Instr::Bulk(BulkOp::TableCopy { to: a as u32, from: b as u32 })) } }
                    5 if nt > 0 && ne > 0 => { let a = self.r.below(nt); let e = self.r.below(ne); let et = match &self.m.elems[e].items { ElemItems::Funcs(_) => RefType::Func, ElemItems::Exprs(t, _) => *t };
                        if self.m.tables[a].element == et { three(self, st); out.push(Instr::Bulk(BulkOp::TableInit { table: a as u32, elem: e as u32 })) } }
                    6 if ne > 0 => { let i = self.r.below(ne) as u32; out.push(Instr::Bulk(BulkOp::ElemDrop(i))) }
                    _ => {}
                } }
            39 | 40 if self.has(Features::REFERENCE_TYPES) && !self.m.tables.is_empty() => {
                let i = self.r.below(self.m.tables.len()); let t = Ref(self.m.tables[i].element);
                let o = self.r.pick(TableOp::ALL);
                match o {
                    TableOp::Get => { self.take(&[I32], st, out, d); st.push(t) }
                    TableOp::Set => { self.take(&[I32, t], st, out, d) }
                    TableOp::Size => st.push(I32),
                    TableOp::Grow => { self.take(&[t], st, out, d); let n = self.r.below(3) as i32; out.push(Instr::I32Const(n)); st.push(I32) }
                    TableOp::Fill => { self.take(&[I32, t], st, out, d); let n = self.r.below(4) as i32; out.push(Instr::I32Const(n)) }
                }
                out.push(Instr::Ref(RefOp::Table(o, i as u32))) }
            41 if self.has(Features::REFERENCE_TYPES) => { let t = if self.r.chance(2) { RefType::Func } else { RefType::Extern }; self.take(&[Ref(t)], st, out, d); out.push(Instr::Ref(RefOp::IsNull)); st.push(I32) }
            42 => out.push(Instr::Nop),
            _ => {}
        }
    }
}

fn module(seed: u64, c: Features) -> (Module, Vec<(usize, Vec<Value>)>) {
    let mut m = Module::EMPTY;
    let mut g = Gen { r: Rng(seed), c, m: &mut m, locals: vec![], labels: vec![], depth: 0, left: 0, results: vec![] };
    let nt = 1 + g.r.below(4);
    for _ in 0..nt {
        let p = g.r.below(4); let r = if c.contains(Features::MULTI_VALUE) { g.r.below(4) } else { g.r.below(2) };
        let params = (0..p).map(|_| g.ty()).collect(); let results = (0..r).map(|_| g.ty()).collect();
        g.m.types.push(FuncType { params, results });
    }
    let nf = 1 + g.r.below(3);
    for _ in 0..nf { let ty = g.r.below(nt) as u32; let n = g.r.below(4); let locals = (0..n).map(|_| g.ty()).collect(); g.m.funcs.push(Func { ty, locals, body: vec![] }); }
    let refs = c.contains(Features::REFERENCE_TYPES); let bulk = c.contains(Features::BULK_MEMORY);
    let tables = if refs { g.r.below(4) } else { g.r.below(2) };
    for i in 0..tables { let min = g.r.below(5) as u32; let element = if refs && i > 0 && g.r.chance(2) { RefType::Extern } else { RefType::Func };
        let max = g.r.chance(3).then(|| min + g.r.below(4) as u32); g.m.tables.push(TableType { element, size: Limits { min, max } }) }
    if !g.r.chance(4) { let min = g.r.below(3) as u32; let max = g.r.chance(3).then(|| min + g.r.below(3) as u32); g.m.memories.push(Limits { min, max }) }
    for _ in 0..g.r.below(4) { let t = g.ty(); let mutable = !g.r.chance(4);
        let init = match g.constant(t) { Instr::I32Const(v) => ConstExpr::I32(v), Instr::I64Const(v) => ConstExpr::I64(v), Instr::F32Const(v) => ConstExpr::F32(v), Instr::F64Const(v) => ConstExpr::F64(v), Instr::Ref(RefOp::Const(r)) => ConstExpr::Ref(r), _ => unreachable!() };
        g.m.globals.push(Global { ty: GlobalType { value: t, mutable }, init }) }
    if tables > 0 || bulk { for _ in 0..g.r.below(3) {
        let n = g.r.below(4); let items = (0..n).map(|_| g.r.below(nf) as u32).collect();
        let mode = match g.r.below(3) { 0 if bulk => ElemMode::Passive, 1 if bulk && refs => ElemMode::Declared, _ if tables > 0 => ElemMode::Active { table: 0, offset: ConstExpr::I32(g.r.below(3) as i32) }, _ => continue };
        let items = if refs && g.r.chance(3) { ElemItems::Exprs(RefType::Func, (0..n).map(|_| if g.r.chance(3) { ElemExpr::Null } else { ElemExpr::Func(g.r.below(nf) as u32) }).collect()) } else { ElemItems::Funcs(items) };
        g.m.elems.push(Elem { mode, items }) } }
    let mem = !g.m.memories.is_empty();
    if mem || bulk { for _ in 0..g.r.below(3) {
        let n = g.r.below(9); let init = (0..n).map(|_| g.r.next() as u8).collect();
        let mode = if bulk && (!mem || g.r.chance(2)) { DataMode::Passive } else { DataMode::Active { memory: 0, offset: ConstExpr::I32(if g.r.chance(8) { g.r.int() as i32 } else { g.r.below(20) as i32 }) } };
        g.m.datas.push(Data { mode, init }) } }
    if refs { for _ in 0..g.r.below(2) {
        let t = if g.r.chance(2) { RefType::Extern } else { RefType::Func };
        let tb: Vec<u32> = g.m.tables.iter().enumerate().filter(|(_, x)| x.element == t).map(|(i, _)| i as u32).collect();
        let mode = match g.r.below(3) { 0 => ElemMode::Passive, 1 => ElemMode::Declared, _ if !tb.is_empty() => ElemMode::Active { table: g.r.pick(&tb), offset: ConstExpr::I32(g.r.below(4) as i32) }, _ => ElemMode::Passive };
        let n = g.r.below(4);
        let items = ElemItems::Exprs(t, (0..n).map(|_| if t == RefType::Func && g.r.chance(2) { ElemExpr::Func(g.r.below(nf) as u32) } else { ElemExpr::Null }).collect());
        g.m.elems.push(Elem { mode, items }) } }
    if g.r.chance(6) { if let Some(f) = (0..nf).find(|f| { let t = &g.m.types[g.m.funcs[*f].ty as usize]; t.params.is_empty() && t.results.is_empty() }) { g.m.start = Some(f as u32) } }
    if c.contains(Features::EXTENDED_CONST) && g.r.chance(4) {
        let w = g.r.pick(&Width::ALL); let (t, a, b) = if w == Width::W32 { (I32, Instr::I32Const(g.r.int() as i32), Instr::I32Const(g.r.int() as i32)) } else { (I64, Instr::I64Const(g.r.int()), Instr::I64Const(g.r.int())) };
        let o = g.r.pick(&[IntBinOp::Add, IntBinOp::Sub, IntBinOp::Mul]);
        g.m.globals.push(Global { ty: GlobalType { value: t, mutable: true }, init: ConstExpr::Other(vec![a, b, Instr::IntBin(w, o)]) }) }
    for f in 0..nf {
        let t = g.m.types[g.m.funcs[f].ty as usize].clone();
        g.locals = t.params.iter().chain(&g.m.funcs[f].locals).copied().collect();
        g.labels = vec![t.results.clone()]; g.results = t.results.clone(); g.depth = 0; g.left = 40;
        let n = 1 + g.r.below(14);
        let body = g.seq(vec![], t.results.clone(), n);
        g.m.funcs[f].body = body;
    }
    let mut calls = vec![];
    for _ in 0..1 + g.r.below(4) { let f = g.r.below(nf); let t = g.m.types[g.m.funcs[f].ty as usize].clone();
        let args = t.params.iter().map(|t| match t { I32 => Value::I32(g.r.int() as i32), I64 => Value::I64(g.r.int()), F32 => Value::F32((g.r.float() as f32).to_bits()), F64 => Value::F64(g.r.float().to_bits()), Ref(RefType::Func) => Value::Func(Known::Null), _ => Value::Extern(Known::Null) }).collect();
        calls.push((f, args)) }
    (m, calls)
}

fn kind(engine: &dyn Engine, m: &Module, calls: &[(usize, Vec<Value>)]) -> Option<(String, String)> {
    let (e, names) = m.exporting_all();
    let named: Vec<(String, &[Value])> = calls.iter().map(|(f, a)| (names.function(*f), &a[..])).collect();
    let calls: Vec<Call<'_>> = named.iter().map(|(n, a)| Call { name: n, args: a }).collect();
    match execute(engine, &e, &calls, true) {
        Execution::Validity(d) => Some((d.kind(), d.to_string())),
        Execution::Differ(r) => Some((r.difference.kind.clone(), r.to_string())),
        Execution::Agree(e) => { TALLY.with_borrow_mut(|t| *t.entry(format!("{e:?}")).or_insert(0) += 1); None }
        _ => { TALLY.with_borrow_mut(|t| *t.entry("Discarded".into()).or_insert(0) += 1); None }
    }
}
thread_local! { static TALLY: std::cell::RefCell<BTreeMap<String, usize>> = Default::default(); }

/// All bodies one step smaller.
fn smaller(body: &[Instr]) -> Vec<Vec<Instr>> {
    let mut all = vec![];
    for size in [8, 4, 3, 2, 1] { if size <= body.len() { for i in 0..=body.len() - size { let mut b = body.to_vec(); b.drain(i..i + size); all.push(b) } } }
    for (i, x) in body.iter().enumerate() {
        let mut with = |y: Vec<Instr>| { let mut b = body.to_vec(); b.splice(i..=i, y); all.push(b) };
        match x {
            Instr::Block(t, b) => { with(b.clone()); for s in smaller(b) { with(vec![Instr::Block(*t, s)]) } }
            Instr::Loop(t, b) => { with(b.clone()); with(vec![Instr::Block(*t, b.clone())]); for s in smaller(b) { with(vec![Instr::Loop(*t, s)]) } }
            Instr::If(t, a, b) => { with([vec![Instr::Drop], a.clone()].concat()); with([vec![Instr::Drop], b.clone()].concat());
                for s in smaller(a) { with(vec![Instr::If(*t, s, b.clone())]) } for s in smaller(b) { with(vec![Instr::If(*t, a.clone(), s)]) } }
            Instr::LocalGet(_) | Instr::GlobalGet(_) | Instr::MemorySize => { with(vec![Instr::I32Const(0)]); with(vec![Instr::I64Const(0)]); with(vec![Instr::F32Const(0.0)]); with(vec![Instr::F64Const(0.0)]); }
            Instr::I32Const(v) if *v != 0 => { with(vec![Instr::I32Const(0)]); with(vec![Instr::I32Const(1)]); with(vec![Instr::I32Const(v / 2)]); }
            Instr::I64Const(v) if *v != 0 => { with(vec![Instr::I64Const(0)]); with(vec![Instr::I64Const(1)]); with(vec![Instr::I64Const(v / 2)]); }
            Instr::F32Const(v) if v.to_bits() != 0 => { with(vec![Instr::F32Const(0.0)]); with(vec![Instr::F32Const(1.0)]); }
            Instr::F64Const(v) if v.to_bits() != 0 => { with(vec![Instr::F64Const(0.0)]); with(vec![Instr::F64Const(1.0)]); }
            Instr::BrTable(l, d) if !l.is_empty() => with(vec![Instr::BrTable(l[1..].to_vec(), *d)]),
            Instr::BrTable(_, d) => with(vec![Instr::Drop, Instr::Br(*d)]),
            Instr::LocalTee(l) => with(vec![Instr::LocalSet(*l)]),
            Instr::Load(o, a) if a.offset != 0 => with(vec![Instr::Load(*o, MemArg { align: 0, offset: 0 })]),
            Instr::Store(o, a) if a.offset != 0 => with(vec![Instr::Store(*o, MemArg { align: 0, offset: 0 })]),
            Instr::Call(_) | Instr::CallIndirect(_) => with(vec![]),
            _ => {}
        }
    }
    all
}

fn shrink(engine: &dyn Engine, mut m: Module, mut calls: Vec<(usize, Vec<Value>)>, want: &str) -> (Module, Vec<(usize, Vec<Value>)>) {
    let left = std::cell::Cell::new(6000);
    let is = |m: &Module, c: &[(usize, Vec<Value>)]| { if left.get() == 0 { return false } left.set(left.get() - 1); kind(engine, m, c).is_some_and(|(k, _)| k == want) };
    loop {
        let mut done = true;
        macro_rules! attempt { ($m:expr, $c:expr) => {{ let (nm, nc) = ($m, $c); if is(&nm, &nc) { m = nm; calls = nc; done = false; true } else { false } }} }
        let mut i = 0;
        while i < calls.len() { let mut c = calls.clone(); c.remove(i); if !attempt!(m.clone(), c) { i += 1 } }
        for (i, (_, a)) in calls.clone().iter().enumerate() { for (j, v) in a.iter().enumerate() {
            let z = match v { Value::I32(x) if *x != 0 => Value::I32(if x.abs_diff(0) > 1 { x / 2 } else { 0 }), Value::I64(x) if *x != 0 => Value::I64(x / 2), Value::F32(x) if *x != 0 => Value::F32(0), Value::F64(x) if *x != 0 => Value::F64(0), _ => continue };
            let mut c = calls.clone(); if j < c.get(i).map_or(0, |c| c.1.len()) { c[i].1[j] = z; attempt!(m.clone(), c); } } }
        macro_rules! list { ($f:ident) => { let mut i = m.$f.len(); while i > 0 { i -= 1; let mut n = m.clone(); n.$f.remove(i); attempt!(n, calls.clone()); } } }
        list!(datas); list!(elems); list!(exports); list!(globals); list!(memories); list!(tables); 
        if m.start.is_some() { let mut n = m.clone(); n.start = None; attempt!(n, calls.clone()); }
        for f in (0..m.funcs.len()).rev() {
            if calls.iter().all(|(g, _)| *g < f) { let mut n = m.clone(); n.funcs.remove(f); if attempt!(n, calls.clone()) { continue } }
            // drop parameters and results that are not needed
            'again: loop {
                let mut cands = smaller(&m.funcs[f].body);
                cands.sort_by_key(|b| size(b));
                for b in cands { let mut n = m.clone(); n.funcs[f].body = b; if attempt!(n, calls.clone()) { continue 'again } }
                break;
            }
            let mut i = m.funcs[f].locals.len(); while i > 0 { i -= 1; let mut n = m.clone(); n.funcs[f].locals.remove(i); attempt!(n, calls.clone()); }
            let mut n = m.clone(); let t = n.funcs[f].ty as usize; let nt = FuncType { params: vec![], ..n.types[t].clone() }; 
            if !n.types[t].params.is_empty() { n.types.push(nt); n.funcs[f].ty = n.types.len() as u32 - 1; let c: Vec<_> = calls.iter().map(|(g, a)| (*g, if *g == f { vec![] } else { a.clone() })).collect(); attempt!(n, c); }
            let mut n = m.clone(); let t = n.funcs[f].ty as usize; let nt = FuncType { results: vec![], ..n.types[t].clone() };
            if !n.types[t].results.is_empty() { n.types.push(nt); n.funcs[f].ty = n.types.len() as u32 - 1; 
                let mut n2 = n.clone(); n2.funcs[f].body.push(Instr::Drop); if !attempt!(n, calls.clone()) { attempt!(n2, calls.clone()); } }
        }
        let mut i = m.types.len(); while i > 0 { i -= 1; let mut n = m.clone(); if n.types.len() > 1 && n.funcs.iter().all(|f| f.ty < i as u32) { n.types.remove(i); attempt!(n, calls.clone()); } else if n.types.len() > 1 && n.funcs.iter().all(|f| f.ty != i as u32) { n.types.remove(i); for f in &mut n.funcs { if f.ty > i as u32 { f.ty -= 1 } } attempt!(n, calls.clone()); } }
        if done { return (m, calls) }
    }
}
fn size(b: &[Instr]) -> usize { b.iter().map(|i| 1 + match i { Instr::Block(_, b) | Instr::Loop(_, b) => size(b), Instr::If(_, a, b) => size(a) + size(b), _ => 0 }).sum() }

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let engine = wasm_engine::named(&a[1]).unwrap();
    let (from, count): (u64, u64) = (a[2].parse().unwrap(), a[3].parse().unwrap());
    if std::env::var_os("LOUD").is_none() { std::panic::set_hook(Box::new(|_| {})); }
    let claims = engine.about().claims;
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let log = format!("/tmp/w/e2/now-{}", a[1]);
    let mut ran = 0;
    let avoid: Vec<String> = std::env::var("AVOID").unwrap_or_default().split(',').filter(|x| !x.is_empty()).map(str::to_owned).collect();
    if a.get(4).is_some_and(|x| x == "bytes") {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut best: BTreeMap<String, usize> = BTreeMap::new();
        for seed in from..from + count {
            let (m, _) = module(seed.wrapping_mul(0x2545f4914f6cdd1d), claims);
            let mut base = vec![]; encode(&m, &mut base);
            let mut r = Rng(seed);
            for _ in 0..20 {
                let mut b = base.clone();
                for _ in 0..1 + r.below(3) { let at = 8 + r.below(b.len().max(9) - 8); match r.below(4) { 0 if at < b.len() => { b.remove(at); } 1 => b.insert(at.min(b.len()), r.next() as u8), 2 if at < b.len() => b[at] = r.pick(&[0, 1, 0x7f, 0x80, 0x40, 0x70, 0x6f, 0x0b]), _ => if at < b.len() { b[at] = r.next() as u8 } } }
                fs::write(&log, &b).unwrap();
                if let wasm_validity::Comparison::Differ(d) = wasm_validity::compare_bytes(engine, &b) {
                    let k = d.kind(); *seen.entry(k.clone()).or_insert(0) += 1;
                    if best.get(&k).is_none_or(|x| *x > b.len()) { best.insert(k.clone(), b.len()); println!("== {} seed {seed} kind {k}\n{d}", a[1]); }
                }
            }
        }
        for (k, n) in &seen { println!("{n:6} {k}") }
        return;
    }
    for seed in from..from + count {
        let (m, calls) = module(seed.wrapping_mul(0x2545f4914f6cdd1d), claims);
        fs::write(&log, seed.to_string()).unwrap();
        if a.get(4).is_some_and(|x| x == "show") {
            let (e, _) = m.exporting_all(); println!("{}\n{calls:?}", wat::wat(&e));
            use wasm_face::Engine as _; let mut b = vec![]; encode(&e, &mut b);
            println!("{:?}", wasm_study::Reference(claims).explain(&b));
        }
        if !avoid.is_empty() { let t = wat::wat(&m); if avoid.iter().any(|x| t.contains(x)) { continue } }
        ran += 1;
        if let Some((k, _)) = kind(engine, &m, &calls) {
            let entry = kinds.entry(k.clone()).or_insert((0, usize::MAX)); entry.0 += 1;
            if entry.0 <= 4 {
                let (m, calls) = shrink(engine, m, calls, &k);
                let size: usize = m.funcs.iter().map(|f| size(&f.body)).sum::<usize>() * 10 + m.types.len() + m.globals.len() + m.memories.len();
                let best = kinds[&k].1;
                if size < best {
                    kinds.get_mut(&k).unwrap().1 = size;
                    let (_, text) = kind(engine, &m, &calls).unwrap();
                    println!("== {} seed {seed} kind {k}\n{calls:?}\n{text}", a[1]);
                }
            }
        }
    }
    println!("== {} ran {ran} {:?}", a[1], TALLY.take());
    for (k, (n, _)) in &kinds { println!("{n:6} {k}") }
}
