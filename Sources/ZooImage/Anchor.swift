enum Anchor {}
