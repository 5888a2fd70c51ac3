//! Specifications that mean nothing, one in each module.

use mutagen_core::metamorphic;

#[metamorphic]
mod nothing_to_compare {
    #[operation]
    fn add(a: u8, b: u8) -> u8 {
        a + b
    }
}

#[metamorphic]
mod another_signature {
    #[operation]
    fn add(a: u8, b: u8) -> u8 {
        a + b
    }

    #[implements(add)]
    fn add_swapped(a: u8, b: u16) -> u8 {
        a + b as u8
    }
}

#[metamorphic]
mod another_number {
    #[operation]
    fn neg(a: &i64) -> i64 {
        -a
    }

    #[implements(neg)]
    fn neg_by_any(a: &i64, b: &i64) -> i64 {
        b - a - b
    }
}

#[metamorphic]
mod another_result {
    #[operation]
    fn neg(a: i64) -> i64 {
        -a
    }

    #[implements(neg)]
    fn neg_if_possible(a: i64) -> Option<i64> {
        a.checked_neg()
    }
}

#[metamorphic]
mod base_that_calls {
    #[operation]
    fn neg(a: i64) -> i64 {
        -a
    }

    #[operation(commutative)]
    fn sub(a: i64, b: i64) -> i64 {
        a + neg(b)
    }
}

#[metamorphic]
mod unknown_operation {
    #[operation]
    fn multiply(a: u8, b: u8) -> u8 {
        a * b
    }

    #[implements(multipy)]
    fn multiply_swapped(a: u8, b: u8) -> u8 {
        multiply(b, a)
    }
}

#[metamorphic]
mod inputs_that_recur {
    pub struct Tree(Vec<Tree>);

    #[input]
    fn one(tree: Tree) -> Tree {
        Tree(vec![tree])
    }

    #[operation(idempotent)]
    fn same(tree: &Tree) -> Tree {
        tree.clone()
    }
}

#[metamorphic]
mod generic {
    #[operation(commutative)]
    fn add<T: std::ops::Add<Output = T>>(a: T, b: T) -> T {
        a + b
    }
}

#[metamorphic]
mod misplaced {
    #[operation(commutative)]
    fn add(a: u8, #[any] b: u8) -> u8 {
        a + b
    }
}

#[metamorphic]
mod misplaced_on_an_item {
    #[operation]
    struct Add;
}

#[metamorphic]
mod two_things {
    #[operation]
    #[law]
    fn holds(a: u8) -> bool {
        a == a
    }
}

#[metamorphic]
mod no_bool {
    #[law]
    fn holds(a: u8) -> u8 {
        a
    }
}

#[metamorphic]
mod short_form_of_another_shape {
    #[operation(associative)]
    fn less(a: u8, b: u8) -> bool {
        a < b
    }
}

#[metamorphic]
mod unknown_option {
    #[operation(comutative)]
    fn add(a: u8, b: u8) -> u8 {
        a + b
    }
}

#[metamorphic]
mod setup_of_a_value {
    #[setup]
    fn start(a: u8) {}
}

#[metamorphic]
mod shadowed {
    #[operation]
    fn neg(a: i64) -> i64 {
        -a
    }

    #[implements(neg)]
    fn neg_again(a: i64) -> i64 {
        let neg = |a: i64| -a;
        neg(a)
    }
}

fn main() {}
