//! The nodes of the tree. Generated from `rebel.ungram` by `tests/grammar.rs`: do not edit.

#![allow(missing_docs, reason = "the grammar says what each node is")]

use super::{AstChildren, AstNode, children, nth_child, nth_token, token};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SourceFile {
    Module(Module),
    TestModule(TestModule),
}

impl AstNode for SourceFile {
    fn can_cast(kind: SyntaxKind) -> bool {
        Module::can_cast(kind)
            || TestModule::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if Module::can_cast(kind) {
            return Module::cast(node).map(Self::Module);
        }
        if TestModule::can_cast(kind) {
            return TestModule::cast(node).map(Self::TestModule);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Module(it) => it.syntax(),
            Self::TestModule(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Module {
    syntax: SyntaxNode,
}

impl AstNode for Module {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MODULE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Module {
    pub fn module_header(&self) -> Option<ModuleHeader> {
        nth_child(&self.syntax, 0)
    }

    pub fn imports(&self) -> AstChildren<Import> {
        children(&self.syntax)
    }

    pub fn items(&self) -> AstChildren<Item> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestModule {
    syntax: SyntaxNode,
}

impl AstNode for TestModule {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TEST_MODULE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TestModule {
    pub fn module_header(&self) -> Option<ModuleHeader> {
        nth_child(&self.syntax, 0)
    }

    pub fn imports(&self) -> AstChildren<Import> {
        children(&self.syntax)
    }

    pub fn test_items(&self) -> AstChildren<TestItem> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModuleHeader {
    syntax: SyntaxNode,
}

impl AstNode for ModuleHeader {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MODULE_HEADER
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ModuleHeader {
    pub fn module_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MODULE_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Import {
    syntax: SyntaxNode,
}

impl AstNode for Import {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::IMPORT
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Import {
    pub fn import_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IMPORT_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Item {
    Specification(Specification),
    EventDef(EventDef),
    FunctionDef(FunctionDef),
    InvariantDef(InvariantDef),
}

impl AstNode for Item {
    fn can_cast(kind: SyntaxKind) -> bool {
        Specification::can_cast(kind)
            || EventDef::can_cast(kind)
            || FunctionDef::can_cast(kind)
            || InvariantDef::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if Specification::can_cast(kind) {
            return Specification::cast(node).map(Self::Specification);
        }
        if EventDef::can_cast(kind) {
            return EventDef::cast(node).map(Self::EventDef);
        }
        if FunctionDef::can_cast(kind) {
            return FunctionDef::cast(node).map(Self::FunctionDef);
        }
        if InvariantDef::can_cast(kind) {
            return InvariantDef::cast(node).map(Self::InvariantDef);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Specification(it) => it.syntax(),
            Self::EventDef(it) => it.syntax(),
            Self::FunctionDef(it) => it.syntax(),
            Self::InvariantDef(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TestItem {
    StateSetup(StateSetup),
    Check(Check),
    Domain(Domain),
}

impl AstNode for TestItem {
    fn can_cast(kind: SyntaxKind) -> bool {
        StateSetup::can_cast(kind)
            || Check::can_cast(kind)
            || Domain::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if StateSetup::can_cast(kind) {
            return StateSetup::cast(node).map(Self::StateSetup);
        }
        if Check::can_cast(kind) {
            return Check::cast(node).map(Self::Check);
        }
        if Domain::can_cast(kind) {
            return Domain::cast(node).map(Self::Domain);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::StateSetup(it) => it.syntax(),
            Self::Check(it) => it.syntax(),
            Self::Domain(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Path {
    syntax: SyntaxNode,
}

impl AstNode for Path {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PATH
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Path {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameRef {
    syntax: SyntaxNode,
}

impl AstNode for NameRef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::NAME_REF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NameRef {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Annotation {
    syntax: SyntaxNode,
}

impl AstNode for Annotation {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::ANNOTATION
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Annotation {
    pub fn key_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::KEY_KW])
    }

    pub fn ref_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::REF_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn tag_string_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TAG_STRING])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Specification {
    syntax: SyntaxNode,
}

impl AstNode for Specification {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SPECIFICATION
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Specification {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn modifier_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::ABSTRACT_KW,
            SyntaxKind::EXTERNAL_KW,
            SyntaxKind::SINGLETON_KW,
        ])
    }

    pub fn specification_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::SPECIFICATION_KW])
    }

    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }

    pub fn extends(&self) -> Option<Extends> {
        nth_child(&self.syntax, 0)
    }

    pub fn specification_members(&self) -> AstChildren<SpecificationMember> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventDef {
    syntax: SyntaxNode,
}

impl AstNode for EventDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EVENT_DEF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EventDef {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn event_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENT_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn config_param_list(&self) -> Option<ConfigParamList> {
        nth_child(&self.syntax, 0)
    }

    pub fn param_list(&self) -> Option<ParamList> {
        nth_child(&self.syntax, 0)
    }

    pub fn event_members(&self) -> AstChildren<EventMember> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionDef {
    syntax: SyntaxNode,
}

impl AstNode for FunctionDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FUNCTION_DEF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FunctionDef {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn function_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FUNCTION_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn param_list(&self) -> Option<ParamList> {
        nth_child(&self.syntax, 0)
    }

    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn statement(&self) -> Option<Statement> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvariantDef {
    syntax: SyntaxNode,
}

impl AstNode for InvariantDef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INVARIANT_DEF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InvariantDef {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn invariant_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INVARIANT_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn statements(&self) -> AstChildren<Statement> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateSetup {
    syntax: SyntaxNode,
}

impl AstNode for StateSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::STATE_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StateSetup {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn state_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::STATE_KW])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn setup_block(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Check {
    syntax: SyntaxNode,
}

impl AstNode for Check {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CHECK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Check {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn check_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::CHECK_KW])
    }

    pub fn property(&self) -> Option<Property> {
        nth_child(&self.syntax, 0)
    }

    pub fn from_clause(&self) -> Option<FromClause> {
        nth_child(&self.syntax, 0)
    }

    pub fn bounds(&self) -> Option<Bounds> {
        nth_child(&self.syntax, 0)
    }

    pub fn using_clause(&self) -> Option<UsingClause> {
        nth_child(&self.syntax, 0)
    }

    pub fn within_clause(&self) -> Option<WithinClause> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Domain {
    syntax: SyntaxNode,
}

impl AstNode for Domain {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::DOMAIN
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Domain {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn domain_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::DOMAIN_KW])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn domain_entries(&self) -> AstChildren<DomainEntry> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConfigParamList {
    syntax: SyntaxNode,
}

impl AstNode for ConfigParamList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CONFIG_PARAM_LIST
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ConfigParamList {
    pub fn params(&self) -> AstChildren<Param> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParamList {
    syntax: SyntaxNode,
}

impl AstNode for ParamList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PARAM_LIST
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ParamList {
    pub fn params(&self) -> AstChildren<Param> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventMember {
    Preconditions(Preconditions),
    Postconditions(Postconditions),
    SyncBlock(SyncBlock),
}

impl AstNode for EventMember {
    fn can_cast(kind: SyntaxKind) -> bool {
        Preconditions::can_cast(kind)
            || Postconditions::can_cast(kind)
            || SyncBlock::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if Preconditions::can_cast(kind) {
            return Preconditions::cast(node).map(Self::Preconditions);
        }
        if Postconditions::can_cast(kind) {
            return Postconditions::cast(node).map(Self::Postconditions);
        }
        if SyncBlock::can_cast(kind) {
            return SyncBlock::cast(node).map(Self::SyncBlock);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Preconditions(it) => it.syntax(),
            Self::Postconditions(it) => it.syntax(),
            Self::SyncBlock(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Preconditions {
    syntax: SyntaxNode,
}

impl AstNode for Preconditions {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PRECONDITIONS
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Preconditions {
    pub fn preconditions_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PRECONDITIONS_KW])
    }

    pub fn statements(&self) -> AstChildren<Statement> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Postconditions {
    syntax: SyntaxNode,
}

impl AstNode for Postconditions {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::POSTCONDITIONS
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Postconditions {
    pub fn postconditions_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::POSTCONDITIONS_KW])
    }

    pub fn statements(&self) -> AstChildren<Statement> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SyncBlock {
    syntax: SyntaxNode,
}

impl AstNode for SyncBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SYNC_BLOCK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SyncBlock {
    pub fn sync_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::SYNC_KW])
    }

    pub fn sync_stmts(&self) -> AstChildren<SyncStmt> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Param {
    syntax: SyntaxNode,
}

impl AstNode for Param {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PARAM
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Param {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn default(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    NamedType(NamedType),
    SetType(SetType),
    MapType(MapType),
    FunctionType(FunctionType),
    TupleType(TupleType),
    TermType(TermType),
}

impl AstNode for Type {
    fn can_cast(kind: SyntaxKind) -> bool {
        NamedType::can_cast(kind)
            || SetType::can_cast(kind)
            || MapType::can_cast(kind)
            || FunctionType::can_cast(kind)
            || TupleType::can_cast(kind)
            || TermType::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if NamedType::can_cast(kind) {
            return NamedType::cast(node).map(Self::NamedType);
        }
        if SetType::can_cast(kind) {
            return SetType::cast(node).map(Self::SetType);
        }
        if MapType::can_cast(kind) {
            return MapType::cast(node).map(Self::MapType);
        }
        if FunctionType::can_cast(kind) {
            return FunctionType::cast(node).map(Self::FunctionType);
        }
        if TupleType::can_cast(kind) {
            return TupleType::cast(node).map(Self::TupleType);
        }
        if TermType::can_cast(kind) {
            return TermType::cast(node).map(Self::TermType);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::NamedType(it) => it.syntax(),
            Self::SetType(it) => it.syntax(),
            Self::MapType(it) => it.syntax(),
            Self::FunctionType(it) => it.syntax(),
            Self::TupleType(it) => it.syntax(),
            Self::TermType(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    Literal(Literal),
    MoneyLiteral(MoneyLiteral),
    DateLiteral(DateLiteral),
    TimeLiteral(TimeLiteral),
    DateTimeLiteral(DateTimeLiteral),
    TermLiteral(TermLiteral),
    TariffExpr(TariffExpr),
    NameExpr(NameExpr),
    ParenExpr(ParenExpr),
    CallExpr(CallExpr),
    FieldExpr(FieldExpr),
    IndexExpr(IndexExpr),
    PrefixExpr(PrefixExpr),
    BinaryExpr(BinaryExpr),
    InstateExpr(InstateExpr),
    ConditionalExpr(ConditionalExpr),
    QuantifierExpr(QuantifierExpr),
    SetExpr(SetExpr),
    RangeExpr(RangeExpr),
    ComprehensionExpr(ComprehensionExpr),
    MapExpr(MapExpr),
    CardinalityExpr(CardinalityExpr),
}

impl AstNode for Expr {
    fn can_cast(kind: SyntaxKind) -> bool {
        Literal::can_cast(kind)
            || MoneyLiteral::can_cast(kind)
            || DateLiteral::can_cast(kind)
            || TimeLiteral::can_cast(kind)
            || DateTimeLiteral::can_cast(kind)
            || TermLiteral::can_cast(kind)
            || TariffExpr::can_cast(kind)
            || NameExpr::can_cast(kind)
            || ParenExpr::can_cast(kind)
            || CallExpr::can_cast(kind)
            || FieldExpr::can_cast(kind)
            || IndexExpr::can_cast(kind)
            || PrefixExpr::can_cast(kind)
            || BinaryExpr::can_cast(kind)
            || InstateExpr::can_cast(kind)
            || ConditionalExpr::can_cast(kind)
            || QuantifierExpr::can_cast(kind)
            || SetExpr::can_cast(kind)
            || RangeExpr::can_cast(kind)
            || ComprehensionExpr::can_cast(kind)
            || MapExpr::can_cast(kind)
            || CardinalityExpr::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if Literal::can_cast(kind) {
            return Literal::cast(node).map(Self::Literal);
        }
        if MoneyLiteral::can_cast(kind) {
            return MoneyLiteral::cast(node).map(Self::MoneyLiteral);
        }
        if DateLiteral::can_cast(kind) {
            return DateLiteral::cast(node).map(Self::DateLiteral);
        }
        if TimeLiteral::can_cast(kind) {
            return TimeLiteral::cast(node).map(Self::TimeLiteral);
        }
        if DateTimeLiteral::can_cast(kind) {
            return DateTimeLiteral::cast(node).map(Self::DateTimeLiteral);
        }
        if TermLiteral::can_cast(kind) {
            return TermLiteral::cast(node).map(Self::TermLiteral);
        }
        if TariffExpr::can_cast(kind) {
            return TariffExpr::cast(node).map(Self::TariffExpr);
        }
        if NameExpr::can_cast(kind) {
            return NameExpr::cast(node).map(Self::NameExpr);
        }
        if ParenExpr::can_cast(kind) {
            return ParenExpr::cast(node).map(Self::ParenExpr);
        }
        if CallExpr::can_cast(kind) {
            return CallExpr::cast(node).map(Self::CallExpr);
        }
        if FieldExpr::can_cast(kind) {
            return FieldExpr::cast(node).map(Self::FieldExpr);
        }
        if IndexExpr::can_cast(kind) {
            return IndexExpr::cast(node).map(Self::IndexExpr);
        }
        if PrefixExpr::can_cast(kind) {
            return PrefixExpr::cast(node).map(Self::PrefixExpr);
        }
        if BinaryExpr::can_cast(kind) {
            return BinaryExpr::cast(node).map(Self::BinaryExpr);
        }
        if InstateExpr::can_cast(kind) {
            return InstateExpr::cast(node).map(Self::InstateExpr);
        }
        if ConditionalExpr::can_cast(kind) {
            return ConditionalExpr::cast(node).map(Self::ConditionalExpr);
        }
        if QuantifierExpr::can_cast(kind) {
            return QuantifierExpr::cast(node).map(Self::QuantifierExpr);
        }
        if SetExpr::can_cast(kind) {
            return SetExpr::cast(node).map(Self::SetExpr);
        }
        if RangeExpr::can_cast(kind) {
            return RangeExpr::cast(node).map(Self::RangeExpr);
        }
        if ComprehensionExpr::can_cast(kind) {
            return ComprehensionExpr::cast(node).map(Self::ComprehensionExpr);
        }
        if MapExpr::can_cast(kind) {
            return MapExpr::cast(node).map(Self::MapExpr);
        }
        if CardinalityExpr::can_cast(kind) {
            return CardinalityExpr::cast(node).map(Self::CardinalityExpr);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Literal(it) => it.syntax(),
            Self::MoneyLiteral(it) => it.syntax(),
            Self::DateLiteral(it) => it.syntax(),
            Self::TimeLiteral(it) => it.syntax(),
            Self::DateTimeLiteral(it) => it.syntax(),
            Self::TermLiteral(it) => it.syntax(),
            Self::TariffExpr(it) => it.syntax(),
            Self::NameExpr(it) => it.syntax(),
            Self::ParenExpr(it) => it.syntax(),
            Self::CallExpr(it) => it.syntax(),
            Self::FieldExpr(it) => it.syntax(),
            Self::IndexExpr(it) => it.syntax(),
            Self::PrefixExpr(it) => it.syntax(),
            Self::BinaryExpr(it) => it.syntax(),
            Self::InstateExpr(it) => it.syntax(),
            Self::ConditionalExpr(it) => it.syntax(),
            Self::QuantifierExpr(it) => it.syntax(),
            Self::SetExpr(it) => it.syntax(),
            Self::RangeExpr(it) => it.syntax(),
            Self::ComprehensionExpr(it) => it.syntax(),
            Self::MapExpr(it) => it.syntax(),
            Self::CardinalityExpr(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Statement {
    ExprStmt(ExprStmt),
    ParenStmt(ParenStmt),
    CaseStmt(CaseStmt),
}

impl AstNode for Statement {
    fn can_cast(kind: SyntaxKind) -> bool {
        ExprStmt::can_cast(kind)
            || ParenStmt::can_cast(kind)
            || CaseStmt::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if ExprStmt::can_cast(kind) {
            return ExprStmt::cast(node).map(Self::ExprStmt);
        }
        if ParenStmt::can_cast(kind) {
            return ParenStmt::cast(node).map(Self::ParenStmt);
        }
        if CaseStmt::can_cast(kind) {
            return CaseStmt::cast(node).map(Self::CaseStmt);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::ExprStmt(it) => it.syntax(),
            Self::ParenStmt(it) => it.syntax(),
            Self::CaseStmt(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SyncStmt {
    syntax: SyntaxNode,
}

impl AstNode for SyncStmt {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SYNC_STMT
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SyncStmt {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn not_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::NOT_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn key(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn arg_list(&self) -> Option<ArgList> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExprStmt {
    syntax: SyntaxNode,
}

impl AstNode for ExprStmt {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EXPR_STMT
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ExprStmt {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParenStmt {
    syntax: SyntaxNode,
}

impl AstNode for ParenStmt {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PAREN_STMT
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ParenStmt {
    pub fn statement(&self) -> Option<Statement> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CaseStmt {
    syntax: SyntaxNode,
}

impl AstNode for CaseStmt {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CASE_STMT
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CaseStmt {
    pub fn case_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::CASE_KW])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn case_arms(&self) -> AstChildren<CaseArm> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CaseArm {
    syntax: SyntaxNode,
}

impl AstNode for CaseArm {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CASE_ARM
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CaseArm {
    pub fn pattern(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn statement(&self) -> Option<Statement> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArgList {
    syntax: SyntaxNode,
}

impl AstNode for ArgList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::ARG_LIST
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ArgList {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Extends {
    syntax: SyntaxNode,
}

impl AstNode for Extends {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EXTENDS
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Extends {
    pub fn extends_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EXTENDS_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpecificationMember {
    FieldBlock(FieldBlock),
    EventBlock(EventBlock),
    InvariantBlock(InvariantBlock),
    LifeCycle(LifeCycle),
}

impl AstNode for SpecificationMember {
    fn can_cast(kind: SyntaxKind) -> bool {
        FieldBlock::can_cast(kind)
            || EventBlock::can_cast(kind)
            || InvariantBlock::can_cast(kind)
            || LifeCycle::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if FieldBlock::can_cast(kind) {
            return FieldBlock::cast(node).map(Self::FieldBlock);
        }
        if EventBlock::can_cast(kind) {
            return EventBlock::cast(node).map(Self::EventBlock);
        }
        if InvariantBlock::can_cast(kind) {
            return InvariantBlock::cast(node).map(Self::InvariantBlock);
        }
        if LifeCycle::can_cast(kind) {
            return LifeCycle::cast(node).map(Self::LifeCycle);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::FieldBlock(it) => it.syntax(),
            Self::EventBlock(it) => it.syntax(),
            Self::InvariantBlock(it) => it.syntax(),
            Self::LifeCycle(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldBlock {
    syntax: SyntaxNode,
}

impl AstNode for FieldBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FIELD_BLOCK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FieldBlock {
    pub fn fields_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FIELDS_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventBlock {
    syntax: SyntaxNode,
}

impl AstNode for EventBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EVENT_BLOCK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EventBlock {
    pub fn events_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENTS_KW])
    }

    pub fn event_refs(&self) -> AstChildren<EventRef> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvariantBlock {
    syntax: SyntaxNode,
}

impl AstNode for InvariantBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INVARIANT_BLOCK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InvariantBlock {
    pub fn invariants_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INVARIANTS_KW])
    }

    pub fn invariant_refs(&self) -> AstChildren<InvariantRef> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LifeCycle {
    syntax: SyntaxNode,
}

impl AstNode for LifeCycle {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::LIFE_CYCLE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl LifeCycle {
    pub fn life_cycle_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::LIFE_CYCLE_KW])
    }

    pub fn state_froms(&self) -> AstChildren<StateFrom> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Field {
    syntax: SyntaxNode,
}

impl AstNode for Field {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FIELD
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Field {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventRef {
    syntax: SyntaxNode,
}

impl AstNode for EventRef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EVENT_REF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EventRef {
    pub fn internal_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INTERNAL_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn config_arg_list(&self) -> Option<ConfigArgList> {
        nth_child(&self.syntax, 0)
    }

    pub fn param_list(&self) -> Option<ParamList> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConfigArgList {
    syntax: SyntaxNode,
}

impl AstNode for ConfigArgList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CONFIG_ARG_LIST
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ConfigArgList {
    pub fn config_args(&self) -> AstChildren<ConfigArg> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConfigArg {
    syntax: SyntaxNode,
}

impl AstNode for ConfigArg {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CONFIG_ARG
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ConfigArg {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvariantRef {
    syntax: SyntaxNode,
}

impl AstNode for InvariantRef {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INVARIANT_REF
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InvariantRef {
    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateFrom {
    syntax: SyntaxNode,
}

impl AstNode for StateFrom {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::STATE_FROM
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StateFrom {
    pub fn modifier_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INITIAL_KW, SyntaxKind::FINAL_KW])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn state_tos(&self) -> AstChildren<StateTo> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateTo {
    syntax: SyntaxNode,
}

impl AstNode for StateTo {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::STATE_TO
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StateTo {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn name_refs(&self) -> AstChildren<NameRef> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamedType {
    syntax: SyntaxNode,
}

impl AstNode for NamedType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::NAMED_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NamedType {
    pub fn name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::BUILTIN_TYPE,
            SyntaxKind::TYPE_NAME,
            SyntaxKind::PERIOD,
            SyntaxKind::FREQUENCY,
        ])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetType {
    syntax: SyntaxNode,
}

impl AstNode for SetType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SET_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SetType {
    pub fn set_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::SET_KW])
    }

    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MapType {
    syntax: SyntaxNode,
}

impl AstNode for MapType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MAP_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MapType {
    pub fn map_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MAP_KW])
    }

    pub fn key(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn value(&self) -> Option<Type> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionType {
    syntax: SyntaxNode,
}

impl AstNode for FunctionType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FUNCTION_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FunctionType {
    pub fn argument(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn result(&self) -> Option<Type> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TupleType {
    syntax: SyntaxNode,
}

impl AstNode for TupleType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TUPLE_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TupleType {
    pub fn types(&self) -> AstChildren<Type> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TermType {
    syntax: SyntaxNode,
}

impl AstNode for TermType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TERM_TYPE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TermType {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn period_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PERIOD])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Literal {
    syntax: SyntaxNode,
}

impl AstNode for Literal {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Literal {
    pub fn value_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::INT,
            SyntaxKind::REAL,
            SyntaxKind::PERCENTAGE,
            SyntaxKind::IBAN,
            SyntaxKind::CURRENCY,
            SyntaxKind::STRING,
            SyntaxKind::PERIOD,
            SyntaxKind::FREQUENCY,
            SyntaxKind::NORM,
            SyntaxKind::BOOL,
            SyntaxKind::INF,
            SyntaxKind::ANY,
            SyntaxKind::NOW_KW,
        ])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoneyLiteral {
    syntax: SyntaxNode,
}

impl AstNode for MoneyLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MONEY_LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MoneyLiteral {
    pub fn currency_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::CURRENCY])
    }

    pub fn amount_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::REAL, SyntaxKind::INT])
    }

    pub fn money_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MONEY])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DateLiteral {
    syntax: SyntaxNode,
}

impl AstNode for DateLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::DATE_LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DateLiteral {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn month_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MONTH])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeLiteral {
    syntax: SyntaxNode,
}

impl AstNode for TimeLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TIME_LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TimeLiteral {
    pub fn time_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TIME])
    }

    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DateTimeLiteral {
    syntax: SyntaxNode,
}

impl AstNode for DateTimeLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::DATE_TIME_LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DateTimeLiteral {
    pub fn date_literal(&self) -> Option<DateLiteral> {
        nth_child(&self.syntax, 0)
    }

    pub fn time_literal(&self) -> Option<TimeLiteral> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TermLiteral {
    syntax: SyntaxNode,
}

impl AstNode for TermLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TERM_LITERAL
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TermLiteral {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn period_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PERIOD])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TariffExpr {
    syntax: SyntaxNode,
}

impl AstNode for TariffExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TARIFF_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TariffExpr {
    pub fn fixed_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FIXED_KW])
    }

    pub fn percentage_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PERCENTAGE])
    }

    pub fn tariff_bounds(&self) -> Option<TariffBounds> {
        nth_child(&self.syntax, 0)
    }

    pub fn norm_word_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::NORM_KW])
    }

    pub fn norm_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::NORM])
    }

    pub fn left(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn right(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameExpr {
    syntax: SyntaxNode,
}

impl AstNode for NameExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::NAME_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NameExpr {
    pub fn name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::IDENT,
            SyntaxKind::TYPE_NAME,
            SyntaxKind::THIS_KW,
            SyntaxKind::IT_KW,
        ])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParenExpr {
    syntax: SyntaxNode,
}

impl AstNode for ParenExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PAREN_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ParenExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallExpr {
    syntax: SyntaxNode,
}

impl AstNode for CallExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CALL_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CallExpr {
    pub fn callee(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn arg_list(&self) -> Option<ArgList> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldExpr {
    syntax: SyntaxNode,
}

impl AstNode for FieldExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FIELD_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FieldExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT, SyntaxKind::TYPE_NAME])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IndexExpr {
    syntax: SyntaxNode,
}

impl AstNode for IndexExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INDEX_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl IndexExpr {
    pub fn base(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn index(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PrefixExpr {
    syntax: SyntaxNode,
}

impl AstNode for PrefixExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::PREFIX_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl PrefixExpr {
    pub fn operator_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::NEW_KW,
            SyntaxKind::NOT_KW,
            SyntaxKind::MINUS,
            SyntaxKind::INITIALIZED_KW,
            SyntaxKind::FINALIZED_KW,
        ])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BinaryExpr {
    syntax: SyntaxNode,
}

impl AstNode for BinaryExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::BINARY_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl BinaryExpr {
    pub fn left(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn operator_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[
            SyntaxKind::STAR,
            SyntaxKind::SLASH,
            SyntaxKind::PERCENT,
            SyntaxKind::PLUS,
            SyntaxKind::MINUS,
            SyntaxKind::IN_KW,
            SyntaxKind::LT,
            SyntaxKind::LT_EQ,
            SyntaxKind::GT,
            SyntaxKind::GT_EQ,
            SyntaxKind::EQ_EQ,
            SyntaxKind::BANG_EQ,
            SyntaxKind::AMP_AMP,
            SyntaxKind::PIPE_PIPE,
            SyntaxKind::ARROW,
        ])
    }

    pub fn right(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstateExpr {
    syntax: SyntaxNode,
}

impl AstNode for InstateExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INSTATE_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InstateExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn instate_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INSTATE_KW])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }

    pub fn state_set(&self) -> Option<StateSet> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConditionalExpr {
    syntax: SyntaxNode,
}

impl AstNode for ConditionalExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CONDITIONAL_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ConditionalExpr {
    pub fn condition(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn then(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }

    pub fn otherwise(&self) -> Option<Expr> {
        nth_child(&self.syntax, 2)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuantifierExpr {
    syntax: SyntaxNode,
}

impl AstNode for QuantifierExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::QUANTIFIER_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl QuantifierExpr {
    pub fn quantifier_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FORALL_KW, SyntaxKind::EXISTS_KW])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn condition_list(&self) -> Option<ConditionList> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetExpr {
    syntax: SyntaxNode,
}

impl AstNode for SetExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SET_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SetExpr {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RangeExpr {
    syntax: SyntaxNode,
}

impl AstNode for RangeExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::RANGE_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl RangeExpr {
    pub fn low(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn high(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }

    pub fn by_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::BY_KW])
    }

    pub fn step(&self) -> Option<Expr> {
        nth_child(&self.syntax, 2)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ComprehensionExpr {
    syntax: SyntaxNode,
}

impl AstNode for ComprehensionExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::COMPREHENSION_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ComprehensionExpr {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn condition_list(&self) -> Option<ConditionList> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MapExpr {
    syntax: SyntaxNode,
}

impl AstNode for MapExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MAP_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MapExpr {
    pub fn map_entries(&self) -> AstChildren<MapEntry> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CardinalityExpr {
    syntax: SyntaxNode,
}

impl AstNode for CardinalityExpr {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CARDINALITY_EXPR
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl CardinalityExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TariffBounds {
    syntax: SyntaxNode,
}

impl AstNode for TariffBounds {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::TARIFF_BOUNDS
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl TariffBounds {
    pub fn bounded_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::BOUNDED_KW])
    }

    pub fn by_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::BY_KW])
    }

    pub fn min_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MIN_KW])
    }

    pub fn max_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MAX_KW])
    }

    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateSet {
    syntax: SyntaxNode,
}

impl AstNode for StateSet {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::STATE_SET
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl StateSet {
    pub fn name_refs(&self) -> AstChildren<NameRef> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ConditionList {
    syntax: SyntaxNode,
}

impl AstNode for ConditionList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::CONDITION_LIST
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ConditionList {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MapEntry {
    syntax: SyntaxNode,
}

impl AstNode for MapEntry {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::MAP_ENTRY
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl MapEntry {
    pub fn key(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn value(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetupBlock {
    syntax: SyntaxNode,
}

impl AstNode for SetupBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::SETUP_BLOCK
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl SetupBlock {
    pub fn setups(&self) -> AstChildren<Setup> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Setup {
    NowSetup(NowSetup),
    InstanceSetup(InstanceSetup),
    ForeverSetup(ForeverSetup),
    EventuallySetup(EventuallySetup),
    UntilSetup(UntilSetup),
    UnlessSetup(UnlessSetup),
}

impl AstNode for Setup {
    fn can_cast(kind: SyntaxKind) -> bool {
        NowSetup::can_cast(kind)
            || InstanceSetup::can_cast(kind)
            || ForeverSetup::can_cast(kind)
            || EventuallySetup::can_cast(kind)
            || UntilSetup::can_cast(kind)
            || UnlessSetup::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if NowSetup::can_cast(kind) {
            return NowSetup::cast(node).map(Self::NowSetup);
        }
        if InstanceSetup::can_cast(kind) {
            return InstanceSetup::cast(node).map(Self::InstanceSetup);
        }
        if ForeverSetup::can_cast(kind) {
            return ForeverSetup::cast(node).map(Self::ForeverSetup);
        }
        if EventuallySetup::can_cast(kind) {
            return EventuallySetup::cast(node).map(Self::EventuallySetup);
        }
        if UntilSetup::can_cast(kind) {
            return UntilSetup::cast(node).map(Self::UntilSetup);
        }
        if UnlessSetup::can_cast(kind) {
            return UnlessSetup::cast(node).map(Self::UnlessSetup);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::NowSetup(it) => it.syntax(),
            Self::InstanceSetup(it) => it.syntax(),
            Self::ForeverSetup(it) => it.syntax(),
            Self::EventuallySetup(it) => it.syntax(),
            Self::UntilSetup(it) => it.syntax(),
            Self::UnlessSetup(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NowSetup {
    syntax: SyntaxNode,
}

impl AstNode for NowSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::NOW_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl NowSetup {
    pub fn now_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::NOW_KW])
    }

    pub fn is_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IS_KW])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstanceSetup {
    syntax: SyntaxNode,
}

impl AstNode for InstanceSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INSTANCE_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InstanceSetup {
    pub fn not_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::NOT_KW])
    }

    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }

    pub fn uninitialized_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::UNINITIALIZED_KW])
    }

    pub fn state_set(&self) -> Option<StateSet> {
        nth_child(&self.syntax, 0)
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }

    pub fn with_clause(&self) -> Option<WithClause> {
        nth_child(&self.syntax, 0)
    }

    pub fn one_with_clauses(&self) -> AstChildren<OneWithClause> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ForeverSetup {
    syntax: SyntaxNode,
}

impl AstNode for ForeverSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FOREVER_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl ForeverSetup {
    pub fn forever_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FOREVER_KW])
    }

    pub fn setup_block(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventuallySetup {
    syntax: SyntaxNode,
}

impl AstNode for EventuallySetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EVENTUALLY_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EventuallySetup {
    pub fn eventually_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENTUALLY_KW])
    }

    pub fn setup_block(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UntilSetup {
    syntax: SyntaxNode,
}

impl AstNode for UntilSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::UNTIL_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UntilSetup {
    pub fn left(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }

    pub fn until_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::UNTIL_KW])
    }

    pub fn right(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnlessSetup {
    syntax: SyntaxNode,
}

impl AstNode for UnlessSetup {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::UNLESS_SETUP
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UnlessSetup {
    pub fn left(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }

    pub fn unless_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::UNLESS_KW])
    }

    pub fn right(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WithClause {
    syntax: SyntaxNode,
}

impl AstNode for WithClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::WITH_CLAUSE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl WithClause {
    pub fn with_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::WITH_KW])
    }

    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }

    pub fn and_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::AND_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OneWithClause {
    syntax: SyntaxNode,
}

impl AstNode for OneWithClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::ONE_WITH_CLAUSE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl OneWithClause {
    pub fn one_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::ONE_KW])
    }

    pub fn with_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::WITH_KW])
    }

    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }

    pub fn and_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::AND_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Property {
    Reachability(Reachability),
    InvariantsHold(InvariantsHold),
}

impl AstNode for Property {
    fn can_cast(kind: SyntaxKind) -> bool {
        Reachability::can_cast(kind)
            || InvariantsHold::can_cast(kind)
    }

    fn cast(node: SyntaxNode) -> Option<Self> {
        let kind = node.kind();
        if Reachability::can_cast(kind) {
            return Reachability::cast(node).map(Self::Reachability);
        }
        if InvariantsHold::can_cast(kind) {
            return InvariantsHold::cast(node).map(Self::InvariantsHold);
        }
        None
    }

    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Reachability(it) => it.syntax(),
            Self::InvariantsHold(it) => it.syntax(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FromClause {
    syntax: SyntaxNode,
}

impl AstNode for FromClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::FROM_CLAUSE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl FromClause {
    pub fn from_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FROM_KW])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bounds {
    syntax: SyntaxNode,
}

impl AstNode for Bounds {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::BOUNDS
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Bounds {
    pub fn in_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IN_KW])
    }

    pub fn form_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MAX_KW, SyntaxKind::EXACTLY_KW])
    }

    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn between_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::BETWEEN_KW])
    }

    pub fn and_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::AND_KW])
    }

    pub fn step_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::STEP_KW])
    }

    pub fn steps_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::STEPS_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UsingClause {
    syntax: SyntaxNode,
}

impl AstNode for UsingClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::USING_CLAUSE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl UsingClause {
    pub fn using_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::USING_KW])
    }

    pub fn events_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENTS_KW])
    }

    pub fn event_patterns(&self) -> AstChildren<EventPattern> {
        children(&self.syntax)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WithinClause {
    syntax: SyntaxNode,
}

impl AstNode for WithinClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::WITHIN_CLAUSE
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl WithinClause {
    pub fn within_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::WITHIN_KW])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reachability {
    syntax: SyntaxNode,
}

impl AstNode for Reachability {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::REACHABILITY
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl Reachability {
    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }

    pub fn expectation_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::REACHABLE_KW, SyntaxKind::UNREACHABLE_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvariantsHold {
    syntax: SyntaxNode,
}

impl AstNode for InvariantsHold {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::INVARIANTS_HOLD
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl InvariantsHold {
    pub fn invariants_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INVARIANTS_KW])
    }

    pub fn hold_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::HOLD_KW])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventPattern {
    syntax: SyntaxNode,
}

impl AstNode for EventPattern {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::EVENT_PATTERN
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl EventPattern {
    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }

    pub fn star_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::STAR])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DomainEntry {
    syntax: SyntaxNode,
}

impl AstNode for DomainEntry {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::DOMAIN_ENTRY
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DomainEntry {
    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn domain_path(&self) -> Option<DomainPath> {
        nth_child(&self.syntax, 0)
    }

    pub fn values(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DomainPath {
    syntax: SyntaxNode,
}

impl AstNode for DomainPath {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SyntaxKind::DOMAIN_PATH
    }

    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Self::can_cast(syntax.kind()).then_some(Self { syntax })
    }

    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}

impl DomainPath {
    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }
}
