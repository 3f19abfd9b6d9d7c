import { DataFactory } from 'n3';
import { crateBase, type CrateBase } from '../../src/crate/base.js';
import { behindStandIn, isStandIn, standIn } from '../../src/crate/stand-in.js';
import { writeDocument } from '../../src/crate/write/write-document.js';
import { BASE, BUNDLED, crate, open } from '../helpers/read.js';

const ROOT = BASE.root;
const REFERENCES = [
  '',
  '/',
  '../up.txt',
  '//host/a?b#c',
  '../a%20b',
  '../a%23b',
  '../a#b',
  '../\u00e9',
  '#@id=',
  '%25',
];

describe('a stand-in', () => {
  it.each(REFERENCES)('can be turned back into its reference: %j', (reference) => {
    expect(behindStandIn(ROOT, standIn(ROOT, reference))).toBe(reference);
    expect(new URL(standIn(ROOT, reference)).href).toBe(standIn(ROOT, reference));
  });

  it.each(['', '#', '#x', 'data/#@id=x', '#%40id=x'])('differs from IRIs that look alike: %j', (rest) => {
    expect(isStandIn(ROOT, ROOT + rest)).toBe(false);
    expect(behindStandIn(ROOT, ROOT + rest)).toBeUndefined();
  });

  it('has no reference behind it if it is malformed', () => {
    expect(behindStandIn(ROOT, `${ROOT}#@id=%ff`)).toBeUndefined();
  });
});

describe('identifiers under a base', () => {
  const IDS = [
    ...['', '#', '#@id=', '#@id=%23@id=', '#@id=../../../up.txt', '#@id=a.txt', '%2F', '../../../up.txt'],
    ...['%2E%2E/%2E%2E/%2E%2E/up.txt', '%2E%2E/up.txt', '../../../up.txt#a', '../../../up.txt%23a', 'a.txt'],
  ];
  const bases: CrateBase[] = [
    BASE,
    crateBase(`${ROOT}ro-crate-metadata.json`, 'url'),
    crateBase('arcp://name,x/', 'given'),
  ];

  it.each(bases.flatMap((base) => [false, true].map((absolute) => ({ base, absolute }))))(
    'stay different and are the same when written and read again: $base.iri, absolute: $absolute',
    async ({ base, absolute }) => {
      const document = await open(crate(IDS.map((id) => ({ '@id': id, name: `name of ${id}` }))), { base });
      const quads = await document.orderedQuads(DataFactory);
      const named = quads.filter(({ object }) => object.value.startsWith('name of '));
      expect(new Set(named.map(({ subject }) => subject.value)).size).toBe(IDS.length);
      const context = 'https://w3id.org/ro/crate/1.1/context';
      const written = await writeDocument(quads, { base, exact: true, absolute, context, contexts: BUNDLED });
      const again = await (await open(written, { base })).orderedQuads(DataFactory);
      expect(again.map(String).sort()).toEqual(quads.map(String).sort());
      const entities = written['@graph'] as { '@id': string }[];
      if (!absolute) expect(entities.map((entity) => entity['@id']).slice(2)).toEqual(IDS);
    },
  );
});
