//! The nodes of the tree. Generated from `rebel.ungram` by `tests/language/grammar.rs`: do not edit.

#![allow(missing_docs, reason = "the grammar says what each node is")]

use super::{AstChildren, ast_enum, ast_node, children, nth_child, token};
use crate::syntax::{SyntaxKind, SyntaxToken};

ast_enum!(SourceFile {
    Module, TestModule,
});

ast_node!(Module, MODULE);

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

ast_node!(TestModule, TEST_MODULE);

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

ast_node!(ModuleHeader, MODULE_HEADER);

impl ModuleHeader {
    pub fn module_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MODULE_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(Import, IMPORT);

impl Import {
    pub fn import_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IMPORT_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

ast_enum!(Item {
    Specification, EventDef, FunctionDef, InvariantDef,
});

ast_enum!(TestItem {
    StateSetup, Check, Domain,
});

ast_node!(Path, PATH);

impl Path {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }
}

ast_node!(NameRef, NAME_REF);

impl NameRef {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }
}

ast_node!(Annotation, ANNOTATION);

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

ast_node!(Specification, SPECIFICATION);

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

ast_node!(EventDef, EVENT_DEF);

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

ast_node!(FunctionDef, FUNCTION_DEF);

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

ast_node!(InvariantDef, INVARIANT_DEF);

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

ast_node!(StateSetup, STATE_SETUP);

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

ast_node!(Check, CHECK);

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

ast_node!(Domain, DOMAIN);

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

ast_node!(ConfigParamList, CONFIG_PARAM_LIST);

impl ConfigParamList {
    pub fn params(&self) -> AstChildren<Param> {
        children(&self.syntax)
    }
}

ast_node!(ParamList, PARAM_LIST);

impl ParamList {
    pub fn params(&self) -> AstChildren<Param> {
        children(&self.syntax)
    }
}

ast_enum!(EventMember {
    Preconditions, Postconditions, SyncBlock,
});

ast_node!(Preconditions, PRECONDITIONS);

impl Preconditions {
    pub fn preconditions_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PRECONDITIONS_KW])
    }

    pub fn statements(&self) -> AstChildren<Statement> {
        children(&self.syntax)
    }
}

ast_node!(Postconditions, POSTCONDITIONS);

impl Postconditions {
    pub fn postconditions_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::POSTCONDITIONS_KW])
    }

    pub fn statements(&self) -> AstChildren<Statement> {
        children(&self.syntax)
    }
}

ast_node!(SyncBlock, SYNC_BLOCK);

impl SyncBlock {
    pub fn sync_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::SYNC_KW])
    }

    pub fn sync_stmts(&self) -> AstChildren<SyncStmt> {
        children(&self.syntax)
    }
}

ast_node!(Param, PARAM);

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

ast_enum!(Type {
    NamedType, SetType, MapType, FunctionType, TupleType, TermType,
});

ast_enum!(Expr {
    Literal, MoneyLiteral, DateLiteral, TimeLiteral, DateTimeLiteral, TermLiteral, TariffExpr,
    NameExpr, ParenExpr, CallExpr, FieldExpr, IndexExpr, PrefixExpr, BinaryExpr, InstateExpr,
    ConditionalExpr, QuantifierExpr, SetExpr, RangeExpr, ComprehensionExpr, MapExpr,
    CardinalityExpr,
});

ast_enum!(Statement {
    ExprStmt, ParenStmt, CaseStmt,
});

ast_node!(SyncStmt, SYNC_STMT);

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

ast_node!(ExprStmt, EXPR_STMT);

impl ExprStmt {
    pub fn annotations(&self) -> AstChildren<Annotation> {
        children(&self.syntax)
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(ParenStmt, PAREN_STMT);

impl ParenStmt {
    pub fn statement(&self) -> Option<Statement> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(CaseStmt, CASE_STMT);

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

ast_node!(CaseArm, CASE_ARM);

impl CaseArm {
    pub fn pattern(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn statement(&self) -> Option<Statement> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(ArgList, ARG_LIST);

impl ArgList {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

ast_node!(Extends, EXTENDS);

impl Extends {
    pub fn extends_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EXTENDS_KW])
    }

    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

ast_enum!(SpecificationMember {
    FieldBlock, EventBlock, InvariantBlock, LifeCycle,
});

ast_node!(FieldBlock, FIELD_BLOCK);

impl FieldBlock {
    pub fn fields_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FIELDS_KW])
    }

    pub fn fields(&self) -> AstChildren<Field> {
        children(&self.syntax)
    }
}

ast_node!(EventBlock, EVENT_BLOCK);

impl EventBlock {
    pub fn events_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENTS_KW])
    }

    pub fn event_refs(&self) -> AstChildren<EventRef> {
        children(&self.syntax)
    }
}

