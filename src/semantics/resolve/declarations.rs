//! The declarations of every module, by name.

use std::cell::{Cell, OnceCell};
use std::path::PathBuf;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::diagnostics::codes::{modules as module_codes, names as codes};
use crate::diagnostics::{Diagnostic, FileId, Span};
use crate::semantics::load::{LoadedModule, Workspace};
use crate::semantics::specification::{FunctionId, Name, SpecId};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, SyntaxToken};

use super::lookup::{DeclarationId, Kind, Ways};

/// The declarations of all modules.
pub(in crate::semantics) struct Declarations {
    pub(in crate::semantics) modules: Vec<ModuleDeclarations>,
    /// Modules may be found in other folders than their importer's.
    has_roots: bool,
    /// Where each name is declared, made when the first name is not found.
    pub(super) by_name: OnceCell<FxHashMap<(Kind, SmolStr), Vec<DeclarationId>>>,
    /// How many names were looked up so far.
    pub(super) lookups: Cell<usize>,
}

/// The declarations of one module.
pub(in crate::semantics) struct ModuleDeclarations {
    pub(in crate::semantics) file: FileId,
    pub(in crate::semantics) name: SmolStr,
    pub(in crate::semantics) imports: Vec<Import>,
    pub(in crate::semantics) specs: Table<ast::Specification>,
    pub(in crate::semantics) events: Table<ast::EventDef>,
    pub(in crate::semantics) functions: Table<ast::FunctionDef>,
    pub(in crate::semantics) invariants: Table<ast::InvariantDef>,
    /// How many specifications and functions the modules before this one have: ids are given
    /// in that order.
    pub(in crate::semantics) spec_base: usize,
    pub(in crate::semantics) function_base: usize,
    /// Where the module's name stands in its header.
    header: Option<Span>,
    /// The folder under which the module's package stands, if its file is called like it.
    base: Option<PathBuf>,
    /// The modules that are reached through imports, and how.
    pub(super) ways: OnceCell<Ways>,
}

/// An import and whether anything was found through it.
pub(in crate::semantics) struct Import {
    pub(in crate::semantics) name: SmolStr,
    pub(in crate::semantics) whole: Span,
    pub(in crate::semantics) target: Option<usize>,
    pub(in crate::semantics) used: Cell<bool>,
}

/// Declarations of one sort, in order and by name.
pub(in crate::semantics) struct Table<T> {
    entries: Vec<Declared<T>>,
    by_name: FxHashMap<SmolStr, usize>,
}

/// A declaration.
pub(in crate::semantics) struct Declared<T> {
    pub(in crate::semantics) name: Name,
    pub(in crate::semantics) node: T,
    pub(in crate::semantics) used: Cell<bool>,
}

impl<T> Table<T> {
    fn new() -> Table<T> {
        Table {
            entries: Vec::new(),
            by_name: FxHashMap::default(),
        }
    }

    pub(in crate::semantics) fn iter(&self) -> impl Iterator<Item = &Declared<T>> {
        self.entries.iter()
    }

    pub(in crate::semantics) fn get(&self, index: usize) -> &Declared<T> {
        &self.entries[index]
    }

    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a declaration. The first of a name counts; later ones are reported, and kept only so
    /// that their bodies are looked at, too.
    fn add(&mut self, name: Name, node: T, what: &str, diagnostics: &mut Vec<Diagnostic>) {
        let index = self.entries.len();
        match self.by_name.get(&name.text) {
            Some(first) => {
                let first = self.entries[*first].name.span;
                diagnostics.push(codes::duplicate(name.span, what, &name.text, first));
            }
            None => {
                self.by_name.insert(name.text.clone(), index);
            }
        }
        self.entries.push(Declared {
            name,
            node,
            used: Cell::new(false),
        });
    }
}

/// The name that a token gives.
pub(in crate::semantics) fn name_of(file: FileId, token: &SyntaxToken) -> Name {
    Name {
        text: token.text().into(),
        span: Span::new(file, token.text_range()),
    }
}

