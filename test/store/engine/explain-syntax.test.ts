import { CrateError } from '../../../src/base/errors.js';
import { explainSyntax, syntaxErrorAt } from '../../../src/store/engine/explain-syntax.js';
import { OxigraphEngine } from '../../../src/store/engine/oxigraph.js';

const PREFIXES = { schema: 'http://schema.org/' };

/** What the engine says about a text, explained. */
async function explained(sparql: string): Promise<CrateError> {
  const engine = new OxigraphEngine();
  const declared = `PREFIX schema: <http://schema.org/>\n${sparql}`;
  try {
    if (/INSERT|DELETE/.test(sparql)) await engine.update(declared);
    else engine.query(declared, {});
  } catch (error) {
    return explainSyntax(error, sparql, PREFIXES) as CrateError;
  } finally {
    engine.free();
  }
  throw new Error('the engine accepts the text');
}

describe('a SPARQL text that the engine refuses', () => {
  it.each(['', ' \n', '# only a comment', 'PREFIX ex: <urn:ex:>'])('%j contains no query', async (sparql) => {
    const error = await explained(sparql);
    expect(error.message).toBe('SPARQL: the text contains no query');
    expect(error.hint).toMatch(/^write a query/);
  });

  it.each([
    ['SELEC * {}', 1, 1, '`SELEC` is not expected here', 'did you mean SELECT?'],
    ['SELECT * {\n  ?s ?p ?o\n} LIMITT 5', 3, 3, '`LIMITT` is not expected here', 'did you mean LIMIT?'],
    ['SELECT * {\r\n  ?s ?p ?o ] }', 2, 12, '`]` is not expected here', undefined],
    ['SELECT * { ?s ?p "é😀" . ] }', 1, 25, '`]` is not expected here', undefined],
    ['SELECT ?x { ?x schema:name "a" # one\n  "b" }', 2, 3, '`"b"` is not expected here', 'there may be a `.`, `;` or `}` missing before it'], // prettier-ignore
    ['SELECT ?x { ?x schema:name "abc }', 1, 28, '`"abc }` is not expected here', 'the string has no closing quotation mark on its line'], // prettier-ignore
    ['SELECT ?x { ?x <a b> "c" }', 1, 16, '`<a` is not expected here', 'an IRI contains no spaces and ends with >'],
    ['PREFIX ex <urn:ex:> SELECT * {}', 1, 8, '`ex` is not expected here', 'a prefix ends in a colon: `ex:`'],
    ['SELECT ?x {', 1, 12, 'the text ends before a closing `}`', undefined],
    ['SELECT * { ?p a Person }', 1, 17, '`Person` is not expected here', 'a name has a prefix, as in schema:Person'],
    ['SELECT * { ?p name ?n }', 1, 15, '`name` is not expected here', 'a name has a prefix, as in schema:name'],
    ['SELECT * { ?s ?p ?o FLTER(?o) }', 1, 21, '`FLTER` is not expected here', 'did you mean FILTER?'],
    ['SELECT * { ?s ?p ?o }}', 1, 22, '`}` is not expected here', 'there is a `}` too many'],
    ['SELECT * { ?s ?p ?o } LIMIT', 1, 28, 'the text ends too early', undefined],
    ['SELECT ?x (COUNT(?y) AS ?n) { ?x schema:name ?y }', 1, 8, 'projection of ungrouped variable (?x)', undefined],
    ['SELECT * { ?s <rel> ?o }', 1, 15, 'cannot resolve relative IRI rel because no base IRI was set', undefined],
    ['INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> 1 } } ; NONSENSE', 1, 55, '`NONSENSE` is not expected here', undefined], // prettier-ignore
  ])('%j gets its place', async (sparql, line, column, problem, hint) => {
    const error = await explained(sparql);
    expect(error.message).toBe(`SPARQL, line ${line}, column ${column}: ${problem}`);
    expect(error.details).toMatchObject({ line, column });
    const { excerpt, caret } = error.details as { excerpt: string; caret: number };
    const shown = sparql.split(/\r?\n/)[line - 1] as string;
    expect(excerpt).toBe(shown);
    expect([...shown.slice(0, caret)]).toHaveLength(column - 1);
    if (hint !== undefined) expect(error.hint).toBe(hint);
  });

  it.each([
    ['SELECT (1 AS ?x) { BIND(2 AS ?x) }', 'SPARQL: the SELECT overrides an existing variable using an expression'],
    ['INSERT DATA { GRAPH <urn:g> { ?s <urn:p> 1 } }', 'SPARQL: detected illegal variable in BGP'],
  ])('%j gets the reason, if nobody knows the place', async (sparql, message) => {
    expect((await explained(sparql)).message).toBe(message);
  });

  it('shows a part of a long line only', () => {
    const { details } = syntaxErrorAt(`${'x'.repeat(1000)}!${'y'.repeat(1000)}`, 1000, 'wrong');
    expect(details).toMatchObject({ line: 1, column: 1001, caret: 60 });
    expect(details['excerpt']).toMatch(/^x{60}!y{59}$/);
  });

  it('is not explained if the error is another one', () => {
    const other = new CrateError('ERR_LIMIT', 'full');
    expect(explainSyntax(other, 'SELEC', {})).toBe(other);
  });
});