ast_node!(InvariantBlock, INVARIANT_BLOCK);

impl InvariantBlock {
    pub fn invariants_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INVARIANTS_KW])
    }

    pub fn invariant_refs(&self) -> AstChildren<InvariantRef> {
        children(&self.syntax)
    }
}

ast_node!(LifeCycle, LIFE_CYCLE);

impl LifeCycle {
    pub fn life_cycle_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::LIFE_CYCLE_KW])
    }

    pub fn state_froms(&self) -> AstChildren<StateFrom> {
        children(&self.syntax)
    }
}

ast_node!(Field, FIELD);

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

ast_node!(EventRef, EVENT_REF);

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

ast_node!(ConfigArgList, CONFIG_ARG_LIST);

impl ConfigArgList {
    pub fn config_args(&self) -> AstChildren<ConfigArg> {
        children(&self.syntax)
    }
}

ast_node!(ConfigArg, CONFIG_ARG);

impl ConfigArg {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(InvariantRef, INVARIANT_REF);

impl InvariantRef {
    pub fn path(&self) -> Option<Path> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(StateFrom, STATE_FROM);

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

ast_node!(StateTo, STATE_TO);

impl StateTo {
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }

    pub fn name_refs(&self) -> AstChildren<NameRef> {
        children(&self.syntax)
    }
}

ast_node!(NamedType, NAMED_TYPE);

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

ast_node!(SetType, SET_TYPE);

impl SetType {
    pub fn set_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::SET_KW])
    }

    pub fn ty(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(MapType, MAP_TYPE);

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

ast_node!(FunctionType, FUNCTION_TYPE);

impl FunctionType {
    pub fn argument(&self) -> Option<Type> {
        nth_child(&self.syntax, 0)
    }

    pub fn result(&self) -> Option<Type> {
        nth_child(&self.syntax, 1)
    }
}

ast_node!(TupleType, TUPLE_TYPE);

impl TupleType {
    pub fn types(&self) -> AstChildren<Type> {
        children(&self.syntax)
    }
}

ast_node!(TermType, TERM_TYPE);

impl TermType {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn period_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PERIOD])
    }
}

ast_node!(Literal, LITERAL);

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

ast_node!(MoneyLiteral, MONEY_LITERAL);

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

ast_node!(DateLiteral, DATE_LITERAL);

impl DateLiteral {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn month_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::MONTH])
    }
}

ast_node!(TimeLiteral, TIME_LITERAL);

impl TimeLiteral {
    pub fn time_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TIME])
    }

    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }
}

ast_node!(DateTimeLiteral, DATE_TIME_LITERAL);

impl DateTimeLiteral {
    pub fn date_literal(&self) -> Option<DateLiteral> {
        nth_child(&self.syntax, 0)
    }

    pub fn time_literal(&self) -> Option<TimeLiteral> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(TermLiteral, TERM_LITERAL);

impl TermLiteral {
    pub fn int_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INT])
    }

    pub fn period_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::PERIOD])
    }
}

ast_node!(TariffExpr, TARIFF_EXPR);

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

ast_node!(NameExpr, NAME_EXPR);

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

ast_node!(ParenExpr, PAREN_EXPR);

impl ParenExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(CallExpr, CALL_EXPR);

impl CallExpr {
    pub fn callee(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn arg_list(&self) -> Option<ArgList> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(FieldExpr, FIELD_EXPR);

impl FieldExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT, SyntaxKind::TYPE_NAME])
    }
}

ast_node!(IndexExpr, INDEX_EXPR);

