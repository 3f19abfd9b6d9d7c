import { arcpBase, arcpOfUuid, crateBase, parseBase } from '../../src/crate/base.js';
import { resolveIri } from '../../src/rdf/iri.js';
import { BASE, open, read, short, crate } from '../helpers/read.js';

const UUID = '32a423d6-52ab-47e3-a9cd-54f418a48571';
/** The example of RFC 6920 section 8.1: SHA-256 of "Hello World!". */
const HELLO = Uint8Array.from(Buffer.from('7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069', 'hex'));

describe('where relative identifiers lead, by where the crate comes from', () => {
  it.each([
    [
      '--base',
      parseBase('http://example.com/crate255/'),
      'http://example.com/crate255/data1.txt',
      'http://example.com/crate255/#alice',
    ],
    [
      '--base with the file name',
      parseBase('http://example.com/crate255/ro-crate-metadata.json'),
      'http://example.com/crate255/data1.txt',
      'http://example.com/crate255/ro-crate-metadata.json#alice',
    ],
    [
      'a URL',
      crateBase('https://final.example/c/ro-crate-metadata.json', 'url'),
      'https://final.example/c/data1.txt',
      'https://final.example/c/ro-crate-metadata.json#alice',
    ],
    [
      'BagIt',
      crateBase(`arcp://uuid,${UUID}/data/`, 'bagit'),
      `arcp://uuid,${UUID}/data/data1.txt`,
      `arcp://uuid,${UUID}/data/#alice`,
    ],
    [
      'anything local',
      arcpBase('hash', HELLO),
      'arcp://ni,sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk/data1.txt',
      'arcp://ni,sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk/#alice',
    ],
    [
      '--arcp <uuid>',
      arcpBase(UUID.toUpperCase(), HELLO),
      `arcp://uuid,${UUID}/data1.txt`,
      `arcp://uuid,${UUID}/#alice`,
    ],
    [
      '--arcp urn:uuid:',
      arcpBase(`urn:uuid:${UUID}`, HELLO),
      `arcp://uuid,${UUID}/data1.txt`,
      `arcp://uuid,${UUID}/#alice`,
    ],
  ])('%s', async (_, base, file, alice) => {
    expect([resolveIri('data1.txt', base.iri), resolveIri('#alice', base.iri)]).toEqual([file, alice]);
    const { quads } = await read(crate([{ '@id': 'data1.txt', '@type': 'File', author: { '@id': '#alice' } }]), {
      base,
    });
    expect(quads.map(({ subject, object }) => `${subject.value} ${object.value}`)).toContain(`${file} ${alice}`);
  });

  it('--arcp uuid is another one each time', () => {
    const [one, two] = [arcpBase('uuid', HELLO), arcpBase('uuid', HELLO)];
    expect(one.iri).toMatch(/^arcp:\/\/uuid,[0-9a-f-]{36}\/$/);
    expect(one.iri).not.toBe(two.iri);
    expect(one.reason).toBe('arcp-uuid');
  });

  it('refuses any other --arcp', () => {
    for (const choice of ['', 'x', UUID.slice(1), `${UUID}0`]) {
      expect(() => arcpBase(choice, HELLO)).toThrow(expect.objectContaining({ code: 'ERR_ARCP_INVALID' }));
    }
  });

  it('knows the root of a base', () => {
    expect(crateBase('https://h/c/x.json', 'url').root).toBe('https://h/c/');
    expect(arcpOfUuid(`urn:uuid:${UUID}`)).toBe(`arcp://uuid,${UUID}/`);
    expect(arcpOfUuid('urn:isbn:1')).toBeUndefined();
  });
});

describe('parseBase', () => {
  it.each([
    'https://h/c/',
    'http://h/ro-crate-metadata.json',
    'http://h/x/my-ro-crate-metadata.json',
    'arcp://uuid,x/',
    'http://h/caf\u00e9/',
    'https://h:8080/a%20b/',
  ])('takes %s', (iri) => expect(parseBase(iri)).toMatchObject({ iri, reason: 'given' }));

  it.each([
    ['example.org/c', 'is not absolute', 'did you mean https://example.org/c/ ?'],
    ['./c/', 'is not absolute', 'did you mean https://example.com/crate/ ?'],
    ['', 'is not absolute', 'did you mean https://example.com/crate/ ?'],
    ['file:///home/me/c/', 'is a file: IRI', 'did you mean --arcp hash ?'],
    ['urn:isbn:1', 'has no path', 'did you mean https://example.com/crate/ ?'],
    [`urn:uuid:${UUID}`, 'has no path', `did you mean arcp://uuid,${UUID}/ ?`],
    ['https://h/c#x', 'has a fragment', 'did you mean https://h/c/ ?'],
    ['https://h/c/ro-crate-metadata.json#', 'has a fragment', 'did you mean https://h/c/ro-crate-metadata.json ?'],
    ['https://h/c/?v=1', 'has a query', 'did you mean https://h/c/ ?'],
    ['https://h/my crate/', 'is not a legal IRI', 'did you mean https://h/my%20crate/ ?'],
    ['https://h/c', 'does not end in /', 'did you mean https://h/c/ ?'],
    ['https://h/c/data.json', 'does not end in /', 'did you mean https://h/c/data.json/ ?'],
    ['https://h', 'does not end in /', 'did you mean https://h/ ?'],
  ])('refuses %j: it %s', (iri, why, hint) => {
    expect(() => parseBase(iri)).toThrow(
      expect.objectContaining({
        code: 'ERR_BASE_IRI_INVALID',
        message: expect.stringContaining(why) as string,
        hint,
        exitStatus: 2,
      }),
    );
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
