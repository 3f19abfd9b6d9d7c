import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { escapeNames, unescapeNames } from '../../../src/crate/read/jsonld-expansion.js';
import { expandCrate } from '../../../src/tasks/rewrite/expand-crate.js';
import { writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, BUNDLED, crate, read } from '../../helpers/read.js';

/** Placeholder for a name with a meaning in JavaScript. */
const NAME = 'xyzzy';
const NAMES = ['__proto__', 'hasOwnProperty', 'constructor', 'toString', '__PROTO__'];

const own = { '@id': '#x', name: 'X' };
const term = { [NAME]: 'http://x/pp' };
const index: JsonObject = { ix: { '@id': 'http://x/ix', '@container': '@index', '@index': 'http://x/p' } };

const PLACES: readonly [string, JsonObject, JsonObject][] = [
  ['a key', term, { [NAME]: 'v' }],
  ['a type', term, { '@type': NAME }],
  ['a type that no context defines', {}, { '@type': NAME }],
  ['a datatype', term, { name: { '@value': 'v', '@type': NAME } }],
  ['the datatype of a term', { ...term, t: { '@id': 'http://x/t', '@type': NAME } }, { t: 'v' }],
  ['a value of a vocabulary', { ...term, t: { '@id': 'http://x/t', '@type': '@vocab' } }, { t: NAME }],
  ['a prefix', { [NAME]: 'http://x/p/' }, { [`${NAME}:y`]: { '@id': `${NAME}:z` } }],
  ['an identifier', {}, { author: { '@id': NAME, name: 'a' } }],
  ['text', {}, { name: NAME, description: `${NAME}\ue000${NAME}` }],
  ['a key of an index map', { ix: { '@id': 'http://x/ix', '@container': '@index' } }, { ix: { [NAME]: { name: 'v' }, zz: { name: 'w' } } }],
  ['an index that is a property', index, { ix: { [NAME]: { name: 'v' } } }],
  ['a key of an id map', { ids: { '@id': 'http://x/ids', '@container': '@id' } }, { ids: { [NAME]: { name: 'v' } } }],
  ['a key of a type map', { ...term, ty: { '@id': 'http://x/ty', '@container': '@type' } }, { ty: { [NAME]: { name: 'v' } } }],
  ['keys of a JSON literal', {}, { name: { '@type': '@json', '@value': { [NAME]: { [NAME]: [NAME] }, zz: 1 } } }],
  ['the context of a node', {}, { '@context': { [NAME]: 'http://x/own' }, [NAME]: { name: 'v' } }],
  ['a nest', { n: '@nest', ...term }, { n: [{ [NAME]: 'v' }, { [NAME]: 'w' }] }],
  ['a vocabulary', { '@vocab': `http://x/${NAME}#` }, { a: 'b' }],
  ['a base', {}, { '@context': { '@base': `http://x/${NAME}/` }, author: { '@id': 'b' } }],
]; // prettier-ignore

/** The same with another name. */
const named = <V extends object>(value: V, name: string): V =>
  JSON.parse(JSON.stringify(value).replaceAll(NAME, name)) as V;

describe.each(NAMES)('%s loses nothing', (name) => {
  it.each(PLACES)('as %s', async (_, terms, entity) => {
    for (const more of [{}, { '@included': { '@id': '#y', name: 'Y' } }] as JsonObject[]) {
      const document = crate([{ ...own, ...more, ...entity }], ['https://w3id.org/ro/crate/1.1/context', terms]);
      const expected = (await oracle(document, BASE.iri, BUNDLED)).replaceAll(NAME, name);
      const { nquads } = await read(named(document, name));
      expect(await canonical(nquads)).toEqual(await canonical(expected));
    }
  });

  it.each(PLACES)('in expansion as %s', async (_, terms, entity) => {
    const document = crate([{ ...own, ...entity }], ['https://w3id.org/ro/crate/1.1/context', terms]);
    const expanded = async (input: object): Promise<JsonObject[]> =>
      (await expandCrate(await writeCrate(await freshFolder('expand'), input as JsonObject), { contexts: BUNDLED }))
        .document;
    expect(await expanded(named(document, name))).toEqual(named(await expanded(document), name));
  });
});

it('what no context defines is reported by its name', async () => {
  const { document } = await read(
    crate([JSON.parse('{"@id":"#x","name":"X","__proto__":"v","@included":[]}') as JsonObject]),
  );
  expect(document.report.notes).toMatchObject([{ kind: 'undefined-property', detail: '__proto__' }]);
});

it.each(['__proto__', '__proto__\ue000', 'a__proto__\ue000\ue000__proto__proto__', 'HASOWNPROPERTY:\ue000', '\ue000'])(
  '%j is escaped and unescaped',
  (text) => {
    const value = JSON.parse(JSON.stringify({ key: [text] }).replaceAll('key', text)) as JsonObject;
    expect(unescapeNames(escapeNames(value))).toEqual(value);
    expect(Object.keys(escapeNames(value))).not.toContain('__proto__');
  },
);
