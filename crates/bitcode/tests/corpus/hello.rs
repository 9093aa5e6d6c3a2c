//! The least program.

fn main() {
    println!("Hello, world!");
}
