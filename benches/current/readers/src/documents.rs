//! bmfont 0.3.3, bson 3.1.0, der-parser 10.0.0, dhcp4r 0.2.3, fontdue 0.9.5, human_name 2.0.4,
//! lopdf 0.47.0: any bytes are read or refused.

use bmfont::{BMFont, OrdinateOrientation};
use mutagen_core::property;

/// Any text is a font or refused, and a font lays out any text.
#[property]
#[ignore = "finds a defect"]
pub fn any_text_is_a_font_or_refused(text: &str) {
    if let Ok(font) = BMFont::new(text.as_bytes(), OrdinateOrientation::TopToBottom) {
        let _ = font.parse(text).map(Iterator::count);
    }
}

/// Any bytes are a BSON document or refused, and a document is written as it was read.
#[property]
#[ignore = "not run yet"]
pub fn any_bytes_are_a_bson_document_or_refused(data: &[u8]) {
    if let Ok(document) = bson::Document::from_reader(data) {
        let mut out = Vec::new();
        document.to_writer(&mut out).expect("a vector has room");
        assert_eq!(
            bson::Document::from_reader(&out[..]).ok().map(|read| format!("{read:?}")),
            Some(format!("{document:?}"))
        );
    }
}

/// Any bytes are a DER object or refused.
#[property]
#[ignore = "not run yet"]
pub fn any_bytes_are_a_der_object_or_refused(data: &[u8]) {
    if let Ok((_, object)) = der_parser::der::parse_der(data) {
        let _ = format!("{:?}", object.as_pretty(0, 2));
    }
    let _ = der_parser::ber::parse_ber(data);
}

/// Any bytes are a DHCP packet or refused, and a packet is written as it was read.
#[property]
pub fn any_bytes_are_a_dhcp_packet_or_refused(data: &[u8]) {
    if let Ok(packet) = dhcp4r::packet::Packet::from(data) {
        let _ = packet.message_type();
        let mut buffer = [0; 4096];
        let _ = packet.encode(&mut buffer);
    }
}

/// Any bytes are a font or refused, and its letters are drawn.
#[property]
pub fn any_bytes_are_a_font_or_refused(data: &[u8]) {
    if let Ok(font) = fontdue::Font::from_bytes(data, fontdue::FontSettings::default()) {
        let _ = font.rasterize('a', 12.0);
    }
}

/// Any text is a name or refused, and a name is the same as itself.
#[property]
#[ignore = "not run yet"]
pub fn any_text_is_a_name_or_refused(text: &str) {
    if let Some(name) = human_name::Name::parse(text) {
        assert!(name.consistent_with(&name), "{name:?}");
        let _ = (name.display_full(), name.display_initial_surname());
    }
}

/// Any bytes are a PDF document or refused.
#[property]
#[ignore = "not run yet"]
pub fn any_bytes_are_a_pdf_document_or_refused(data: &[u8]) {
    if let Ok(document) = lopdf::Document::load_mem(data) {
        let _ = document.get_pages();
    }
    let _ = lopdf::content::Content::decode(data);
}
