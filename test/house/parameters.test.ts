import ts from 'typescript';
import { sourceFiles } from './sources.js';

const MOST = 4;

/** Implementations of interfaces that other packages define. */
const PRESCRIBED = [
  'package/container/zip-range-reader.ts: read', // RandomAccessReader of yauzl
  'store/rdf-answers.ts: match', // Source of RDF/JS
];

describe('a function', () => {
  it('has at most four parameters', async () => {
    const long = (await sourceFiles()).flatMap(({ path, text }) =>
      withManyParameters(text).map((name) => `${path}: ${name}`),
    );
    expect(long.sort()).toEqual([...PRESCRIBED].sort());
  });

  it.each([
    ['a function', 'function f(a, b, c, d, e) {}', ['f']],
    ['a method', 'class A { f(a, b, c, d, e = 1) {} }', ['f']],
    ['a constructor', 'class A { constructor(a, b, c, d, e) {} }', ['A']],
    ['an arrow function', 'const f = (a, b, c, d, ...e) => 1;', ['f']],
    ['an anonymous function', 'export default [(a, b, c, d, e) => 1];', ['(a, b, c, d, e) => 1']],
    ['four parameters', 'function f(a, b, c, d) {}', []],
    ['a type', 'type F = (a: 1, b: 1, c: 1, d: 1, e: 1) => 1;', []],
  ])('is checked: %s', (_, text, names) => expect(withManyParameters(text)).toEqual(names));
});

/** Returns the names of functions with more parameters; for a constructor, the name of its class. */
function withManyParameters(text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.parameters.length > MOST) names.push(nameOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  return names;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  const named = ts.isConstructorDeclaration(node) || ts.isVariableDeclaration(parent) ? parent : node;
  return (named as ts.NamedDeclaration).name?.getText() ?? node.getText();
}
