import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { sparqlCompletions } from '../../../src/site/browser/query/complete.js';
import type { QueryTerms } from '../../../src/site/pages/query-terms.js';

const TERMS: QueryTerms = {
  classes: [{ iri: 'http://schema.org/Person', uses: 2 }],
  properties: [{ iri: 'http://schema.org/name', uses: 1 }],
  prefixes: { schema: 'http://schema.org/' },
  queries: [],
} as unknown as QueryTerms;

/** The offers where a text ends. */
async function offers(text: string, { terms = Promise.resolve<QueryTerms | undefined>(TERMS), explicit = false } = {}) {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, explicit);
  const result = await sparqlCompletions(terms)(context);
  return result?.options.map(({ label }) => label);
}

describe('completions', () => {
  it('wait for the terms of the store', async () => {
    let come: (terms: QueryTerms) => void = () => undefined;
    const offered = offers('SELECT * { ?x a Per', { terms: new Promise((resolve) => (come = resolve)) });
    come(TERMS);
    expect(await offered).toEqual(['schema:Person']);
  });

  it('do without the terms of a server that does not say', async () => {
    const terms = Promise.resolve(undefined);
    expect(await offers('SEL', { terms })).toContain('SELECT');
    expect(await offers('SELECT * { ?x ?', { terms })).toEqual(['?x']);
    expect(await offers('ASK { ?x a ', { terms, explicit: true })).toBeUndefined();
  });

  it('are classes only where a type is expected', async () => {
    expect(await offers('ASK { ?x a sch')).toEqual(['schema:Person']);
    expect(await offers('ASK { ?x rdf:type sch')).toEqual(['schema:Person']);
    for (const text of ['ASK { ?a sch', 'ASK { $a sch', 'ASK { ex:a sch', 'ASK { data sch'])
      expect(await offers(text)).toContain('schema:name');
  });

  it('are names with the prefixes of the text, and IRIs after <', async () => {
    expect(await offers('PREFIX s: <http://schema.org/> ASK { ?x a s')).toEqual(['s:Person']);
    expect(await offers('ASK { ?x <http://sch')).toEqual(['<http://schema.org/name>', '<http://schema.org/Person>']);
  });

  it('are prefixes that the text does not declare', async () => {
    expect(await offers('PREFIX s')).toEqual(['schema:']);
    expect(await offers('PREFIX schema: <http://schema.org/>\nPREFIX s')).toBeUndefined();
  });

  it('are variables of all alphabets, without the one that is typed', async () => {
    expect(await offers('SELECT ?größe { ?x ?p ?gr')).toEqual(['?größe', '?x', '?p']);
  });

  it('are none in a comment, nor where nothing is typed', async () => {
    expect(await offers('# sch')).toBeUndefined();
    expect(await offers('ASK { <https://example.org/#a> sch')).toContain('schema:name');
    expect(await offers('ASK { ')).toBeUndefined();
    expect(await offers('ASK { ', { explicit: true })).toContain('OPTIONAL');
  });
});
