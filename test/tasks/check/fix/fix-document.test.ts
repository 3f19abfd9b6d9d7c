import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { RULES } from '../../../../src/tasks/check/rules.js';
import { GENERATED_CONTEXTS, metadataDocument } from '../../../helpers/documents.js';
import { BASE, BUNDLED } from '../../../helpers/read.js';
import { tries } from '../../../helpers/seed.js';
import { expectSaidChange, fixText } from './helpers.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const DESCRIPTOR = `{"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"}, "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}}`;
const ROOT = `{"@id": "./", "@type": "Dataset", "name": "A crate"}`;

/** A document with these entities, each on a line. */
function document(entities: readonly string[], { context = `"${CONTEXT}"`, descriptor = DESCRIPTOR } = {}): string {
  return `{\n  "@context": ${context},\n  "@graph": [\n    ${[descriptor, ROOT, ...entities].join(',\n    ')}\n  ]\n}\n`;
}

const pretty = (text: string) => `${JSON.stringify(JSON.parse(text), null, 4)}\n`;

/** Repairs a text, and checks that the graph is as the repair says and that a second one changes nothing. */
async function repaired(text: string): Promise<{ readonly text: string; readonly rules: string[] }> {
  const fixed = await fixText(text);
  await expectSaidChange(text, fixed, { base: BASE, contexts: BUNDLED });
  expect(await fixText(fixed.text)).toEqual({ text: fixed.text, fixes: [] });
  return { text: fixed.text, rules: fixed.fixes.map(({ rule }) => rule) };
}

describe('a document without faults', () => {
  it.each([
    ['on few lines', document([])],
    ['with a byte order mark', `\ufeff${document([])}`],
    ['with Windows line ends', document([]).replaceAll('\n', '\r\n')],
    ['with odd spaces and escapes', document(['{ "@id" : "#\\u00e9" ,"@type":"Person", "name":"\\u0041" }'])],
    ['with a list of one', document(['{"@id": "#a", "@type": "Person", "name": {"@list": ["x"]}}'])],
  ])('%s keeps every byte', async (_, text) => {
    expect(await fixText(text)).toEqual({ text, fixes: [] });
  });
});

describe('identifiers', () => {
  it.each([
    ['a space', 'my file.txt', 'my%20file.txt', 'id-escaped'],
    ['a percent sign', '50%.png', '50%25.png', 'id-escaped'],
    ['braces in an absolute IRI', 'https://a.example/{x}', 'https://a.example/%7Bx%7D', 'id-escaped'],
    ['separators of Windows', 'data\\\\x.txt', 'data/x.txt', 'id-separator'],
    ['escaped characters', 'caf%C3%A9.txt', 'caf\u00e9.txt', 'id-native-characters'],
    ['a detour', 'data/../x.txt', 'x.txt', 'id-inside-root'],
  ])('with %s', async (_, old, now, rule) => {
    const text = document([`{"@id": "${old}", "@type": "File"}`, `{"@id": "#a", "about": {"@id": "${old}"}}`]);
    expect(await repaired(text)).toEqual({ text: text.replaceAll(`"${old}"`, `"${now}"`), rules: [rule] });
  });

  it('of files, under the rule that says MUST since version 1.2', async () => {
    const version = { context: `"${CONTEXT.replace('1.1', '1.2')}"`, descriptor: DESCRIPTOR.replace('1.1', '1.2') };
    const [text, now] = ['my data\\\\x.txt', 'my%20data/x.txt'].map((id) =>
      document([`{"@id": "${id}", "@type": "File"}`], version),
    );
    expect(await repaired(text as string)).toEqual({ text: now, rules: ['data-uri'] });
  });

  it.each([
    ['two spellings of one identifier', ['a\\\\b.txt', 'a%5Cb.txt']],
    ['two files that would become one', ['a\\\\b.txt', 'a/b.txt']],
    ['bytes that are not UTF-8', ['%E9.txt']],
    ['an encoded slash', ['a%2Fb.txt']],
    ['a path of Windows', ['C:\\\\x.txt']],
    ['a path that leaves the root', ['../x.txt']],
  ])('stay if they are %s', async (_, ids) => {
    const text = document(ids.map((id) => `{"@id": "${id}", "@type": "File"}`));
    expect((await fixText(text)).text).toBe(text);
  });

  it('of folders end in a slash, and those of files that are called datasets stay', async () => {
    const text = document([
      '{"@id": "data", "@type": ["Dataset", "RepositoryObject"], "hasPart": {"@id": "all.zip"}}',
      '{"@id": "all.zip", "@type": "Dataset"}',
      '{"@id": "#part", "@type": "Dataset"}',
      '{"@id": "#a", "about": [{"@id": "./data"}, {"@id": "data"}]}',
    ]);
    const now = text.replaceAll('data"', 'data/"');
    expect(await repaired(text)).toEqual({ text: now, rules: ['folder-slash', 'folder-slash'] });
  });
});

