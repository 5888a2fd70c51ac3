//! `Either`: mutated as an enum.

use either::Either;

mutagen_derive::foreign! {
    enum Either<L, R> { Left(L), Right(R) }
}
