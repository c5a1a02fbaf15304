//! What the generated views do not offer: names of paths, operators, tags.

use super::{Annotation, AstNode, Path, Specification};
use crate::syntax::{SyntaxKind, SyntaxToken};

impl Path {
    /// The names of the path, dots left out.
    pub fn segments(&self) -> impl Iterator<Item = SyntaxToken> {
        self.syntax()
            .children_with_tokens()
            .filter_map(rowan::NodeOrToken::into_token)
            .filter(|token| matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::TYPE_NAME))
    }

    /// The last name of the path.
    pub fn last_segment(&self) -> Option<SyntaxToken> {
        self.segments().last()
    }
}

impl Annotation {
    /// The text of `@doc{...}` and the like, without its braces.
    pub fn tag_text(&self) -> Option<String> {
        let token = self.tag_string_token()?;
        let text = token.text().strip_prefix('{')?;
        Some(text.strip_suffix('}').unwrap_or(text).trim().to_owned())
    }
}

impl Specification {
    /// `abstract`: a specification that only others extend.
    pub fn is_abstract(&self) -> bool {
        self.modifier_token()
            .is_some_and(|token| token.kind() == SyntaxKind::ABSTRACT_KW)
    }
}
