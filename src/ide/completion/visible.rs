//! What is visible where the cursor is.

use super::Cursor;
use crate::diagnostics::FileId;
use crate::semantics::specification::{Event, Specification};
use crate::semantics::test_module::TestModule;
use crate::syntax::SyntaxToken;
use crate::syntax::ast::{self, AstNode};

impl<'s> Cursor<'s> {
    /// The files whose declarations are visible: the cursor's own and those that it imports.
    pub(super) fn files(&self) -> Vec<FileId> {
        let project = &self.spot.project;
        let module = project.module(self.spot.file);
        let imports = module.into_iter().flat_map(|module| &module.imports);
        let targets = imports.filter_map(|import| import.target);
        let targets = targets.map(|target| project.modules()[target].file);
        std::iter::once(self.spot.file).chain(targets).collect()
    }

    /// The specifications that are visible.
    pub(super) fn specifications(&self) -> Vec<&'s Specification> {
        let files = self.files();
        let all = self.spot.project.program().specifications.iter();
        all.filter(|spec| files.contains(&spec.name.span.file))
            .collect()
    }

    pub(super) fn specification(&self, name: &str) -> Option<&'s Specification> {
        let mut visible = self.specifications().into_iter();
        visible.find(|spec| spec.name.text == name)
    }

    /// The declarations of a sort in visible files.
    pub(super) fn declarations<N: AstNode>(&self) -> Vec<(FileId, N)> {
        let mut found = Vec::new();
        for file in self.files() {
            let module = self.spot.project.module(file);
            let root = module.map(|module| module.parse.root());
            let items = root.into_iter().flat_map(|root| root.children());
            found.extend(items.filter_map(N::cast).map(|node| (file, node)));
        }
        found
    }

    /// The innermost node of a type around the cursor.
    pub(super) fn around<N: AstNode>(&self) -> Option<N> {
        self.parent.ancestors().find_map(N::cast)
    }

    /// The specification that the cursor stands in.
    pub(super) fn own_specification(&self) -> Option<&'s Specification> {
        let name = self.around::<ast::Specification>()?.type_name_token()?;
        self.specification(name.text())
    }

    /// The specifications that list the event or invariant around the cursor: `this` is an instance of one of them.
    pub(super) fn listing(&self) -> Vec<&'s Specification> {
        let event = self.around::<ast::EventDef>();
        let event = event.and_then(|it| it.path()?.last_segment());
        let invariant = self.around::<ast::InvariantDef>();
        let invariant = invariant.and_then(|it| it.path()?.last_segment());
        let file = self.spot.file;
        let is_here = |name: &crate::semantics::specification::Name, text: Option<&str>| {
            name.span.file == file && Some(name.text.as_str()) == text
        };
        let all = self.spot.project.program().specifications.iter();
        let lists = all.filter(|spec| {
            let event = event.as_ref().map(SyntaxToken::text);
            let invariant = invariant.as_ref().map(SyntaxToken::text);
            spec.events.iter().any(|it| is_here(&it.name, event))
                || spec
                    .invariants
                    .iter()
                    .any(|it| is_here(&it.name, invariant))
        });
        lists.collect()
    }

    /// What `this` may be an instance of. An event that nothing lists yet is most likely meant for its own module's
    /// specifications, or for those that it imports.
    pub(super) fn instances_of_this(&self) -> Vec<&'s Specification> {
        let listing = self.listing();
        if !listing.is_empty() || self.around::<ast::FunctionDef>().is_some() {
            return listing;
        }
        let visible = self.specifications();
        let is_own = |spec: &&&Specification| spec.name.span.file == self.spot.file;
        let own: Vec<&Specification> = visible.iter().filter(is_own).copied().collect();
        if own.is_empty() { visible } else { own }
    }

    /// The specification whose instances a statement of a test state speaks of.
    pub(super) fn constrained(&self) -> Option<&'s Specification> {
        let setup = self.around::<ast::InstanceSetup>()?;
        self.specification(setup.path()?.last_segment()?.text())
    }

    /// The test module of the cursor, as it was understood.
    pub(super) fn test_module(&self) -> Option<&'s TestModule> {
        let tests = &self.spot.project.program().tests;
        tests.iter().find(|it| it.file == self.spot.file)
    }

    /// The event that is declared where a listed one is defined.
    pub(super) fn definition(&self, event: &str) -> Option<ast::EventDef> {
        let events = self.declarations::<ast::EventDef>().into_iter();
        let mut events = events.map(|(_, it)| it);
        events.find(|it| name_of(it.path()).is_some_and(|name| name == event))
    }

    /// The parameters of an event with their types.
    pub(super) fn shown(&self, event: &Event) -> String {
        let params = event.params.iter().map(|param| {
            let ty = self.show(&param.ty);
            format!("{}: {ty}", param.name.text)
        });
        format!("({})", params.collect::<Vec<_>>().join(", "))
    }

    /// A type as it is written.
    pub(super) fn show(&self, ty: &crate::semantics::types::Type) -> String {
        let program = self.spot.project.program();
        ty.show(&|spec| program.spec(spec).name.text.to_string())
    }
}

/// The last name of a path.
pub(super) fn name_of(path: Option<ast::Path>) -> Option<String> {
    Some(path?.last_segment()?.text().to_owned())
}
