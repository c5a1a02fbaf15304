//! Every kind of token and node that a syntax tree can hold.
//!
//! The token kinds carry their lexical rules (for `logos`), so this file is also the lexical
//! grammar. Order matters in one place: the contextual keywords stand together, between
//! [`SyntaxKind::MODULE_KW`] and [`SyntaxKind::STEPS_KW`], which makes "may this word be a
//! name?" a range test.

use logos::Logos;

/// Declares the enumeration and, beside it, the table that turns a number back into a kind.
macro_rules! syntax_kinds {
    ($($(#[$meta:meta])* $kind:ident,)*) => {
        /// The kind of a token or node.
        #[allow(non_camel_case_types, missing_docs)]
        #[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[logos(extras = super::lexer::Unclosed)]
        #[repr(u16)]
        pub enum SyntaxKind {
            $($(#[$meta])* $kind,)*
        }

        /// Every kind, at the index of its number.
        pub const KINDS: &[SyntaxKind] = &[$(SyntaxKind::$kind,)*];
    };
}

syntax_kinds! {
    // Trivia.
    #[regex(r"\p{White_Space}+")]
    WHITESPACE,
    #[regex(r"//[^\n\r]*", allow_greedy = true)]
    LINE_COMMENT,
    #[token("/*", super::lexer::block_comment)]
    BLOCK_COMMENT,

    // Tokens whose text varies.
    #[regex(r"[a-z][a-zA-Z0-9_]*", priority = 3)]
    IDENT,
    /// An upper-case name whose second character is not upper case: `Account`, `A1`.
    #[regex(r"[A-Z][a-z0-9_][a-zA-Z0-9_]*", priority = 4)]
    TYPE_NAME,
    /// A word that looks like a type name and is not one: `ATM`, `A`, `_x`.
    #[regex(r"[A-Z_][a-zA-Z0-9_]*", priority = 2)]
    BAD_WORD,
    #[regex(r"[0-9]+")]
    INT,
    #[regex(r"[0-9]+\.[0-9]+")]
    REAL,
    #[regex(r"[0-9]+%")]
    PERCENTAGE,
    #[regex(r"[0-9][0-9]?:[0-9][0-9]?(:[0-9][0-9]?)?")]
    TIME,
    #[regex(r"[A-Z][A-Z][0-9][0-9][0-9A-Z]+", priority = 8)]
    IBAN,
    #[regex(r"EUR|USD|CUR_[A-Z][A-Z][A-Z]", priority = 9)]
    CURRENCY,
    /// Money written without a space: `EUR50.00`.
    #[regex(r"(EUR|USD|CUR_[A-Z][A-Z][A-Z])[0-9]+(\.[0-9]+)?", priority = 9)]
    MONEY,
    #[token("\"", super::lexer::string)]
    STRING,
    /// The braced text of an annotation; made by the lexer from the characters after `@name`.
    TAG_STRING,
    #[regex(r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec", priority = 9)]
    MONTH,
    #[regex(r"Day|Week|Month|Quarter|Year", priority = 9)]
    PERIOD,
    #[regex(r"Daily|Weekly|Monthly|Quarterly|Yearly", priority = 20)]
    FREQUENCY,
    #[regex(r"EURIBOR|AIRBOR|LIBOR|INGBASIS|LIMITBASED", priority = 20)]
    NORM,
    #[regex(
        r"Boolean|Integer|Real|String|Money|Currency|Percentage|Date|Time|DateTime|IBAN|Period|Term|Frequency|InterestNorm|InterestTariff",
        priority = 30
    )]
    BUILTIN_TYPE,
    #[regex(r"True|False", priority = 9)]
    BOOL,
    #[token("Inf", priority = 9)]
    INF,
    #[token("ANY", priority = 9)]
    ANY,
    /// Characters that belong to no token.
    UNKNOWN,

    // Punctuation.
    #[token("{")]
    L_BRACE,
    #[token("}")]
    R_BRACE,
    #[token("(")]
    L_PAREN,
    #[token(")")]
    R_PAREN,
    #[token("[")]
    L_BRACK,
    #[token("]")]
    R_BRACK,
    #[token(",")]
    COMMA,
    #[token(";")]
    SEMICOLON,
    #[token(":")]
    COLON,
    #[token(".")]
    DOT,
    #[token("..")]
    DOT_DOT,
    #[token("?")]
    QUESTION,
    #[token("|")]
    PIPE,
    #[token("||")]
    PIPE_PIPE,
    #[token("&&")]
    AMP_AMP,
    #[token("->")]
    ARROW,
    #[token("=>")]
    FAT_ARROW,
    #[token("=")]
    EQ,
    #[token("==")]
    EQ_EQ,
    #[token("!=")]
    BANG_EQ,
    #[token("<")]
    LT,
    #[token("<=")]
    LT_EQ,
    #[token(">")]
    GT,
    #[token(">=")]
    GT_EQ,
    #[token("+")]
    PLUS,
    #[token("-")]
    MINUS,
    #[token("*")]
    STAR,
    #[token("/")]
    SLASH,
    #[token("%")]
    PERCENT,
    #[token("@")]
    AT,

    // Contextual keywords: a name may be spelt like any of them, unless `is_reserved` says no.
    #[token("module")]
    MODULE_KW,
    #[token("import")]
    IMPORT_KW,
    #[token("event")]
    EVENT_KW,
    #[token("function")]
    FUNCTION_KW,
    #[token("invariant")]
    INVARIANT_KW,
    #[token("preconditions")]
    PRECONDITIONS_KW,
    #[token("postconditions")]
    POSTCONDITIONS_KW,
    #[token("sync")]
    SYNC_KW,
    #[token("case")]
    CASE_KW,
    #[token("specification")]
    SPECIFICATION_KW,
    #[token("extends")]
    EXTENDS_KW,
    #[token("abstract")]
    ABSTRACT_KW,
    #[token("external")]
    EXTERNAL_KW,
    #[token("singleton")]
    SINGLETON_KW,
    #[token("internal")]
    INTERNAL_KW,
    #[token("fields")]
    FIELDS_KW,
    #[token("events")]
    EVENTS_KW,
    #[token("invariants")]
    INVARIANTS_KW,
    #[token("lifeCycle")]
    #[token("lifecycle")]
    LIFE_CYCLE_KW,
    #[token("initial")]
    INITIAL_KW,
    #[token("final")]
    FINAL_KW,
    #[token("key")]
    KEY_KW,
    #[token("ref")]
    REF_KW,
    #[token("new")]
    NEW_KW,
    #[token("not")]
    NOT_KW,
    #[token("in")]
    IN_KW,
    #[token("initialized")]
    INITIALIZED_KW,
    #[token("finalized")]
    FINALIZED_KW,
    #[token("instate")]
    INSTATE_KW,
    #[token("forall")]
    FORALL_KW,
    #[token("exists")]
    EXISTS_KW,
    #[token("this")]
    THIS_KW,
    #[token("it")]
    IT_KW,
    #[token("now")]
    NOW_KW,
    #[token("set")]
    SET_KW,
    #[token("map")]
    MAP_KW,
    #[token("fixed")]
    FIXED_KW,
    #[token("norm")]
    NORM_KW,
    #[token("bounded")]
    BOUNDED_KW,
    #[token("by")]
    BY_KW,
    #[token("min")]
    MIN_KW,
    #[token("max")]
    MAX_KW,
    #[token("all")]
    ALL_KW,
    #[token("no")]
    NO_KW,
    #[token("some")]
    SOME_KW,
    #[token("lone")]
    LONE_KW,
    #[token("mod")]
    MOD_KW,
    #[token("state")]
    STATE_KW,
    #[token("check")]
    CHECK_KW,
    #[token("domain")]
    DOMAIN_KW,
    #[token("is")]
    IS_KW,
    #[token("with")]
    WITH_KW,
    #[token("and")]
    AND_KW,
    #[token("one")]
    ONE_KW,
    #[token("uninitialized")]
    UNINITIALIZED_KW,
    #[token("reachable")]
    REACHABLE_KW,
    #[token("unreachable")]
    UNREACHABLE_KW,
    #[token("hold")]
    HOLD_KW,
    #[token("from")]
    FROM_KW,
    #[token("using")]
    USING_KW,
    #[token("within")]
    WITHIN_KW,
    #[token("forever")]
    FOREVER_KW,
    #[token("eventually")]
    EVENTUALLY_KW,
    #[token("until")]
    UNTIL_KW,
    #[token("unless")]
    UNLESS_KW,
    #[token("exactly")]
    EXACTLY_KW,
    #[token("between")]
    BETWEEN_KW,
    #[token("step")]
    STEP_KW,
    #[token("steps")]
    STEPS_KW,

    /// The end of the text; never in a tree.
    EOF,
    /// A node whose kind was abandoned; never in a tree.
    TOMBSTONE,

    // Nodes: files and what all declarations share.
    MODULE,
    TEST_MODULE,
    MODULE_HEADER,
    IMPORT,
    PATH,
    NAME_REF,
    ANNOTATION,
    ERROR,

    // Nodes: library declarations.
    EVENT_DEF,
    CONFIG_PARAM_LIST,
    PARAM_LIST,
    PARAM,
    PRECONDITIONS,
    POSTCONDITIONS,
    SYNC_BLOCK,
    FUNCTION_DEF,
    INVARIANT_DEF,
    EXPR_STMT,
    PAREN_STMT,
    CASE_STMT,
    CASE_ARM,
    SYNC_STMT,
    ARG_LIST,

    // Nodes: specifications.
    SPECIFICATION,
    EXTENDS,
    FIELD_BLOCK,
    FIELD,
    EVENT_BLOCK,
    EVENT_REF,
    CONFIG_ARG_LIST,
    CONFIG_ARG,
    INVARIANT_BLOCK,
    INVARIANT_REF,
    LIFE_CYCLE,
    STATE_FROM,
    STATE_TO,

    // Nodes: types.
    NAMED_TYPE,
    SET_TYPE,
    MAP_TYPE,
    FUNCTION_TYPE,
    TUPLE_TYPE,
    TERM_TYPE,

    // Nodes: expressions.
    LITERAL,
    MONEY_LITERAL,
    DATE_LITERAL,
    TIME_LITERAL,
    DATE_TIME_LITERAL,
    TERM_LITERAL,
    TARIFF_EXPR,
    TARIFF_BOUNDS,
    NAME_EXPR,
    PAREN_EXPR,
    CALL_EXPR,
    FIELD_EXPR,
    INDEX_EXPR,
    PREFIX_EXPR,
    BINARY_EXPR,
    INSTATE_EXPR,
    STATE_SET,
    CONDITIONAL_EXPR,
    QUANTIFIER_EXPR,
    CONDITION_LIST,
    SET_EXPR,
    RANGE_EXPR,
    COMPREHENSION_EXPR,
    MAP_EXPR,
    MAP_ENTRY,
    CARDINALITY_EXPR,

    // Nodes: test modules.
    STATE_SETUP,
    SETUP_BLOCK,
    NOW_SETUP,
    INSTANCE_SETUP,
    FOREVER_SETUP,
    EVENTUALLY_SETUP,
    UNTIL_SETUP,
    UNLESS_SETUP,
    WITH_CLAUSE,
    ONE_WITH_CLAUSE,
    CHECK,
    REACHABILITY,
    INVARIANTS_HOLD,
    FROM_CLAUSE,
    BOUNDS,
    USING_CLAUSE,
    EVENT_PATTERN,
    WITHIN_CLAUSE,
    DOMAIN,
    DOMAIN_ENTRY,
    DOMAIN_PATH,
}

use SyntaxKind::{
    ALL_KW, AND_KW, BLOCK_COMMENT, CASE_KW, FINAL_KW, IDENT, IN_KW, INITIAL_KW, IT_KW,
    LINE_COMMENT, LONE_KW, MOD_KW, MODULE_KW, NO_KW, NOT_KW, NOW_KW, ONE_KW, POSTCONDITIONS_KW,
    PRECONDITIONS_KW, SOME_KW, STATE_KW, STEPS_KW, THIS_KW, UNINITIALIZED_KW, WHITESPACE, WITH_KW,
};

/// Which of the two languages a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// `.ebl`: specifications and libraries.
    Specification,
    /// `.tebl`: test modules.
    Test,
}

impl FileKind {
    /// The kind that a file name's extension tells, if it is one of ours.
    pub fn of_extension(extension: &str) -> Option<FileKind> {
        match extension {
            "ebl" => Some(FileKind::Specification),
            "tebl" => Some(FileKind::Test),
            _ => None,
        }
    }
}

impl SyntaxKind {
    /// White space and comments.
    pub fn is_trivia(self) -> bool {
        matches!(self, WHITESPACE | LINE_COMMENT | BLOCK_COMMENT)
    }

    /// `//` and `/* */`.
    pub fn is_comment(self) -> bool {
        matches!(self, LINE_COMMENT | BLOCK_COMMENT)
    }

    /// A word that is a keyword somewhere in the language.
    pub fn is_keyword(self) -> bool {
        (MODULE_KW..=STEPS_KW).contains(&self)
    }

    /// A keyword that cannot be a name in a file of this kind.
    pub fn is_reserved(self, file: FileKind) -> bool {
        match self {
            THIS_KW | NOW_KW | ONE_KW => true,
            CASE_KW | PRECONDITIONS_KW | POSTCONDITIONS_KW | INITIAL_KW | FINAL_KW | IT_KW
            | IN_KW | NOT_KW | ALL_KW | NO_KW | SOME_KW | LONE_KW | MOD_KW => {
                file == FileKind::Specification
            }
            STATE_KW | AND_KW | WITH_KW | UNINITIALIZED_KW => file == FileKind::Test,
            _ => false,
        }
    }

    /// A token that can be the lower-case name of something in a file of this kind.
    pub fn is_name(self, file: FileKind) -> bool {
        self == IDENT || (self.is_keyword() && !self.is_reserved(file))
    }
}

/// Ties rowan's untyped trees to our kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rebel {}

impl rowan::Language for Rebel {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        KINDS
            .get(usize::from(raw.0))
            .copied()
            .unwrap_or(SyntaxKind::UNKNOWN)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the lossless tree.
pub type SyntaxNode = rowan::SyntaxNode<Rebel>;
/// A token of the lossless tree.
pub type SyntaxToken = rowan::SyntaxToken<Rebel>;
/// A node or a token.
pub type SyntaxElement = rowan::SyntaxElement<Rebel>;