impl Declarations {
    /// Collects the declarations of all modules and reports names that are declared twice.
    pub(in crate::semantics) fn collect(
        workspace: &Workspace,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Declarations {
        let mut modules: Vec<ModuleDeclarations> = Vec::with_capacity(workspace.modules.len());
        for loaded in &workspace.modules {
            let (spec_base, function_base) = modules.last().map_or((0, 0), |last| {
                (
                    last.spec_base + last.specs.len(),
                    last.function_base + last.functions.len(),
                )
            });
            let mut module = ModuleDeclarations::empty(loaded, spec_base, function_base);
            module.collect(&loaded.parse.root(), diagnostics);
            check_names(workspace, loaded, &module, diagnostics);
            modules.push(module);
        }
        Declarations {
            modules,
            has_roots: workspace.has_roots,
            by_name: OnceCell::new(),
            lookups: Cell::new(0),
        }
    }

    /// How many names were looked up so far.
    pub(in crate::semantics) fn lookups(&self) -> usize {
        self.lookups.get()
    }

    /// The declarations of a name, qualified or not, in modules that could be imported.
    pub(in crate::semantics) fn elsewhere(
        &self,
        from: usize,
        kind: Kind,
        path: &[SmolStr],
    ) -> Vec<DeclarationId> {
        let Some((name, qualifier)) = path.split_last() else {
            return Vec::new();
        };
        let by_name = self.by_name.get_or_init(|| self.index());
        let places = by_name
            .get(&(kind, name.clone()))
            .map_or(&[][..], Vec::as_slice);
        let (own, qualifier, whole) = (&self.modules[from], qualifier.join("."), path.join("."));
        let is_meant = |place: &&DeclarationId| {
            let module = &self.modules[place.module];
            let fits = path.len() == 1 || module.name == qualifier || module.name == whole;
            fits && own.could_import(module, self.has_roots)
        };
        places.iter().filter(is_meant).copied().collect()
    }

    fn index(&self) -> FxHashMap<(Kind, SmolStr), Vec<DeclarationId>> {
        let mut index: FxHashMap<(Kind, SmolStr), Vec<DeclarationId>> = FxHashMap::default();
        for (module, declarations) in self.modules.iter().enumerate() {
            for (kind, name, at) in declarations.all_names() {
                let place = DeclarationId { module, index: at };
                index.entry((kind, name)).or_default().push(place);
            }
        }
        index
    }

    /// The id of a specification by its module and place in it.
    pub(in crate::semantics) fn spec_id(&self, module: usize, index: usize) -> SpecId {
        SpecId::at(self.modules[module].spec_base + index)
    }

    /// The id of a function by its module and place in it.
    pub(in crate::semantics) fn function_id(&self, module: usize, index: usize) -> FunctionId {
        FunctionId::at(self.modules[module].function_base + index)
    }
}

impl ModuleDeclarations {
    fn empty(loaded: &LoadedModule, spec_base: usize, function_base: usize) -> ModuleDeclarations {
        let imports = loaded.imports.iter().map(|import| Import {
            name: import.name.clone(),
            whole: import.whole,
            target: import.target,
            used: Cell::new(false),
        });
        ModuleDeclarations {
            file: loaded.file,
            name: loaded.name.clone(),
            imports: imports.collect(),
            specs: Table::new(),
            events: Table::new(),
            functions: Table::new(),
            invariants: Table::new(),
            spec_base,
            function_base,
            header: header_span(loaded),
            base: loaded.named_below.clone(),
            ways: OnceCell::new(),
        }
    }

    fn collect(&mut self, root: &crate::syntax::SyntaxNode, diagnostics: &mut Vec<Diagnostic>) {
        for item in root.children().filter_map(ast::Item::cast) {
            let token = match &item {
                ast::Item::Specification(spec) => spec.type_name_token(),
                ast::Item::EventDef(event) => event.path().and_then(|path| path.last_segment()),
                ast::Item::FunctionDef(function) => {
                    function.path().and_then(|path| path.last_segment())
                }
                ast::Item::InvariantDef(invariant) => {
                    invariant.path().and_then(|path| path.last_segment())
                }
            };
            let Some(token) = token else { continue };
            let name = name_of(self.file, &token);
            match item {
                ast::Item::Specification(node) => {
                    self.specs.add(name, node, "specification", diagnostics);
                }
                ast::Item::EventDef(node) => self.events.add(name, node, "event", diagnostics),
                ast::Item::FunctionDef(node) => {
                    self.functions.add(name, node, "function", diagnostics);
                }
                ast::Item::InvariantDef(node) => {
                    self.invariants.add(name, node, "invariant", diagnostics);
                }
            }
        }
    }

    /// Whether a module of this one's package could import the other.
    fn could_import(&self, other: &ModuleDeclarations, has_roots: bool) -> bool {
        other.base.is_some() && (has_roots || self.base == other.base)
    }

    /// What one more import can be written below, and how many line breaks come between them.
    pub(in crate::semantics) fn last_of_head(&self) -> Option<(Span, usize)> {
        match self.imports.last() {
            Some(import) => Some((import.whole, 1)),
            None => Some((self.header?, 2)),
        }
    }

    /// The last part of the module's name.
    fn simple_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }
}

/// Names of module, file and specification should agree.
fn check_names(
    workspace: &Workspace,
    loaded: &LoadedModule,
    module: &ModuleDeclarations,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let source = workspace.sources.file(loaded.file);
    if let Some(span) = module.header
        && module.base.is_none()
    {
        diagnostics.push(module_codes::other_file_name(
            span,
            &module.name,
            &loaded.path,
        ));
    }
    let mut specs = module.specs.iter();
    if let (Some(only), None) = (specs.next(), specs.next())
        && source.kind() == FileKind::Specification
        && !module.name.is_empty()
        && only.name.text != module.simple_name()
    {
        diagnostics.push(module_codes::other_specification_name(
            only.name.span,
            &only.name.text,
            &module.name,
        ));
    }
}

fn header_span(loaded: &LoadedModule) -> Option<Span> {
    let header = loaded
        .parse
        .root()
        .children()
        .find_map(ast::ModuleHeader::cast)?;
    Some(Span::new(loaded.file, header.path()?.syntax().text_range()))
}
