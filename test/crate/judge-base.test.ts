import { parseBase } from '../../src/crate/base.js';
import { checkBaseOptions, judgeBase, type BaseEvidence } from '../../src/crate/judge-base.js';
import { resolveIri } from '../../src/base/rdf/iri.js';
import { BASE, crate, open, read, short } from '../helpers/read.js';

const UUID = '32a423d6-52ab-47e3-a9cd-54f418a48571';
/** The example of RFC 6920 section 8.1: SHA-256 of "Hello World!". */
const HELLO = Uint8Array.from(Buffer.from('7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069', 'hex'));
const HASH = 'arcp://ni,sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk/';

const GIVEN = 'http://given.example/c/';
const REMEMBERED = 'http://remembered.example/c/';
const URL = 'https://final.example/c/ro-crate-metadata.json';
const BAG = `arcp://uuid,${UUID}/`;
const ARCHIVE = 'arcp://uuid,b12d6ddd-44ba-59b6-86e8-45e37b04e8f8/';
const INSIDE = 'http://document.example/c/';
const bytes = { sha256: () => HELLO };

type Row = [
  title: string,
  evidence: BaseEvidence,
  documentBase: string | null | undefined,
  iri: string,
  reason: string,
  notes?: string[],
];

/** The table of the README, and all that it leaves open. Each fact is put beside those that it overrules. */
const TABLE: Row[] = [
  ['--base', { given: GIVEN, remembered: REMEMBERED, url: URL, ...bytes }, INSIDE, GIVEN, 'given'],
  ['--base with the name of the file', { given: `${GIVEN}ro-crate-metadata.json` }, INSIDE, `${GIVEN}ro-crate-metadata.json`, 'given'],
  ['--base beside --arcp', { given: GIVEN, arcp: UUID, ...bytes }, undefined, GIVEN, 'given'],
  ['--base where identifiers stay relative', { given: GIVEN, keepRelative: true }, undefined, GIVEN, 'given'],
  ['a source that the store remembers', { remembered: REMEMBERED, url: URL, ...bytes }, INSIDE, REMEMBERED, 'known-source'],
  ['a source that the store remembers, with --arcp', { remembered: REMEMBERED, arcp: 'hash', ...bytes }, undefined, HASH, 'arcp-hash'],
  ['an absolute @base', { url: URL, ...bytes }, INSIDE, INSIDE, 'document'],
  ['an absolute @base, with --arcp', { arcp: UUID, ...bytes }, INSIDE, INSIDE, 'document'],
  ['an absolute @base where identifiers stay relative', { keepRelative: true, ...bytes }, INSIDE, INSIDE, 'document'],
  ['an @base with a fragment', bytes, `${INSIDE}#x`, INSIDE, 'document'],
  ['an @base that is not a legal IRI', bytes, 'http://d.example/a b/', 'http://d.example/a%20b/', 'document', ['iri-encoded']],
  ['a relative @base', { url: URL }, 'sub/', 'https://final.example/c/sub/', 'document'],
  ['a relative @base below a digest', bytes, 'sub/', `${HASH}sub/`, 'document'],
  ['a relative @base where identifiers stay relative', { keepRelative: true, ...bytes }, 'sub/', HASH, 'none'],
  ['a relative @base below a URL where identifiers stay relative', { keepRelative: true, url: URL }, 'sub/', 'https://final.example/c/sub/', 'document'],
  ['an @base that is a UUID', bytes, `urn:uuid:${UUID}`, `arcp://uuid,${UUID}/`, 'document', ['base-unusable']],
  ['an @base without a path', { url: URL }, 'mailto:x', URL, 'url', ['base-unusable']],
  ['an @base that is null', { url: URL }, null, URL, 'url'],
  ['the URL of a metadata file', { url: URL, ...bytes }, undefined, URL, 'url'],
  ['the URL of a metadata file, with --arcp hash', { url: URL, arcp: 'hash', ...bytes }, undefined, HASH, 'arcp-hash'],
  ['a bag', { bag: BAG, path: 'data/', ...bytes }, undefined, `${BAG}data/`, 'bagit'],
  ['a bag in an archive on the web', { bag: BAG, archive: ARCHIVE, path: 'a%20b/data/' }, undefined, `${BAG}a%20b/data/`, 'bagit'],
  ['a bag, with --arcp hash', { bag: BAG, path: 'data/', arcp: 'hash', ...bytes }, undefined, `${HASH}data/`, 'arcp-hash'],
  ['a bag in an archive on the web, with --arcp hash', { bag: BAG, archive: ARCHIVE, path: 'data/', arcp: 'hash', ...bytes }, undefined, `${HASH}data/`, 'arcp-hash'],
  ['a bag where identifiers stay relative', { bag: BAG, path: 'data/', keepRelative: true }, undefined, `${BAG}data/`, 'none'],
  ['an archive on the web', { archive: ARCHIVE, ...bytes }, undefined, ARCHIVE, 'arcp-location'],
  ['a crate below the top of an archive on the web', { archive: ARCHIVE, path: 'c/' }, undefined, `${ARCHIVE}c/`, 'arcp-location'],
  ['an archive on the web, with --arcp hash', { archive: ARCHIVE, arcp: 'hash', ...bytes }, undefined, HASH, 'arcp-hash'],
  ['an archive on the web where identifiers stay relative', { archive: ARCHIVE, keepRelative: true }, undefined, ARCHIVE, 'none'],
  ['anything else', bytes, undefined, HASH, 'arcp-hash'],
  ['a crate inside of a crate', { path: 'in/', ...bytes }, undefined, `${HASH}in/`, 'arcp-hash'],
  ['anything else where identifiers stay relative', { keepRelative: true, ...bytes }, undefined, HASH, 'none'],
  ['--arcp <uuid>', { arcp: UUID.toUpperCase(), ...bytes }, undefined, `arcp://uuid,${UUID}/`, 'arcp-uuid'],
  ['--arcp urn:uuid:', { arcp: `urn:uuid:${UUID}`, path: 'data/' }, undefined, `arcp://uuid,${UUID}/data/`, 'arcp-uuid'],
  ['a graph', { node: 'http://g.example/c/ro-crate-metadata.json' }, undefined, 'http://g.example/c/', 'graph'],
  ['a graph that has a record', { node: 'http://g.example/c/', remembered: REMEMBERED }, undefined, REMEMBERED, 'known-source'],
  ['RDF with --base', { node: 'http://g.example/c/', given: GIVEN }, undefined, GIVEN, 'given'],
  ['a graph without a folder', { node: 'urn:uuid:x' }, undefined, 'arcp://uuid,00000000-0000-0000-0000-000000000000/', 'graph'],
]; // prettier-ignore

