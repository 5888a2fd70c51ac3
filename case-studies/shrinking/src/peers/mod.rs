//! Generators and shrinkers of other tools for the types of the challenge, as a user of the tool
//! would write them. None knows the properties.

#[cfg(feature = "hegel")]
mod hegel;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
