//! A sort without inputs, whose type has no values of its own.

pub struct Wall(u8);

#[mutagen_core::metamorphic]
mod walls {
    use super::Wall;

    #[operation]
    fn height(wall: &Wall) -> u8 {
        wall.0
    }

    #[implements(height)]
    fn height_again(wall: &Wall) -> u8 {
        height(wall)
    }
}

fn main() {}
