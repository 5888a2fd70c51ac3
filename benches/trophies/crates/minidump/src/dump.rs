//! A dump: a header, a directory and streams, printed to bytes.

use mutagen_core::Mutate;

/// A dump.
#[derive(Debug, Clone, Mutate)]
pub struct Dump {
    /// The order of the bytes of a number.
    pub big_endian: bool,
    /// What is dumped.
    #[mutate(max_len = 8)]
    pub streams: Vec<Stream>,
}

/// A stream of a dump.
#[derive(Debug, Clone, Mutate)]
pub enum Stream {
    /// Regions of memory.
    Memory(Vec<Region>),
    /// What Linux knows of the regions of memory.
    LinuxMaps(Vec<Map>),
    /// Why the system ended the process.
    MacCrash(MacCrash),
    /// Any stream.
    Other {
        /// The kind of the stream.
        kind: u32,
        /// The data.
        data: Bytes,
    },
}

/// A region of memory and the bytes in it.
#[derive(Debug, Clone, Mutate)]
pub struct Region {
    /// Where it starts.
    pub start: u64,
    /// What it has.
    pub data: Bytes,
}

/// A line of `/proc/self/maps`.
#[derive(Debug, Clone, Mutate)]
pub struct Map {
    /// The first and the last address.
    pub range: (u64, u64),
    /// Whether the process may read, write and execute.
    pub permissions: (bool, bool, bool),
    /// Where the region starts in its file.
    pub offset: u32,
    /// The file.
    pub file: File,
}

/// What a region of memory belongs to.
#[derive(Debug, Clone, Mutate)]
pub enum File {
    /// No file.
    None,
    /// The stack.
    Stack,
    /// The stack of a thread.
    ThreadStack(u32),
    /// A file.
    Path(#[mutate(max_len = 8)] String),
    /// A file that has been deleted.
    Deleted(#[mutate(max_len = 8)] String),
}

/// Why the system ended the process: records, and how many they are.
#[derive(Debug, Clone, Mutate)]
pub struct MacCrash {
    /// How many records the stream claims to have.
    pub count: u32,
    /// Where the texts start in a record.
    pub start_of_texts: u32,
    /// The records. There is room for 20 of them.
    #[mutate(max_len = 20)]
    pub records: Vec<Record>,
}

/// A record of a crash.
#[derive(Debug, Clone, Mutate)]
pub struct Record {
    /// The version of the record.
    pub version: u64,
    /// Numbers and texts.
    pub data: Bytes,
}

/// Any bytes.
#[derive(Debug, Clone, Mutate)]
pub struct Bytes(#[mutate(max_len = 64)] pub Vec<u8>);

/// What the printer of a dump has printed so far.
struct Printer {
    big_endian: bool,
    /// The bytes after the directory, which start at this offset of the file.
    start: usize,
    bytes: Vec<u8>,
}

const MAC_CRASH: u32 = 0x4d7a_0001;
const LINUX_MAPS: u32 = 0x4767_0009;
const MEMORY: u32 = 5;

impl Dump {
    /// The bytes of the dump.
    pub fn print(&self) -> Vec<u8> {
        let start = 32 + 12 * self.streams.len();
        let mut printer = Printer { big_endian: self.big_endian, start, bytes: Vec::new() };
        let mut out = Vec::new();
        for number in [0x504d_444d, 0xa793, self.streams.len() as u32, 32, 0, 0, 0, 0] {
            out.extend(printer.u32(number));
        }
        for stream in &self.streams {
            let (kind, data) = stream.print(&mut printer);
            let location = printer.place(&data);
            out.extend(printer.u32(kind));
            out.extend(location);
        }
        out.extend(printer.bytes);
        out
    }
}

impl Stream {
    /// The kind of the stream and its data. What the data refers to is printed at once.
    fn print(&self, printer: &mut Printer) -> (u32, Vec<u8>) {
        let mut data = Vec::new();
        match self {
            Stream::Memory(regions) => {
                data.extend(printer.u32(regions.len() as u32));
                for Region { start, data: Bytes(bytes) } in regions {
                    data.extend(printer.u64(*start));
                    data.extend(printer.place(bytes));
                }
                (MEMORY, data)
            }
            Stream::LinuxMaps(maps) => {
                (LINUX_MAPS, maps.iter().flat_map(|map| map.print().into_bytes()).collect())
            }
            Stream::MacCrash(crash) => {
                for number in [MAC_CRASH, crash.count, crash.start_of_texts] {
                    data.extend(printer.u32(number));
                }
                for Record { version, data: Bytes(bytes) } in &crash.records {
                    let mut record = printer.u64(MAC_CRASH.into()).to_vec();
                    record.extend(printer.u64(*version));
                    record.extend(bytes);
                    data.extend(printer.place(&record));
                }
                data.resize(12 + 20 * 8, 0);
                (MAC_CRASH, data)
            }
            Stream::Other { kind, data: Bytes(bytes) } => (*kind, bytes.clone()),
        }
    }
}

impl Map {
    fn print(&self) -> String {
        let flag = |may: bool, letter| if may { letter } else { '-' };
        let (read, write, execute) = self.permissions;
        let permissions = [flag(read, 'r'), flag(write, 'w'), flag(execute, 'x'), 'p'];
        let file = match &self.file {
            File::None => String::new(),
            File::Stack => "[stack]".to_owned(),
            File::ThreadStack(thread) => format!("[stack:{thread}]"),
            File::Path(path) => path.clone(),
            File::Deleted(path) => format!("{path} (deleted)"),
        };
        let (first, last) = self.range;
        let permissions = String::from_iter(permissions);
        format!("{first:x}-{last:x} {permissions} {:08x} 00:00 0 {file}\n", self.offset)
    }
}

impl Printer {
    /// Appends data to the file; the result is its location: size and offset.
    fn place(&mut self, data: &[u8]) -> Vec<u8> {
        let offset = self.start + self.bytes.len();
        self.bytes.extend(data);
        [self.u32(data.len() as u32), self.u32(offset as u32)].concat()
    }

    fn u32(&self, number: u32) -> [u8; 4] {
        if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn u64(&self, number: u64) -> [u8; 8] {
        if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }
}