describe('the base of', () => {
  it.each(TABLE)('%s', async (_, evidence, documentBase, iri, reason, notes = []) => {
    const judged = await judgeBase(evidence, () => Promise.resolve(documentBase));
    expect(judged.base).toEqual({ iri, root: resolveIri('./', iri), reason });
    expect(judged.notes.map(({ kind, pointer }) => [kind, pointer])).toEqual(notes.map((kind) => [kind, '/@context']));
  });

  it('--arcp uuid is a new one each time', async () => {
    const [one, two] = await Promise.all([judgeBase({ arcp: 'uuid' }), judgeBase({ arcp: 'uuid' })]);
    expect(one.base).toMatchObject({
      iri: expect.stringMatching(/^arcp:\/\/uuid,[0-9a-f-]{36}\/$/) as string,
      reason: 'arcp-uuid',
    });
    expect(one.base.iri).not.toBe(two.base.iri);
  });

  it('contexts is the one outside of the document', async () => {
    const seen: string[] = [];
    const evidence = { url: URL, ...bytes };
    await judgeBase(evidence, (outside) => Promise.resolve(seen.push(outside.iri) > 0 ? INSIDE : null));
    expect(seen).toEqual([URL]);
  });

  it('a crate needs no digest where something else decides', async () => {
    const never = { sha256: () => Promise.reject(new Error('read for nothing')) };
    for (const evidence of [
      { given: GIVEN },
      { remembered: REMEMBERED },
      { url: URL },
      { bag: BAG },
      { archive: ARCHIVE },
      { arcp: UUID },
    ])
      await expect(judgeBase({ ...never, ...evidence })).resolves.toMatchObject({ notes: [] });
  });

  it('nothing at all is a mistake of the caller', async () => {
    await expect(judgeBase({})).rejects.toMatchObject({ code: 'ERR_USAGE', hint: 'give the base IRI of the crate' });
  });

  it.each([
    [{ given: 'http://h/c', url: URL }, 'ERR_BASE_IRI_INVALID'],
    [{ arcp: 'nonsense', ...bytes }, 'ERR_ARCP_INVALID'],
    [{ arcp: 'nonsense', given: GIVEN }, 'ERR_ARCP_INVALID'],
  ])('%j is refused', async (evidence, code) => {
    await expect(judgeBase(evidence)).rejects.toMatchObject({ code });
    expect(() => checkBaseOptions(evidence)).toThrow(expect.objectContaining({ code }));
  });
});

describe('relative identifiers lead below', () => {
  it.each([
    [URL, 'https://final.example/c/data1.txt', `${URL}#alice`],
    [HASH, `${HASH}data1.txt`, `${HASH}#alice`],
  ])('%s', async (url, file, alice) => {
    const { quads } = await read(crate([{ '@id': 'data1.txt', '@type': 'File', author: { '@id': '#alice' } }]), {
      base: { url },
    });
    expect(quads.map(({ subject, object }) => `${subject.value} ${object.value}`)).toContain(`${file} ${alice}`);
  });
});

describe('a base inside the document', () => {
  const withBase = (...bases: unknown[]) =>
    crate(
      [{ '@id': '#a', '@type': 'Person' }],
      ['https://w3id.org/ro/crate/1.1/context', ...bases.map((base) => ({ '@base': base }) as never)],
    );

  it('absolute: is honoured', async () => {
    const document = await open(withBase('https://other.example/c/'));
    expect(document.base).toEqual({
      iri: 'https://other.example/c/',
      root: 'https://other.example/c/',
      reason: 'document',
    });
    expect(document.root.root).toBe('https://other.example/c/');
  });

  it('absolute: gives way to --base', async () => {
    const document = await open(withBase('https://other.example/c/'), { base: parseBase('http://example.org/crate/') });
    expect(document.root.root).toBe(BASE.root);
  });

  it.each([[null], ['https://x.example/', null]])('null (%j): loses nothing', async (...bases) => {
    const { quads, document } = await read(withBase(...bases));
    expect(document.base).toEqual(BASE);
    expect(short(quads)).toContain('<./#a> <rdf:type> <Person>');
    expect(document.report.repairs).toBe(0);
  });

  it('relative: resolves against the base, and against a base before it', async () => {
    expect((await open(withBase('sub/'))).base.iri).toBe('http://example.org/crate/sub/');
    expect((await open(withBase('https://x.example/a/', 'b/'))).base.iri).toBe('https://x.example/a/b/');
  });

  it('urn:uuid: becomes the arcp base; any other urn: is reported', async () => {
    expect((await open(withBase(`urn:uuid:${UUID}`))).base.iri).toBe(`arcp://uuid,${UUID}/`);
    const document = await open(withBase('urn:isbn:1'));
    expect(document.base).toEqual(BASE);
    expect(document.report.counts['base-unusable']).toBe(1);
  });
});
