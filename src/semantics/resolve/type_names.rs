//! Types as they are written to types.

use std::sync::Arc;

use crate::diagnostics::Span;
use crate::diagnostics::codes::names::InstanceType;
use crate::diagnostics::codes::{names as codes, specifications as spec_codes};
use crate::semantics::context::Context;
use crate::semantics::specification::SpecId;
use crate::semantics::types::Type;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

use super::lookup::{DeclarationId, Kind, Lookup};

/// The type that is written, or `Unknown` and a diagnostic.
pub(in crate::semantics) fn resolve_type(
    context: &Context<'_>,
    module: usize,
    ty: Option<&ast::Type>,
) -> Type {
    let resolve = |ty: Option<ast::Type>| resolve_type(context, module, ty.as_ref());
    let span = |node: &dyn Fn() -> crate::syntax::SyntaxNode| context.span(module, &node());
    match ty {
        None => Type::Unknown,
        Some(ast::Type::NamedType(named)) => named_type(context, module, named),
        Some(ast::Type::SetType(set)) => Type::set_of(resolve(set.ty())),
        Some(ast::Type::MapType(map)) => Type::map_of(resolve(map.key()), resolve(map.value())),
        Some(ast::Type::FunctionType(function)) => {
            let parameters: Arc<[Type]> = match function.argument() {
                Some(ast::Type::TupleType(tuple)) => {
                    tuple.types().map(|ty| resolve(Some(ty))).collect()
                }
                argument => Arc::new([resolve(argument)]),
            };
            Type::Function(parameters, Arc::new(resolve(function.result())))
        }
        Some(ast::Type::TupleType(tuple)) => {
            let mut types = tuple.types();
            if let (Some(only), None) = (types.next(), types.next()) {
                return resolve(Some(only));
            }
            context.report(codes::tuple_type(span(&|| tuple.syntax().clone())));
            Type::Unknown
        }
        Some(ast::Type::TermType(term)) => {
            context.report(codes::term_type(
                span(&|| term.syntax().clone()),
                &term.syntax().text().to_string(),
            ));
            Type::Unknown
        }
    }
}

fn named_type(context: &Context<'_>, module: usize, named: &ast::NamedType) -> Type {
    let Some(token) = named.name_token() else {
        return Type::Unknown;
    };
    if let Some(built_in) = Type::built_in(token.text()) {
        return built_in;
    }
    let name = token.text();
    let span = context.span(module, named.syntax());
    let lookup = |kind| context.declarations.lookup(module, kind, &[name.into()]);
    if token.kind() == SyntaxKind::TYPE_NAME
        && let Lookup::Found(place) | Lookup::Transitive(place) = lookup(Kind::Specification)
    {
        let key = key_type_of(context, place);
        let wrong = codes::specification_as_type(span, name);
        let instead = codes::instead_of_specification(wrong, place_of(named), name, key.as_deref());
        context.report(instead);
    } else {
        let help = context.suggest(name, Type::BUILT_IN);
        context.report(codes::unknown_type(span, name).meant(help));
    }
    Type::Unknown
}

/// Where a type stands.
fn place_of(named: &ast::NamedType) -> InstanceType {
    let above = named.syntax().parent();
    match above.map(|above| above.kind()) {
        Some(SyntaxKind::FIELD) => InstanceType::Field,
        Some(SyntaxKind::DOMAIN_ENTRY) => InstanceType::Domain,
        _ => InstanceType::Value,
    }
}

/// The type of a specification's own key, as it is written. Headers may not be there yet.
fn key_type_of(context: &Context<'_>, place: DeclarationId) -> Option<String> {
    let module = &context.declarations.modules[place.module];
    let members = module.specs.get(place.index).node.specification_members();
    let blocks = members.filter_map(|member| match member {
        ast::SpecificationMember::FieldBlock(block) => Some(block),
        _ => None,
    });
    let key = blocks.flat_map(|block| block.fields()).find(|field| {
        let mut annotations = field.annotations();
        annotations.any(|annotation| annotation.key_token().is_some())
    })?;
    let ty = context.span(place.module, key.ty()?.syntax());
    Some(context.text_at(ty))
}

/// A field with `@ref=S` must have the type of S's key.
pub(in crate::semantics) fn check_reference_type(
    context: &Context<'_>,
    spec: SpecId,
    ty: &Type,
    field_type: Span,
) {
    let header = context.header(spec);
    let Some(key) = header.key else { return };
    let key = &header.fields[key.index()];
    if !ty.fits(&key.ty) {
        context.report(spec_codes::reference_type(
            field_type,
            &context.show(ty),
            &header.name.text,
            &context.show(&key.ty),
            key.span,
        ));
    }
}
