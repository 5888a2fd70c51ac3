//! claxon 0.4.3, flac 0.5.0, gif 0.14.2, hound 3.5.1, jpeg-decoder 0.3.2, mp3-metadata 0.4.0,
//! mp4parse 0.17.0, qoi 0.4.1: any bytes are read or refused, and written sounds and pictures are
//! read again.

use mutagen_core::property;
use std::io::Cursor;

/// Any bytes are a FLAC stream or refused.
#[property]
pub fn any_bytes_are_read_by_claxon_or_refused(data: &[u8]) {
    if let Ok(mut reader) = claxon::FlacReader::new(Cursor::new(data)) {
        let _ = reader.samples().take(1 << 16).take_while(Result::is_ok).count();
    }
}

/// Any bytes are a FLAC stream or refused.
#[property]
#[ignore = "finds a defect"]
pub fn any_bytes_are_read_by_flac_or_refused(data: &[u8]) {
    if let Ok(mut stream) = flac::StreamBuffer::from_buffer(data) {
        let _ = stream.iter::<i32>().take(1 << 16).count();
    }
}

/// Any bytes are a GIF picture or refused.
#[property]
pub fn any_bytes_are_a_gif_or_refused(data: &[u8]) {
    let mut options = gif::DecodeOptions::new();
    options.set_memory_limit(gif::MemoryLimit::Bytes(
        std::num::NonZeroU64::new(1 << 20).expect("not zero"),
    ));
    options.set_color_output(gif::ColorOutput::RGBA);
    if let Ok(mut decoder) = options.read_info(data) {
        while let Ok(Some(_)) = decoder.read_next_frame() {}
    }
}

/// A written picture is read again.
#[property]
#[ignore = "not run yet"]
pub fn written_pictures_are_read_again(width: u8, pixels: &[[u8; 4]]) {
    let width = u32::from(width % 16) + 1;
    let height = pixels.len() as u32 / width;
    let size = (width * height) as usize;
    if height == 0 {
        return;
    }
    let bytes: Vec<u8> = pixels[..size].concat();
    let encoded = qoi::encode_to_vec(&bytes, width, height).expect("a picture");
    let (header, read) = qoi::decode_to_vec(&encoded).expect("a picture");
    assert_eq!((header.width, header.height, read), (width, height, bytes));
    let colours: Vec<u8> = pixels[..size].iter().map(|pixel| pixel[0]).collect();
    let mut out = Vec::new();
    let palette: Vec<u8> = (0..=255u8).flat_map(|value| [value, value, value]).collect();
    let mut encoder =
        gif::Encoder::new(&mut out, width as u16, height as u16, &palette).expect("room");
    let frame = gif::Frame::from_indexed_pixels(width as u16, height as u16, colours.clone(), None);
    encoder.write_frame(&frame).expect("room");
    drop(encoder);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&out[..]).expect("a picture");
    let frame = decoder.read_next_frame().expect("a frame").expect("a frame");
    assert_eq!(frame.buffer, colours);
}

/// Any bytes are a QOI picture or refused.
#[property]
pub fn any_bytes_are_a_qoi_or_refused(data: &[u8]) {
    if let Ok(header) = qoi::decode_header(data)
        && u64::from(header.width) * u64::from(header.height) < 1 << 16
    {
        let _ = qoi::decode_to_vec(data);
    }
}

/// Any bytes are a JPEG picture or refused.
#[property]
pub fn any_bytes_are_a_jpeg_or_refused(data: &[u8]) {
    let mut decoder = jpeg_decoder::Decoder::new(data);
    decoder.set_max_decoding_buffer_size(1 << 20);
    let _ = decoder.decode();
}

/// Any bytes are a WAV file or refused.
#[property]
pub fn any_bytes_are_a_wav_or_refused(data: &[u8]) {
    if let Ok(mut reader) = hound::WavReader::new(data) {
        let _ = (reader.duration(), reader.len());
        let _ = reader.samples::<i32>().take(1 << 16).take_while(Result::is_ok).count();
    }
    if let Ok(mut reader) = hound::WavReader::new(data) {
        let _ = reader.samples::<f32>().take(1 << 16).take_while(Result::is_ok).count();
    }
}

/// A written sound is read again.
#[property]
pub fn written_sounds_are_read_again(channels: u8, rate: u32, bits: u8, samples: &[i32]) {
    let bits = [8, 16, 24, 32][usize::from(bits % 4)];
    let channels = u16::from(channels % 4) + 1;
    let spec = hound::WavSpec {
        channels,
        sample_rate: rate % 200_000 + 1,
        bits_per_sample: bits,
        sample_format: hound::SampleFormat::Int,
    };
    let whole = samples.len() / usize::from(channels) * usize::from(channels);
    let samples: Vec<i32> = samples[..whole].iter().map(|sample| sample >> (32 - bits)).collect();
    let mut out = Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut out, spec).expect("room");
    samples.iter().for_each(|&sample| writer.write_sample(sample).expect("room"));
    writer.finalize().expect("room");
    let mut reader = hound::WavReader::new(Cursor::new(out.into_inner())).expect("a sound");
    assert_eq!(reader.spec(), spec);
    assert_eq!(reader.duration() as usize * usize::from(channels), whole);
    let read: Vec<i32> = reader.samples().map(|sample| sample.expect("a sample")).collect();
    assert_eq!(read, samples);
}

/// Any bytes are an MP3 file or refused.
#[property]
pub fn any_bytes_are_an_mp3_or_refused(data: &[u8]) {
    let _ = mp3_metadata::read_from_slice(data);
}

/// Any bytes are an MP4 file or refused.
#[property]
#[ignore = "not run yet"]
pub fn any_bytes_are_an_mp4_or_refused(data: &[u8]) {
    let _ = mp4parse::read_mp4(&mut Cursor::new(data));
}
