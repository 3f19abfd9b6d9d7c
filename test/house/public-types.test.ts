import { resolve } from 'node:path';
import ts from 'typescript';

/** The module as users see it: the declarations that the build writes. */
const INDEX = resolve('dist/index.d.ts');
const CORE = resolve('dist/core.d.ts');
const program = ts.createProgram([INDEX, CORE], { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true }); // prettier-ignore
const checker = program.getTypeChecker();

describe.each([INDEX, CORE])('the types of %s', (file) => {
  it('are exported, if an exported function or type mentions them', () => {
    expect(exportsOf(program.getSourceFile(file) as ts.SourceFile).length).toBeGreaterThan(20);
    expect(unexportedTypes(file)).toEqual([]);
  });
});

function exportsOf(source: ts.SourceFile): ts.Symbol[] {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol).map(original);
}

function original(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Finds the types of this project that exported declarations mention and the module does not export. */
function unexportedTypes(file: string): string[] {
  const exported = new Set(exportsOf(program.getSourceFile(file) as ts.SourceFile));
  const missing = new Map<string, string>();
  for (const symbol of exported)
    for (const declaration of symbol.declarations ?? []) {
      const visit = (node: ts.Node): void => {
        if (isHidden(node)) return;
        if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
          const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
          const found = checker.getSymbolAtLocation(name);
          const target = found && original(found);
          if (target !== undefined && isOurs(target) && !exported.has(target))
            missing.set(target.name, `${target.name}, mentioned by ${symbol.name}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(declaration);
    }
  return [...missing.values()].sort();
}

function isHidden(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true; // prettier-ignore
}

/** Whether a type is declared at the top of a file of this project; type parameters are not. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (one) => !ts.isTypeParameterDeclaration(one) && one.getSourceFile().fileName.startsWith(resolve('dist')),
  );
}
