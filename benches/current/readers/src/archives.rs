//! inflate 0.4.5, libflate 2.3.2, lz-fear 0.2.0, lzma-rs 0.3.0, miniz_oxide 0.9.1: three decoders
//! of DEFLATE agree, and what is packed is unpacked.

use mutagen_core::property;
use std::io::{Cursor, Read};

fn by_miniz(data: &[u8]) -> Option<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_with_limit(data, 1 << 16).ok()
}

fn by_libflate(data: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    libflate::deflate::Decoder::new(data).take(1 << 16).read_to_end(&mut out).ok()?;
    Some(out)
}

/// Two decoders give the same bytes, or refuse.
#[property]
#[ignore = "finds a defect"]
pub fn decoders_of_deflate_agree(data: &[u8]) {
    let miniz = by_miniz(data);
    if miniz.as_ref().is_none_or(|out| out.len() < 1 << 15) {
        assert_eq!(miniz, by_libflate(data).filter(|out| out.len() < 1 << 15));
    }
}

/// Any bytes are inflated or refused.
#[property]
pub fn any_bytes_are_inflated_or_refused(data: &[u8]) {
    let _ = inflate::inflate_bytes(data);
    let _ = inflate::inflate_bytes_zlib(data);
}

/// What is packed is unpacked.
#[property]
#[ignore = "not run yet"]
pub fn packed_bytes_are_unpacked(data: &[u8], level: u8) {
    let packed = miniz_oxide::deflate::compress_to_vec(data, level % 11);
    assert_eq!(by_miniz(&packed).as_deref(), Some(data), "miniz_oxide");
    assert_eq!(inflate::inflate_bytes(&packed).as_deref(), Ok(data), "inflate");
    let mut packed = Vec::new();
    lzma_rs::lzma_compress(&mut Cursor::new(data), &mut packed).expect("a vector has room");
    let mut out = Vec::new();
    lzma_rs::lzma_decompress(&mut Cursor::new(packed), &mut out).expect("it was packed");
    assert_eq!(out, data, "lzma");
    let mut packed = Vec::new();
    lzma_rs::xz_compress(&mut Cursor::new(data), &mut packed).expect("a vector has room");
    let mut out = Vec::new();
    lzma_rs::xz_decompress(&mut Cursor::new(packed), &mut out).expect("it was packed");
    assert_eq!(out, data, "xz");
    let mut packed = Vec::new();
    let settings = lz_fear::CompressionSettings::default();
    settings.compress(data, &mut packed).expect("a vector has room");
    let mut out = Vec::new();
    let frame = lz_fear::LZ4FrameReader::new(Cursor::new(packed)).expect("a frame");
    frame.into_read().read_to_end(&mut out).expect("it was packed");
    assert_eq!(out, data, "lz-fear");
}

/// Any bytes are unpacked or refused.
#[property]
#[ignore = "finds a defect"]
pub fn any_bytes_are_unpacked_by_lzma_or_refused(data: &[u8]) {
    let options = lzma_rs::decompress::Options { memlimit: Some(1 << 20), ..Default::default() };
    let _ =
        lzma_rs::lzma_decompress_with_options(&mut Cursor::new(data), &mut Vec::new(), &options);
    let _ = lzma_rs::lzma2_decompress(&mut Cursor::new(data), &mut Vec::new());
    let _ = lzma_rs::xz_decompress(&mut Cursor::new(data), &mut Vec::new());
}

/// Any bytes are unpacked or refused.
#[property]
pub fn any_bytes_are_unpacked_by_lz_fear_or_refused(data: &[u8]) {
    if let Ok(frame) = lz_fear::LZ4FrameReader::new(data) {
        let _ = frame.into_read().take(1 << 16).read_to_end(&mut Vec::new());
    }
}
