import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { Store } from 'oxigraph';
import { parseNQuads } from '../../../src/base/rdf/parse-rdf.js';
import { quadsToNQuads } from '../../../src/base/rdf/nquads.js';
import { rdfXmlParser } from '../../../src/base/rdf/rdf-xml-parser.js';
import { writeRdfXml } from '../../../src/base/rdf/write-rdf-xml.js';
import { canonical } from '../../helpers/oracle.js';
import { tries } from '../../helpers/seed.js';

async function written(nquads: string, prefixes?: Record<string, string>): Promise<string> {
  let text = '';
  for await (const chunk of writeRdfXml(parseNQuads(nquads), prefixes)) text += chunk;
  return text;
}

async function readAgain(nquads: string, prefixes?: Record<string, string>): Promise<string[]> {
  let text = '';
  const { parser } = await rdfXmlParser('http://base.example/');
  const quads: Quad[] = [];
  parser.on('data', (quad: Quad) => void quads.push(quad));
  await pipeline(Readable.from([await written(nquads, prefixes)]), parser);
  for await (const chunk of quadsToNQuads(quads)) text += chunk;
  return canonical(text);
}

const SCHEMA = { schema: 'http://schema.org/', 'xml-like': 'urn:x:', '1st': 'urn:1:', '': 'urn:none:' };

it('writes a description for each run of a subject, with the prefixes that are XML names', async () => {
  const text = await written('<urn:a> <http://schema.org/name> "A & <B>"@en .\n<urn:a> <urn:x/size> "1" .\n', SCHEMA);
  expect(text).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:schema="http://schema.org/">',
      '  <rdf:Description rdf:about="urn:a">',
      '    <schema:name xml:lang="en">A &amp; &lt;B&gt;</schema:name>',
      '    <p:size xmlns:p="urn:x/">1</p:size>',
      '  </rdf:Description>',
      '</rdf:RDF>',
      '',
    ].join('\n'),
  );
  expect(await written('')).toMatch(/^<\?xml .*\n<rdf:RDF [^>]*>\n<\/rdf:RDF>\n$/);
});

/** What XML can hold, and what is odd in it. */
const TEXTS = fc
  .string({ unit: fc.constantFrom(...'ab &<>"\'\r\n\t]]>;#é\u{1F600}\u00A0\u2028\uFFFD'), maxLength: 12 })
  .map((text) => JSON.stringify(text).replaceAll('\u2028', '\\u2028'));
const NODES = fc.constantFrom('<urn:a>', '<http://s.example/?q=1&r=%20#ü>', '_:b0', '_:1x', '_:b.1');
const OBJECTS = fc.oneof(
  NODES,
  TEXTS,
  TEXTS.map((text) => `${text}@en-GB`),
  TEXTS.map((text) => `${text}^^<http://www.w3.org/2001/XMLSchema#decimal>`),
  TEXTS.map((text) => `${text}^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>`),
);
const PROPERTIES = fc.constantFrom(
  '<http://schema.org/name>',
  '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>',
  '<http://www.w3.org/1999/02/22-rdf-syntax-ns#_1>',
  '<urn:x:a-b.c>',
  '<http://s.example/é#1größe>',
  '<http://s.example/?a&b=c>',
);

it('is read back as the triples that were written', async () => {
  const triples = fc.array(fc.tuple(NODES, PROPERTIES, OBJECTS), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(triples, async (all) => {
      const nquads = all.map((triple) => `${triple.join(' ')} .\n`).join('');
      expect(await readAgain(nquads, SCHEMA)).toEqual(await canonical(nquads));
    }),
    tries(300),
  );
});

it('declares no prefix twice, and none for the namespaces of XML', async () => {
  const odd = {
    rdf: 'http://other.example/',
    x: 'http://www.w3.org/2000/xmlns/',
    a: 'http://www.w3.org/XML/1998/namespace',
  };
  const nquads = '<urn:a> <http://other.example/p> "x" .\n<urn:a> <urn:x:b> "y" .\n';
  expect(await readAgain(nquads, odd)).toEqual(await canonical(nquads));
  const long = `<urn:a> <http://x/${'a'.repeat(50_000)}/1x> "x" .\n`;
  expect(await readAgain(long)).toEqual(await canonical(long));
});

it('is read by another parser', async () => {
  const nquads = '_:1 <http://schema.org/name> "A & <B>\\r\\n"@en .\n<urn:a> <urn:x:b> _:1 .\n';
  const store = new Store();
  store.load(await written(nquads, SCHEMA), { format: 'application/rdf+xml' });
  expect(await canonical(store.dump({ format: 'application/n-quads' }))).toEqual(await canonical(nquads));
});

it.each([
  ['a property that ends in a digit', '<urn:a> <http://s.example/1> "x" .', 'ends in no XML name'],
  ['a property that ends in a slash', '<urn:a> <http://s.example/> "x" .', 'ends in no XML name'],
  ['a name of RDF/XML itself', '<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#li> "x" .', 'ends in no XML name'],
  ['a declaration', '<urn:a> <http://www.w3.org/2000/xmlns/a> "x" .', 'ends in no XML name'],
  ['a control character', '<urn:a> <urn:x:b> "\\u0001" .', 'U+0001'],
  ['a character that is none', '<urn:a> <urn:x:b> "\\uFFFE" .', 'U+FFFE'],
])('refuses what RDF/XML cannot say: %s', async (_what, nquads, message) => {
  await expect(written(`${nquads}\n`)).rejects.toMatchObject({
    code: 'ERR_UNSUPPORTED',
    message: expect.stringContaining(message),
    hint: 'write another format, such as Turtle',
  });
});
