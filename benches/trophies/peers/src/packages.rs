//! The packages with properties, each behind a feature of its name.

use trophy::Trophy;

/// Lists the bugs of the packages whose features are set, each package with its feature.
macro_rules! packages {
    ($($feature:literal => $package:ident,)*) => {
        /// The bugs, each with its package.
        pub fn bugs() -> impl Iterator<Item = &'static Trophy> {
            let packages: &[&'static [Trophy]] =
                &[$(#[cfg(feature = $feature)] $package::BUGS,)*];
            packages.to_vec().into_iter().flatten()
        }
    };
}

packages! {
        "bcrypt" => trophy_bcrypt,
        "bincode" => trophy_bincode,
        "bmfont" => trophy_bmfont,
        "boa" => trophy_boa,
        "bson" => trophy_bson,
        "chrono" => trophy_chrono,
        "claxon" => trophy_claxon,
        "comrak" => trophy_comrak,
        "csscolorparser" => trophy_csscolorparser,
        "der-parser" => trophy_der_parser,
        "dhcp4r" => trophy_dhcp4r,
        "exmex" => trophy_exmex,
        "fontdue" => trophy_fontdue,
        "gif" => trophy_gif,
        "handlebars" => trophy_handlebars,
        "hjson-rust" => trophy_hjson_rust,
        "httpdate" => trophy_httpdate,
        "human-name" => trophy_human_name,
        "image" => trophy_image,
        "inflate" => trophy_inflate,
        "jpeg-decoder" => trophy_jpeg_decoder,
        "jsonschema" => trophy_jsonschema,
        "juniper" => trophy_juniper,
        "kalker" => trophy_kalker,
        "libflate" => trophy_libflate,
        "lopdf" => trophy_lopdf,
        "lz-fear" => trophy_lz_fear,
        "minidump" => trophy_minidump,
        "miniz_oxide" => trophy_miniz_oxide,
        "mp3-metadata" => trophy_mp3_metadata,
        "mp4parse-rust" => trophy_mp4parse_rust,
}
