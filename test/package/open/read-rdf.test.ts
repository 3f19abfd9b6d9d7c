import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readRdf } from '../../../src/package/open/read-rdf.js';
import { termToNQuads } from '../../../src/base/rdf/nquads.js';
import { freshFolder } from '../../cli/helpers/run.js';

async function objectsOf(name: string, content: string | Uint8Array, limits = {}): Promise<string[]> {
  const file = join(await freshFolder('read-rdf'), name);
  await writeFile(file, content);
  const quads = await readRdf(file, { packages: { limits } });
  return quads.map(({ object }) => termToNQuads(object));
}

const rdfXml = (properties: string, start = '') =>
  `${start}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://schema.org/"><rdf:Description rdf:about="urn:x">${properties}</rdf:Description></rdf:RDF>`;

describe('reading RDF', () => {
  it.each(['//host/path', '/path', 'x', '?q', '#f', ''])('refuses <%s> without a base', async (relative) => {
    const message = expect.stringContaining(`the IRI <${relative.replace(/^\/(?!\/)/, '')}> is relative`);
    await expect(objectsOf('a.ttl', `<urn:s> <urn:p> <${relative}> .`)).rejects.toMatchObject({ message });
    await expect(objectsOf('a.rdf', rdfXml(`<s:p rdf:resource="${relative}"/>`))).rejects.toMatchObject({ message });
  });

  it('gives relative IRIs of JSON-LD without an address the same base each time', async () => {
    const text = '{"@id": "x", "http://schema.org/about": {"@id": "y"}}';
    const [first] = await objectsOf('a.jsonld', text);
    expect(first).toMatch(/^<arcp:\/\/ni,sha-256;[\w-]{43}\/y>$/);
    expect(await objectsOf('b.jsonld', text)).toEqual([first]);
    expect(await objectsOf('a.jsonld', ` ${text}`)).not.toEqual([first]);
  });

  it('keeps the case of language tags', async () => {
    expect(await objectsOf('a.ttl', '<urn:s> <urn:p> "a"@en-GB, "b"@de .')).toEqual(['"a"@en-GB', '"b"@de']);
    expect(await objectsOf('a.nq', '<urn:s> <urn:p> "a"@en-GB .')).toEqual(['"a"@en-GB']);
    expect(await objectsOf('a.rdf', rdfXml('<s:p xml:lang="en-GB">a</s:p>'))).toEqual(['"a"@en-GB']);
  });

  it('refuses literals with a direction, which no store holds', async () => {
    const message = expect.stringContaining('direction ltr');
    await expect(objectsOf('a.ttl', '<urn:s> <urn:p> "a"@en--ltr .')).rejects.toMatchObject({ message });
  });

  it.each(['ttl', 'nq', 'rdf', 'jsonld'])('refuses .%s text that is not UTF-8', async (extension) => {
    const message = expect.stringContaining('the text is not UTF-8');
    await expect(objectsOf(`a.${extension}`, Buffer.from('"caf\u00e9"', 'latin1'))).rejects.toMatchObject({ message });
  });

  it('reads the encoding that an XML document declares', async () => {
    const declared = (encoding: string) =>
      rdfXml('<s:p>caf\u00e9</s:p>', `<?xml version="1.0" encoding="${encoding}"?>`);
    expect(await objectsOf('a.rdf', Buffer.from(declared('ISO-8859-1'), 'latin1'))).toEqual(['"caf\u00e9"']);
    expect(await objectsOf('a.rdf', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'))).toEqual(['"caf\u00e9"']);
    expect(await objectsOf('a.rdf', `\ufeff${declared('utf-8')}`)).toEqual(['"caf\u00e9"']);
    const message = expect.stringContaining('the encoding x-none is unknown');
    await expect(objectsOf('a.rdf', declared('x-none'))).rejects.toMatchObject({ message });
  });

  it('keeps characters of XML that two chunks share', async () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `漢😀${'x'.repeat(index % 5)}`);
    const read = await objectsOf('a.rdf', rdfXml(texts.map((text) => `<s:p>${text}</s:p>`).join('')));
    expect(read).toEqual(texts.map((text) => `"${text}"`));
  });

  it('notices that RDF/XML ends early', async () => {
    const whole = rdfXml('<s:p>a</s:p>');
    for (const length of [whole.length - 5, whole.indexOf('</rdf:Desc'), 0])
      await expect(objectsOf('a.rdf', whole.slice(0, length))).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
  });

  it.each([
    ['CDATA, a comment or an instruction', '<s:p>a<![CDATA[<&]]>b<!-- c -->d<?e f?>g</s:p>', '"a<&bdg"'],
    ['an empty language', '<s:p xml:lang="">a</s:p>', '"a"'],
  ])('reads text with %s', async (_, property, object) => {
    expect(await objectsOf('a.rdf', rdfXml(property))).toEqual([object]);
  });

  it.each(['Literal', 'Odd'])('reads rdf:parseType="%s" as XML', async (kind) => {
    const xml = '<b z="&amp;&quot;">1 &lt; 2<!-- c --></b>';
    expect(await objectsOf('a.rdf', rdfXml(`<s:p rdf:parseType="${kind}">${xml}</s:p>`))).toEqual([
      `${JSON.stringify(xml)}^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>`,
    ]);
  });

  it('replaces entities that are text, also by other entities', async () => {
    const type = `<!DOCTYPE r [<!ENTITY e "http://e.org/"><!ENTITY n 'A &amp; "&#66;" &e;'><!ENTITY e "second">]>`;
    expect(await objectsOf('a.rdf', rdfXml('<s:p rdf:datatype="&e;t">&n;</s:p>', type))).toEqual([
      '"A & \\"B\\" http://e.org/"^^<http://e.org/t>',
    ]);
  });

  it.each([
    ['a file', '<!ENTITY x SYSTEM "file:///etc/hostname">'],
    ['markup', '<!ENTITY x "<s:p>a</s:p>">'],
    ['an unknown entity', '<!ENTITY x "&y;">'],
    ['very much text', `<!ENTITY a "${'lol'.repeat(300)}"><!ENTITY x "&a;&a;">`],
  ])('refuses an entity that stands for %s', async (_, declaration) => {
    const text = rdfXml('<s:p>&x;</s:p>', `<!DOCTYPE r [${declaration}]>`);
    await expect(objectsOf('a.rdf', text)).rejects.toMatchObject({
      message: expect.stringContaining('undefined entity'),
    });
  });

  it('refuses a gzip file that is much larger than it was', async () => {
    const bomb = gzipSync(Buffer.alloc(70_000_000, `#${'x'.repeat(100_000)}\n`));
    await expect(objectsOf('a.ttl.gz', bomb)).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    expect(await objectsOf('a.ttl.gz', bomb, { ratio: 10_000 })).toEqual([]);
  });
});