describe('values', () => {
  it('an array of one is unpacked', async () => {
    const text = document([
      '{"@id": "#a", "@type": ["Person"], "name": [ "A" ], "knows": [{"@id": "#b"}], "age": [[1]]}',
    ]);
    const now = text.replace('[ "A" ]', '"A"').replace('[{"@id": "#b"}]', '{"@id": "#b"}');
    expect((await fixText(text)).text).toBe(now);
  });

  it('an entity without identifier moves to the graph and gets a free label', async () => {
    const text = pretty(
      document([
        '{"@id": "#a", "@type": "Place", "geo": {"@type": "GeoCoordinates", "latitude": "1"}}',
        '{"@id": "_:b0", "name": "x"}',
      ]),
    );
    const { text: now, rules } = await repaired(text);
    expect(rules).toEqual(['entity-flat']);
    expect(now).toBe(
      pretty(
        document([
          '{"@id": "#a", "@type": "Place", "geo": {"@id": "_:b1"}}',
          '{"@id": "_:b1", "@type": "GeoCoordinates", "latitude": "1"}',
          '{"@id": "_:b0", "name": "x"}',
        ]),
      ),
    );
  });

  it('a named entity without identifier gets one that is made from its name, and free', async () => {
    const text = document([
      '{"@id": "#Ada-Holm", "@type": "Person", "name": "Ada Holm"}',
      '{"@id": "#a", "@type": "CreativeWork", "author": {"@type": "Person", "name": "Ada  Holm!"}}',
      '{"@id": "#b", "@type": "CreativeWork", "author": {"@type": "Person", "name": "\u00c5se Vik"}}',
    ]);
    const { text: now } = await repaired(text);
    const graph = (JSON.parse(now) as { '@graph': { '@id': string; author?: object }[] })['@graph'];
    expect(graph.map((entity) => entity['@id']).slice(2)).toEqual([
      ...['#Ada-Holm', '#a', '#Ada-Holm-2', '#b', '#\u00c5se-Vik'],
    ]);
    expect(graph.find((entity) => entity['@id'] === '#a')?.author).toEqual({ '@id': '#Ada-Holm-2' });
  });

  it('an entity in an entity in an entity moves to the graph, each behind the one it was in', async () => {
    const text = document([
      '{"@id": "#a", "author": {"@id": "#b", "affiliation": {"@id": "#c", "name": "C"}, "name": "B"}}',
    ]);
    expect((await repaired(text)).text).toBe(
      document([
        '{"@id": "#a", "author": {"@id": "#b"}}',
        '{"@id": "#b", "affiliation": {"@id": "#c"}, "name": "B"}',
        '{"@id": "#c", "name": "C"}',
      ]),
    );
  });

  it('a reference that repeats what the entity says is only a reference', async () => {
    const text = document([
      '{"@id": "#a", "author": [{"@id": "#b", "name": "B"}, {"@id": "#c"}]}',
      '{"@id": "#b", "name": ["Other", "B"]}',
    ]);
    expect((await repaired(text)).text).toBe(text.replace('{"@id": "#b", "name": "B"}', '{"@id": "#b"}'));
  });

  it('a reference that says more gives it to the entity, in an earlier place or a later one', async () => {
    const text = document([
      '{"@id": "#b", "name": "B"}',
      '{"@id": "#a", "author": {"@id": "#b", "email": "b@b.example"}, "about": {"@id": "#c", "url": "x"}}',
      '{"@id": "#c", "name": "C"}',
    ]);
    expect((await repaired(text)).text).toBe(
      document([
        '{"@id": "#b", "name": "B", "email": "b@b.example"}',
        '{"@id": "#a", "author": {"@id": "#b"}, "about": {"@id": "#c"}}',
        '{"@id": "#c", "name": "C", "url": "x"}',
      ]),
    );
  });

  it('a reference that says something else stays: which of the two is right?', async () => {
    const text = document(['{"@id": "#a", "author": {"@id": "#b", "name": "Bea"}}', '{"@id": "#b", "name": "B"}']);
    expect(await fixText(text)).toEqual({ text, fixes: [] });
  });
});

