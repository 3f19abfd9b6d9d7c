import ts from 'typescript';
import { sourceFiles } from './sources.js';

describe('an exported name', () => {
  it('belongs to one file', async () => {
    const files = await sourceFiles();
    const names = files.map(({ path, text }) => ({ path, names: exportedNames(text) }));
    expect(names.flatMap((file) => file.names).length).toBeGreaterThan(300);
    expect(duplicates(names)).toEqual([]);
  });

  it.each([
    ['a function', 'export function one() {}', ['one']],
    ['an async generator', 'export async function* one() {}', ['one']],
    ['a class', 'export class One {}', ['One']],
    ['an interface and its constant', 'export interface One {}\nexport const One = 1;', ['One']],
    ['a type', 'export type One = 1;', ['One']],
    ['constants', 'export const one = 1, two = 2;', ['one', 'two']],
    ['destructured constants', 'export const { one, a: [two] } = three;', ['one', 'two']],
    ['a list', 'function one() {}\nexport { one, one as two };', ['one', 'two']],
    ['overloads', 'export function one(a: 1): 1;\nexport function one(a: 2): 2;', ['one']],
    ['a local name', 'function one() {}', []],
    ['a default export', 'export default function one() {}', []],
    ['a re-exported name', "export { one } from './one.js';\nexport * from './two.js';", []],
  ])('is recognised: %s', (_, text, names) => expect(exportedNames(text)).toEqual(names));

  it('in two files is detected', () => {
    const names = ['one', 'two'];
    expect(duplicates([{ path: 'a.ts', names }, { path: 'b.ts', names: ['two'] }])).toEqual(['two: a.ts, b.ts']); // prettier-ignore
  });
});

/** Returns the names that more than one file exports. */
function duplicates(files: readonly { readonly path: string; readonly names: readonly string[] }[]): string[] {
  const paths = new Map<string, string[]>();
  for (const { path, names } of files) for (const name of names) paths.set(name, [...(paths.get(name) ?? []), path]);
  return [...paths].filter(([, found]) => found.length > 1).map(([name, found]) => `${name}: ${found.join(', ')}`);
}

/** Returns the names that a source text declares and exports. */
function exportedNames(text: string): string[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  return [...new Set(source.statements.flatMap(namesOf))];
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  }
  const kinds = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind) : [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name === undefined ? [] : [name.text];
}

/** Returns the names that a binding declares. */
function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}
