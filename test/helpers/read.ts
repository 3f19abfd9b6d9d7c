import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { crateBase, type CrateBase } from '../../src/crate/base.js';
import type { BaseEvidence } from '../../src/crate/judge-base.js';
import type { ContextSource } from '../../src/crate/context/context-source.js';
import { bytesInMemory } from '../../src/crate/json/byte-source.js';
import type { JsonValue } from '../../src/crate/json/lazy-document.js';
import type { CrateDocument } from '../../src/crate/read/crate-document.js';
import { openDocument, type DocumentOptions } from '../../src/crate/read/open-document.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';

/** The base of crates that tests write. */
export const BASE: CrateBase = crateBase('http://example.org/crate/', 'url');

/** The bundled contexts only. */
export const BUNDLED: ContextSource = openContexts({ offline: true, cacheDir: 'test/no-such-folder' });

/** A document read to its end, in all forms that tests compare. */
export interface ReadResult {
  readonly document: CrateDocument;
  readonly chunks: readonly string[];
  readonly nquads: string;
  readonly quads: readonly Quad[];
}

/** Options of a document. A complete base counts as that of its address, unless it has another reason. */
export type TestOptions = Partial<Omit<DocumentOptions, 'base'>> & { readonly base?: CrateBase | BaseEvidence };

/** Returns evidence that leads to a base. */
export function evidenceOf(base: CrateBase | BaseEvidence): BaseEvidence {
  if (!('iri' in base)) return base;
  if (base.reason === 'given') return { given: base.iri };
  return base.reason === 'known-source' ? { remembered: base.iri } : { url: base.iri };
}

/** Opens a document from text or a JSON value. */
export function open(
  input: string | Uint8Array | object,
  { base = BASE, ...options }: TestOptions = {},
): Promise<CrateDocument> {
  const text = typeof input === 'string' || input instanceof Uint8Array ? input : JSON.stringify(input);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return openDocument(bytesInMemory(bytes), { base: evidenceOf(base), contexts: BUNDLED, ...options });
}

/** Reads a document to its end. The quads are parsed by N3 from our N-Quads. */
export async function read(input: string | Uint8Array | object, options: TestOptions = {}): Promise<ReadResult> {
  const document = await open(input, options);
  const chunks: string[] = [];
  for await (const chunk of document.nquads()) chunks.push(chunk);
  const nquads = chunks.join('');
  return { document, chunks, nquads, quads: parseNQuads(nquads) };
}

/** Parses N-Quads with N3, an independent implementation that throws on invalid input. */
export function parseNQuads(text: string): Quad[] {
  return new Parser({ format: 'application/n-quads', blankNodePrefix: '_:' }).parse(text);
}

/** Reads a document with `quads`, the other output besides N-Quads. */
export async function readQuads(input: string | object, options: TestOptions = {}): Promise<Quad[]> {
  const document = await open(input, options);
  const quads: Quad[] = [];
  for await (const quad of document.quads(DataFactory)) quads.push(quad);
  return quads;
}

/** Returns a metadata document with descriptor, root and the entities. */
export function crate(
  entities: readonly JsonValue[],
  context: JsonValue = 'https://w3id.org/ro/crate/1.1/context',
  root: object = {},
): object {
  return {
    '@context': context,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        about: { '@id': './' },
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      },
      { '@id': './', '@type': 'Dataset', ...root },
      ...entities,
    ],
  };
}

/** Abbreviates quads to `subject predicate object`: the root as `./`, schema.org without its namespace. */
export function short(quads: Iterable<Quad>): string[] {
  return [...quads]
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(shortTerm).join(' '))
    .sort();
}

function shortTerm(term: Quad['subject'] | Quad['predicate'] | Quad['object']): string {
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') {
    return `<${term.value
      .replace(BASE.root, './')
      .replace('http://schema.org/', '')
      .replace(/^.*22-rdf-syntax-ns#/, 'rdf:')}>`;
  }
  const datatype = term.datatype.value.replace('http://www.w3.org/2001/XMLSchema#', 'xsd:');
  if (term.language !== '') return `${JSON.stringify(term.value)}@${term.language}`;
  return datatype === 'xsd:string' ? JSON.stringify(term.value) : `${JSON.stringify(term.value)}^^${datatype}`;
}