impl IndexExpr {
    pub fn base(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn index(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

ast_node!(PrefixExpr, PREFIX_EXPR);

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

ast_node!(BinaryExpr, BINARY_EXPR);

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

ast_node!(InstateExpr, INSTATE_EXPR);

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

ast_node!(ConditionalExpr, CONDITIONAL_EXPR);

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

ast_node!(QuantifierExpr, QUANTIFIER_EXPR);

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

ast_node!(SetExpr, SET_EXPR);

impl SetExpr {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

ast_node!(RangeExpr, RANGE_EXPR);

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

ast_node!(ComprehensionExpr, COMPREHENSION_EXPR);

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

ast_node!(MapExpr, MAP_EXPR);

impl MapExpr {
    pub fn map_entries(&self) -> AstChildren<MapEntry> {
        children(&self.syntax)
    }
}

ast_node!(CardinalityExpr, CARDINALITY_EXPR);

impl CardinalityExpr {
    pub fn expr(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(TariffBounds, TARIFF_BOUNDS);

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

ast_node!(StateSet, STATE_SET);

impl StateSet {
    pub fn name_refs(&self) -> AstChildren<NameRef> {
        children(&self.syntax)
    }
}

ast_node!(ConditionList, CONDITION_LIST);

impl ConditionList {
    pub fn exprs(&self) -> AstChildren<Expr> {
        children(&self.syntax)
    }
}

ast_node!(MapEntry, MAP_ENTRY);

impl MapEntry {
    pub fn key(&self) -> Option<Expr> {
        nth_child(&self.syntax, 0)
    }

    pub fn value(&self) -> Option<Expr> {
        nth_child(&self.syntax, 1)
    }
}

ast_node!(SetupBlock, SETUP_BLOCK);

impl SetupBlock {
    pub fn setups(&self) -> AstChildren<Setup> {
        children(&self.syntax)
    }
}

ast_enum!(Setup {
    NowSetup, InstanceSetup, ForeverSetup, EventuallySetup, UntilSetup, UnlessSetup,
});

ast_node!(NowSetup, NOW_SETUP);

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

ast_node!(InstanceSetup, INSTANCE_SETUP);

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

ast_node!(ForeverSetup, FOREVER_SETUP);

impl ForeverSetup {
    pub fn forever_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FOREVER_KW])
    }

    pub fn setup_block(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(EventuallySetup, EVENTUALLY_SETUP);

impl EventuallySetup {
    pub fn eventually_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::EVENTUALLY_KW])
    }

    pub fn setup_block(&self) -> Option<SetupBlock> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(UntilSetup, UNTIL_SETUP);

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

ast_node!(UnlessSetup, UNLESS_SETUP);

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

ast_node!(WithClause, WITH_CLAUSE);

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

ast_node!(OneWithClause, ONE_WITH_CLAUSE);

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

ast_enum!(Property {
    Reachability, InvariantsHold,
});

ast_node!(FromClause, FROM_CLAUSE);

impl FromClause {
    pub fn from_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::FROM_KW])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(Bounds, BOUNDS);

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

ast_node!(UsingClause, USING_CLAUSE);

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

ast_node!(WithinClause, WITHIN_CLAUSE);

impl WithinClause {
    pub fn within_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::WITHIN_KW])
    }

    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }
}

ast_node!(Reachability, REACHABILITY);

impl Reachability {
    pub fn name_ref(&self) -> Option<NameRef> {
        nth_child(&self.syntax, 0)
    }

    pub fn expectation_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::REACHABLE_KW, SyntaxKind::UNREACHABLE_KW])
    }
}

ast_node!(InvariantsHold, INVARIANTS_HOLD);

impl InvariantsHold {
    pub fn invariants_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::INVARIANTS_KW])
    }

    pub fn hold_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::HOLD_KW])
    }
}

ast_node!(EventPattern, EVENT_PATTERN);

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

ast_node!(DomainEntry, DOMAIN_ENTRY);

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

ast_node!(DomainPath, DOMAIN_PATH);

impl DomainPath {
    pub fn type_name_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::TYPE_NAME])
    }

    pub fn ident_token(&self) -> Option<SyntaxToken> {
        token(&self.syntax, &[SyntaxKind::IDENT])
    }
}
