//! Minidumps as the streams that they consist of.

use mutagen_core::Mutate;

/// A minidump.
#[derive(Debug, Clone, Mutate)]
pub struct Dump {
    big_endian: bool,
    streams: Vec<Stream>,
}

/// A stream of a minidump.
#[derive(Debug, Clone, Mutate)]
pub enum Stream {
    /// The mappings of a process, as Linux lists them.
    LinuxMaps(Vec<Mapping>),
    /// What macOS notes of a crash: the number of records, the size of their fixed part, and
    /// records.
    MacCrashInfo(u32, u32, Vec<Record>),
    /// A stream of another type.
    Other(u32, Vec<u8>),
}

/// A line of the mappings of a process.
#[derive(Debug, Clone, Mutate)]
pub struct Mapping {
    start: u64,
    end: u64,
    permissions: [bool; 4],
    offset: u32,
    inode: u32,
    path: Option<String>,
}

/// A record of a crash.
#[derive(Debug, Clone, Mutate)]
pub struct Record {
    version: u64,
    numbers: Vec<u64>,
    texts: Vec<String>,
}

const HEADER: u32 = 32;
const ENTRY: u32 = 12;
const LINUX_MAPS: u32 = 0x4767_0009;
const MAC_CRASH_INFO: u32 = 0x4d7a_0001;

/// Numbers in one of the two orders of bytes.
struct Bytes {
    big_endian: bool,
    bytes: Vec<u8>,
}

impl Bytes {
    fn push_u32(&mut self, number: u32) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.bytes.extend(bytes);
    }

    fn push_u64(&mut self, number: u64) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.bytes.extend(bytes);
    }
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("a short stream")
}

impl Dump {
    /// The bytes of the minidump: the header, the directory, the streams.
    pub fn print(&self) -> Vec<u8> {
        let count = u32::try_from(self.streams.len()).expect("few streams");
        let mut dump = Bytes { big_endian: self.big_endian, bytes: Vec::new() };
        for number in [0x504d_444d, 0xa793, count, HEADER, 0, 0, 0, 0] {
            dump.push_u32(number);
        }
        let mut place = HEADER + count * ENTRY;
        let mut contents = Vec::new();
        for stream in &self.streams {
            let (kind, content) = stream.print(place, self.big_endian);
            for number in [kind, length(&content), place] {
                dump.push_u32(number);
            }
            place += length(&content);
            contents.extend(content);
        }
        dump.bytes.extend(contents);
        dump.bytes
    }
}

impl Stream {
    /// The type of the stream, and its bytes at a place of the minidump.
    fn print(&self, place: u32, big_endian: bool) -> (u32, Vec<u8>) {
        match self {
            Stream::LinuxMaps(mappings) => {
                let lines: String = mappings.iter().map(Mapping::print).collect();
                (LINUX_MAPS, lines.into_bytes())
            }
            Stream::MacCrashInfo(count, fixed_size, records) => {
                const RECORDS: usize = 20;
                let mut stream = Bytes { big_endian, bytes: Vec::new() };
                for number in [MAC_CRASH_INFO, *count, *fixed_size] {
                    stream.push_u32(number);
                }
                let mut rest = Bytes { big_endian, bytes: Vec::new() };
                let start = place + 12 + 8 * RECORDS as u32;
                for index in 0..RECORDS {
                    let before = length(&rest.bytes);
                    if let Some(record) = records.get(index) {
                        record.print_to(&mut rest);
                    }
                    stream.push_u32(length(&rest.bytes) - before);
                    stream.push_u32(start + before);
                }
                stream.bytes.extend(rest.bytes);
                (MAC_CRASH_INFO, stream.bytes)
            }
            Stream::Other(kind, content) => (*kind, content.clone()),
        }
    }
}

impl Mapping {
    fn print(&self) -> String {
        let Mapping { start, end, permissions: [read, write, execute, shared], .. } = self;
        let letter = |set: &bool, letter| if *set { letter } else { '-' };
        format!(
            "{start:x}-{end:x} {}{}{}{} {:08x} 08:01 {} {}\n",
            letter(read, 'r'),
            letter(write, 'w'),
            letter(execute, 'x'),
            if *shared { 's' } else { 'p' },
            self.offset,
            self.inode,
            self.path.as_deref().unwrap_or_default(),
        )
    }
}

impl Record {
    fn print_to(&self, bytes: &mut Bytes) {
        bytes.push_u64(u64::from(MAC_CRASH_INFO));
        bytes.push_u64(self.version);
        self.numbers.iter().for_each(|&number| bytes.push_u64(number));
        for text in &self.texts {
            bytes.bytes.extend(text.bytes());
            bytes.bytes.push(0);
        }
    }
}