describe('the context', () => {
  it('that is missing is that of conformsTo', async () => {
    const text = document([]).replace(`\n  "@context": "${CONTEXT}",`, '');
    expect(await repaired(text)).toEqual({ text: document([]), rules: ['context-crate'] });
  });

  it('alone in an array is unpacked', async () => {
    const text = document([], { context: `["${CONTEXT}"]` });
    expect(await repaired(text)).toEqual({ text: document([]), rules: ['value-unpacked'] });
  });

  it('defines what a newer version of RO-Crate defines, and nothing that it cannot know', async () => {
    const text = document(['{"@id": "#a", "@type": "Person", "localPath": "x", "status": "y", "noSuchTerm": 1}']);
    const terms = '{"localPath": "https://w3id.org/ro/terms#localPath"}';
    expect(await repaired(text)).toEqual({
      text: text.replace(`"${CONTEXT}"`, `["${CONTEXT}", ${terms}]`),
      rules: ['property-defined'],
    });
  });

  it('defines a type that another version of RO-Crate defines', async () => {
    const text = document(['{"@id": "#a", "@type": "ActivationFee"}']);
    const { rules, text: now } = await repaired(text);
    expect(rules).toEqual(['type-defined']);
    expect(now).toContain('"ActivationFee": "http');
  });

  it('defines what one entity of the crate defines under an absolute IRI, for the role in which it is used', async () => {
    const of = (id: string, type: string) =>
      `{"@id": "${id}", "@type": "${type}", "rdfs:label": "x", "rdfs:comment": "y"}`;
    const text = document([
      '{"@id": "#a", "@type": ["Place", "TideSite"], "tideDatum": "1", "twice": "2", "onlyHere": "3", "TideType": "4"}',
      of('https://coast.example/terms#TideSite', 'http://www.w3.org/2000/01/rdf-schema#Class'),
      of('https://coast.example/terms#tideDatum', 'rdf:Property'),
      of('https://coast.example/terms#twice', 'rdf:Property'),
      of('https://other.example/twice', 'rdf:Property'),
      of('#onlyHere', 'rdf:Property'),
      of('https://coast.example/terms#TideType', 'rdfs:Class'),
    ]);
    const { text: now, rules } = await repaired(text);
    expect((JSON.parse(now) as { '@context': unknown })['@context']).toEqual([
      CONTEXT,
      { TideSite: 'https://coast.example/terms#TideSite', tideDatum: 'https://coast.example/terms#tideDatum' },
    ]);
    expect(rules.sort()).toEqual(['property-defined', 'type-defined']);
  });

  it('defines terms of a vocabulary that the crate names', async () => {
    const context = `["${CONTEXT}", {"public_name": "https://w3id.org/ro/terms/copo#public_name"}]`;
    const text = document(['{"@id": "#a", "public_name": "x", "tol_project": "y"}'], { context });
    const now = text.replace('name"}]', 'name", "tol_project": "https://w3id.org/ro/terms/copo#tol_project"}]');
    expect(await repaired(text)).toEqual({ text: now, rules: ['property-defined'] });
  });
});

describe('the descriptor', () => {
  it.each([
    [
      'has the version of the context',
      ', "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}',
      '',
      'descriptor-version',
    ],
    ['has its type', ', "@type": "CreativeWork"', '', 'descriptor-type'],
  ])('%s', async (_, has, lacks, rule) => {
    const text = document([], { descriptor: DESCRIPTOR.replace(has, lacks) });
    const now = document([], { descriptor: DESCRIPTOR.replace(has, lacks).replace(/\}$/, `${has}}`) });
    expect(await repaired(text)).toEqual({ text: now, rules: [rule] });
  });

  it('refers to root and version where it has their identifiers as text', async () => {
    const descriptor = DESCRIPTOR.replaceAll(/\{"@id": ("(?:\.\/|https[^"]*)")\}/g, '$1');
    const text = document([], { descriptor });
    expect(text).not.toBe(document([]));
    expect(await repaired(text)).toEqual({ text: document([]), rules: ['descriptor-about', 'reference-address'] });
  });
});

describe('what cannot be repaired', () => {
  it('is refused if it is not JSON or not UTF-8', async () => {
    await expect(fixText('{"@graph": [')).rejects.toMatchObject({ code: 'ERR_JSON_SYNTAX' });
    const bytes = Buffer.from(document(['{"@id": "#\u00e9"}']), 'latin1');
    await expect(fixText(bytes)).rejects.toMatchObject({ code: 'ERR_JSON_SYNTAX' });
  });
});

it('changes the graph of no document but as it says, and nothing the second time', async () => {
  const options = { base: BASE, contexts: GENERATED_CONTEXTS };
  await fc.assert(
    fc.asyncProperty(metadataDocument, fc.constantFrom(undefined, 2), async (json, indent) => {
      const text = JSON.stringify(json, null, indent);
      const fixed = await fixText(text, options);
      await expectSaidChange(text, fixed, options);
      expect(await fixText(fixed.text, options)).toEqual({ text: fixed.text, fixes: [] });
    }),
    tries(2000),
  );
});

describe('the rules that repairs name', () => {
  const read = (folder: string, files = readdirSync(folder)) =>
    files
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  const repairable = RULES.filter(({ fix }) => fix !== undefined).map(({ id }) => id);

  it('are those that say what the repair does', () => {
    const quoted = new Set(
      [...read('src/tasks/check/fix').matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, name]) => name),
    );
    const notes = ['undefined-property', 'undefined-type'];
    const named = [...quoted].filter((name) => !notes.includes(name as string) && name !== 'jsonc-parser');
    expect(named.sort()).toEqual([...repairable].sort());
  });

  it.each(repairable)('%s has a case here', (rule) => {
    const cases = read('test/tasks/check/fix', ['fix-document.test.ts', 'fix-crate.test.ts']);
    expect(cases).toContain(`'${rule}'`);
  });
});
