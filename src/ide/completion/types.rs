//! The types of what is written already, as far as they can be told without a program that is right.

use super::Cursor;
use crate::ide::trees::line_of;
use crate::semantics::types::Type;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

impl Cursor<'_> {
    /// The types that an expression may have: several, where several specifications list the event around it.
    pub(super) fn types_of(&self, expr: &ast::Expr) -> Vec<Type> {
        match expr {
            ast::Expr::NameExpr(name) => self.types_of_name(name),
            ast::Expr::ParenExpr(inner) => self.types_of_part(inner.expr()),
            ast::Expr::PrefixExpr(inner) => self.types_of_part(inner.expr()),
            ast::Expr::ConditionalExpr(inner) => self.types_of_part(inner.then()),
            ast::Expr::FieldExpr(field) => self.types_of_field(field),
            ast::Expr::IndexExpr(index) => self.types_of_element(index),
            ast::Expr::CallExpr(call) => self.type_of_call(call).into_iter().collect(),
            ast::Expr::BinaryExpr(binary) => self.type_of_operation(binary).into_iter().collect(),
            ast::Expr::SetExpr(set) => self.sets_of(set.exprs().next()),
            ast::Expr::RangeExpr(range) => self.sets_of(range.low()),
            ast::Expr::ComprehensionExpr(it) => self.types_of_part(it.expr()),
            other => type_of_literal(other).into_iter().collect(),
        }
    }

    fn types_of_field(&self, field: &ast::FieldExpr) -> Vec<Type> {
        let Some(name) = field.name_token() else {
            return Vec::new();
        };
        let bases = self.types_of_part(field.expr()).into_iter();
        bases
            .filter_map(|base| self.type_of_member(&base, name.text()))
            .collect()
    }

    /// An instance by its key, or a value of a map.
    fn types_of_element(&self, index: &ast::IndexExpr) -> Vec<Type> {
        if let Some(ast::Expr::NameExpr(name)) = index.base()
            && let Some(spec) = name.name_token().and_then(|it| self.spec_named(it.text()))
        {
            return vec![Type::Instance(spec)];
        }
        let bases = self.types_of_part(index.base()).into_iter();
        let values = bases.filter_map(|base| match base {
            Type::Map(_, value) => Some(Type::clone(&value)),
            _ => None,
        });
        values.collect()
    }

    fn type_of_call(&self, call: &ast::CallExpr) -> Option<Type> {
        let Some(ast::Expr::NameExpr(name)) = call.callee() else {
            return None;
        };
        let name = name.name_token()?;
        let files = self.files();
        let mut functions = self.spot.project.program().functions.iter();
        functions
            .find(|it| it.name.text == name.text() && files.contains(&it.file))
            .map(|it| it.result.clone())
    }

    /// Numbers scale what they are multiplied with; dates have a distance.
    fn type_of_operation(&self, binary: &ast::BinaryExpr) -> Option<Type> {
        let operator = binary.operator_token()?;
        let left = self.types_of_part(binary.left()).into_iter().next();
        let right = self.types_of_part(binary.right()).into_iter().next();
        match operator.text() {
            "-" if left == Some(Type::Date) && right == Some(Type::Date) => Some(Type::Term),
            "+" | "-" | "*" | "/" | "%" => match left {
                None | Some(Type::Integer | Type::Real | Type::Percentage) => right.or(left),
                other => other,
            },
            _ => Some(Type::Boolean),
        }
    }

    fn sets_of(&self, element: Option<ast::Expr>) -> Vec<Type> {
        let elements = self.types_of_part(element).into_iter();
        elements.map(Type::set_of).collect()
    }

    /// The type of a variable by what it ranges over: the instances of a specification, or what is in a collection.
    pub(super) fn type_of_variable(&self, name: &str) -> Option<Type> {
        let mut around = self.parent.ancestors();
        let over = around.find_map(|node| {
            let quantifier = ast::QuantifierExpr::cast(node.clone());
            let comprehension = ast::ComprehensionExpr::cast(node);
            let (variable, over) = match (quantifier, comprehension) {
                (Some(it), _) => (it.ident_token(), it.expr()),
                (_, Some(it)) => (it.ident_token(), it.expr()),
                _ => return None,
            };
            (variable?.text() == name).then_some(over)?
        })?;
        if let ast::Expr::NameExpr(spec) = &over
            && let Some(spec) = self.spec_named(spec.name_token()?.text())
        {
            return Some(Type::Instance(spec));
        }
        match self.types_of(&over).into_iter().next()? {
            Type::Set(element) | Type::Map(element, _) => Some(Type::clone(&element)),
            _ => None,
        }
    }

    /// The type of a parameter of the event or function around the cursor.
    pub(super) fn type_of_param(&self, name: &str) -> Option<Type> {
        let mut params = self.params().into_iter();
        let param = params.find(|it| it.ident_token().is_some_and(|it| it.text() == name))?;
        written_type(&param.ty()?)
    }
}

/// The type that is written.
fn written_type(ty: &ast::Type) -> Option<Type> {
    match ty {
        ast::Type::SetType(set) => Some(Type::set_of(written_type(&set.ty()?)?)),
        ast::Type::MapType(map) => {
            let (key, value) = (written_type(&map.key()?)?, written_type(&map.value()?)?);
            Some(Type::Map(key.into(), value.into()))
        }
        other => Type::built_in(&line_of(other.syntax())),
    }
}

/// The type of a literal that has parts.
fn type_of_literal(expr: &ast::Expr) -> Option<Type> {
    match expr {
        ast::Expr::MoneyLiteral(_) => Some(Type::Money),
        ast::Expr::DateLiteral(_) => Some(Type::Date),
        ast::Expr::TimeLiteral(_) => Some(Type::Time),
        ast::Expr::DateTimeLiteral(_) => Some(Type::DateTime),
        ast::Expr::TermLiteral(_) => Some(Type::Term),
        ast::Expr::Literal(literal) => match literal.value_token()?.kind() {
            SyntaxKind::NOW_KW => Some(Type::DateTime),
            SyntaxKind::INT => Some(Type::Integer),
            SyntaxKind::PERCENTAGE => Some(Type::Percentage),
            SyntaxKind::IBAN => Some(Type::Iban),
            _ => None,
        },
        _ => None,
    }
}
