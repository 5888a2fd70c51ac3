//! Pictures of JPEG as their segments.

use mutagen_core::Mutate;

/// A picture.
#[derive(Debug, Clone, Mutate)]
pub struct Picture {
    progressive: bool,
    size: Size,
    components: Vec<Component>,
    /// The same number for all coefficients.
    quantization: u8,
    /// The symbols of the codes, for direct and for alternating coefficients.
    codes: (Symbols, Symbols),
    restart_interval: Option<u16>,
    scans: Vec<Scan>,
}

/// Width and height.
#[derive(Debug, Clone, Mutate)]
pub struct Size(#[mutate(range = 1..=512)] u16, #[mutate(range = 1..=512)] u16);

/// A color: how many of its samples are in a unit of the picture, across and down.
#[derive(Debug, Clone, Mutate)]
pub struct Component(#[mutate(range = 1..=4)] u8, #[mutate(range = 1..=4)] u8);

/// The symbols of a code, each of which has four bits.
#[derive(Debug, Clone, Mutate)]
pub struct Symbols(#[mutate(max_len = 15)] Vec<u8>);

/// A part of the coefficients.
#[derive(Debug, Clone, Mutate)]
pub struct Scan {
    /// Of one color, or of all.
    component: Option<u8>,
    spectrum: (u8, u8),
    bits: u8,
    content: Vec<u8>,
}

fn push_segment(marker: u8, content: &[u8], bytes: &mut Vec<u8>) {
    let length = u16::try_from(content.len() + 2).expect("a short segment");
    bytes.extend([0xff, marker]);
    bytes.extend(length.to_be_bytes());
    bytes.extend(content);
}

impl Picture {
    /// The bytes of the picture.
    pub fn print(&self) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8];
        let mut table = vec![0];
        table.resize(65, self.quantization);
        push_segment(0xdb, &table, &mut bytes);

        let components = &self.components[..self.components.len().min(4)];
        let mut frame = vec![8];
        frame.extend(self.size.1.to_be_bytes());
        frame.extend(self.size.0.to_be_bytes());
        frame.push(components.len() as u8);
        for (index, Component(across, down)) in components.iter().enumerate() {
            frame.extend([index as u8 + 1, across << 4 | down, 0]);
        }
        push_segment(if self.progressive { 0xc2 } else { 0xc0 }, &frame, &mut bytes);

        for (class, Symbols(symbols)) in [(0, &self.codes.0), (0x10, &self.codes.1)] {
            let mut code = vec![class];
            code.extend((1..=16).map(|bits| if bits == 4 { symbols.len() as u8 } else { 0 }));
            code.extend(symbols);
            push_segment(0xc4, &code, &mut bytes);
        }
        if let Some(interval) = self.restart_interval {
            push_segment(0xdd, &interval.to_be_bytes(), &mut bytes);
        }
        for scan in &self.scans {
            let all = 1..=components.len() as u8;
            let chosen: Vec<u8> = scan.component.map_or(all.collect(), |chosen| vec![chosen]);
            let mut header = vec![chosen.len() as u8];
            chosen.iter().for_each(|&component| header.extend([component, 0]));
            header.extend([scan.spectrum.0, scan.spectrum.1, scan.bits]);
            push_segment(0xda, &header, &mut bytes);
            for &byte in &scan.content {
                bytes.push(byte);
                // A marker begins like this, so a zero says that it is none.
                if byte == 0xff {
                    bytes.push(0);
                }
            }
        }
        bytes.extend([0xff, 0xd9]);
        bytes
    }
}
