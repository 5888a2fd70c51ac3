//! `Either`: mutated as the enum it is.

use either::Either;

mutagen_derive::foreign! {
    enum Either<L, R> { Left(L), Right(R) }
}
