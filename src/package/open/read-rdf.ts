import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import { arcpOfDigest } from '../../crate/base.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { displayAddress } from '../../crate/context/context-address.js';
import { requireWholeCharacters } from '../../crate/json/half-character.js';
import { checkJson } from '../../crate/json/lazy-document.js';
import { noteOf, type Note } from '../../crate/read/report.js';
import { readStream } from '../../base/disk/file-streams.js';
import { unreadable } from '../../base/disk/read-file.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { CrateError } from '../../base/errors.js';
import { readFirstBytes, detectKind } from '../bytes/first-bytes.js';
import { through } from '../bytes/through.js';
import { httpError } from '../http/http-error.js';
import { checkRatio, limited } from '../limits.js';
import { contextsFor, contextsOrDefault } from '../contexts/open-contexts.js';
import { isWebAddress, withDefaults, type PackageOptions } from '../package-options.js';
import { checkedQuad, unknownBase } from '../../base/rdf/checked-quads.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { jsonLdParser, type JsonLdParserOptions } from '../../base/rdf/json-ld-parser.js';
import { encodingOfXml, rdfXmlParser } from '../../base/rdf/rdf-xml-parser.js';
import { MAX_RDF_NESTING } from '../../base/rdf/most-levels.js';
import {
  essence,
  JSONLD,
  RDFXML,
  RDF_ENDINGS_IN_WORDS,
  RDF_SYNTAXES,
  syntaxOf,
  syntaxOfFile,
  type RdfSyntax,
} from '../../base/rdf/syntaxes.js';
import { parseRdfStream } from '../../base/rdf/parse-rdf.js';
import { nextTurn, type StopSignal } from '../../crate/read/stop-signal.js';

/** How to read RDF. */
export interface ReadRdfOptions {
  /** Base that relative IRIs resolve against. Default: the final address of a document on the web. */
  readonly base?: string | undefined;
  /** Name or media type of the syntax. Default: that of the media type or file name, or else the content decides. */
  readonly from?: string | undefined;
  /** Where the contexts of JSON-LD come from. Default: those of the package, then the network. */
  readonly contexts?: ContextSource | undefined;
  readonly packages?: PackageOptions | undefined;
  /** The content of the file, of which the argument is only the name. Default: it is read from there. */
  readonly content?: AsyncIterable<Uint8Array> | undefined;
  /** Receives the repairs. */
  readonly onNote?: ((note: Note) => void) | undefined;
  /** Receives the bytes of the document, such as for a digest. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
}

/** A document that is open but not parsed yet. */
interface RdfInput {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined: the content decides. */
  readonly syntax: RdfSyntax | undefined;
  readonly base: string | undefined;
  readonly contexts: ContextSource;
}

/**
 * Whether a crate argument is an RDF file: by its name, except for JSON-LD, which may be a crate,
 * or because `from` says so.
 */
export function isRdfFile(argument: string, from?: string): boolean {
  if (from !== undefined) return true;
  const syntax = syntaxOfFile(isWebAddress(argument) ? argument.replace(/[?#].*$/s, '') : argument);
  return syntax !== undefined && syntax !== JSONLD;
}

/** Whether an argument may be RDF rather than a crate: it has the name of RDF or JSON-LD, is an address, or a pipe. */
export function mayBeRdf(argument: string): boolean {
  if (argument === '-' || isWebAddress(argument)) return true;
  return syntaxOfFile(argument) !== undefined && !isMetadataFileName(argument.replace(/^.*[/\\]/, ''));
}

/** All quads of {@link rdfQuads}. @throws CrateError as {@link rdfQuads} */
export async function readRdf(argument: string, options: ReadRdfOptions): Promise<Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of rdfQuads(argument, options)) quads.push(quad);
  return quads;
}

/**
 * Reads RDF from a file, an address or `-`, one quad after the other; only JSON-LD is held in memory. A gzip file is
 * unpacked.
 * @throws CrateError ERR_NOT_FOUND, ERR_UNSUPPORTED, ERR_RDF_SYNTAX, ERR_JSON_SYNTAX, ERR_LIMIT,
 * ERR_CONTEXT_UNAVAILABLE, ERR_HTTP
 */
export async function* rdfQuads(argument: string, options: ReadRdfOptions): AsyncGenerator<Quad> {
  const { name, ...input } = await openInput(argument, options);
  const { metadataBytes, ratio } = withDefaults(options.packages).limits;
  try {
    const packed = await readFirstBytes(observed(limited(input.chunks, metadataBytes, name), options.onBytes));
    const isPacked = detectKind(packed.head) === 'gzip';
    if (packed.head.length === 0 && /\.gz$/i.test(name))
      throw new CrateError('ERR_RDF_SYNTAX', 'the gzip file is damaged: it is empty');
    const { head, body } = isPacked ? await readFirstBytes(unpacked(packed.body, name, ratio)) : packed;
    const syntax = input.syntax ?? syntaxOfContent(head);
    const noBase = input.base === undefined && syntax !== JSONLD ? unknownBase() : undefined;
    const chunks = limited(body, metadataBytes, name);
    const pause = pausing(options.packages?.signal);
    const quads = parsed(chunks, { ...input, syntax, base: input.base ?? noBase, pause });
    const onRepair = (iri: string) => options.onNote?.(noteOf({ kind: 'iri-encoded', detail: JSON.stringify(iri) }));
    const check = { factory: await dataFactory(), unknownBase: noBase, onRepair };
    for await (const quad of quads) yield checkedQuad(quad, check);
  } catch (error) {
    options.packages?.signal?.throwIfAborted(); // a parser makes an error of its own of the reason
    throw error instanceof CrateError ? error.with({ file: name }) : error;
  }
}

/** JSON-LD or RDF/XML by the first bytes; undefined for the other syntaxes, which one parser reads. */
function syntaxOfContent(head: Uint8Array): RdfSyntax | undefined {
  if (detectKind(head) === 'json') return JSONLD;
  return /^\s*<(?:\?xml|rdf:RDF|!DOCTYPE rdf)/.test(new TextDecoder().decode(head)) ? RDFXML : undefined;
}

async function* parsed(
  chunks: AsyncIterable<Uint8Array>,
  { syntax, base, contexts, pause }: Omit<RdfInput, 'name' | 'chunks'> & Pick<JsonLdParserOptions, 'pause'>,
): AsyncGenerator<Quad> {
  if (syntax === JSONLD) {
    let text = '';
    for await (const part of decoded(chunks)) text += part;
    checkJson(text, MAX_RDF_NESTING); // the JSON-LD parser accepts some invalid JSON
    requireWholeCharacters(text); // it drops the halves
    // As for a crate without an address: the same bytes give the same identifiers, and no others.
    const ownBase = base ?? arcpOfDigest(createHash('sha256').update(text).digest());
    const options = { base: ownBase, loadContext: (address: string) => contexts.load(address), pause };
    yield* transformed(inParts(text, pause), await jsonLdParser(options));
  } else if (syntax === RDFXML) yield* transformed(decoded(chunks, encodingOfXml), await rdfXmlParser(base as string));
  else yield* parseRdfStream(decoded(chunks), syntax, base);
}

async function* transformed(
  chunks: Iterable<string> | AsyncIterable<string>,
  { parser, asError }: { readonly parser: unknown; asError(error: unknown): unknown },
): AsyncGenerator<Quad> {
  try {
    yield* through<Quad>(Readable.from(chunks), parser as NodeJS.ReadWriteStream);
  } catch (error) {
    throw asError(error);
  }
}

async function* unpacked(body: AsyncIterable<Uint8Array>, name: string, ratio: number): AsyncGenerator<Uint8Array> {
  let packedSize = 0;
  let size = 0;
  const packed = observed(body, (bytes) => void (packedSize += bytes.byteLength));
  try {
    for await (const chunk of through(Readable.from(packed), createGunzip())) {
      size += chunk.byteLength;
      checkRatio(name, packedSize, size, { ratio });
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CrateError) throw error;
    throw new CrateError('ERR_RDF_SYNTAX', `the gzip file is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Decodes text.
 * @param encodingOf says the encoding from the first bytes; default: UTF-8
 * @throws CrateError ERR_RDF_SYNTAX for bytes that are not in this encoding
 */
async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  encodingOf: (head: Uint8Array) => string = () => 'utf-8',
): AsyncGenerator<string> {
  let encoding: string | undefined;
  try {
    const { head, body } = await readFirstBytes(chunks);
    encoding = encodingOf(head);
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code === 'ERR_ENCODING_NOT_SUPPORTED')
      throw new CrateError('ERR_RDF_SYNTAX', `the encoding ${encoding} is unknown`, {
        hint: 'convert the file to UTF-8',
        cause,
      });
    if (code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw cause;
    throw new CrateError('ERR_RDF_SYNTAX', `the text is not ${encoding?.toUpperCase()}`, {
      hint: 'convert the file to UTF-8',
      cause,
    });
  }
}

async function* observed(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: ReadRdfOptions['onBytes'],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes?.(chunk);
    yield chunk;
  }
}

async function openInput(argument: string, options: ReadRdfOptions): Promise<RdfInput> {
  const { base, packages, from, content } = options;
  const contexts = contextsOrDefault(options.contexts);
  const { stdin = process.stdin } = withDefaults(packages);
  const named = from === undefined ? undefined : requireSyntax(from);
  if (content !== undefined)
    return { name: argument, chunks: content, syntax: named ?? syntaxOfFile(argument), base, contexts };
  if (argument === '-') return { name: 'standard input', chunks: stdin, syntax: named, base, contexts };
  if (isWebAddress(argument)) return openAddress(argument, { ...options, contexts }, named);
  const syntax = named ?? syntaxOfFile(argument);
  if (syntax === undefined)
    throw new CrateError('ERR_UNSUPPORTED', `${argument}: the name does not show the RDF syntax`, {
      hint: `name the syntax, as in --from turtle, or use ${RDF_ENDINGS_IN_WORDS}`,
    });
  return { name: argument, chunks: fileChunks(argument), syntax, base, contexts };
}

async function openAddress(
  address: string,
  { base, contexts, packages }: ReadRdfOptions & Pick<RdfInput, 'contexts'>,
  named: RdfSyntax | undefined,
): Promise<RdfInput> {
  const accept = (named === undefined ? RDF_SYNTAXES : [named]).map(({ mediaType }) => mediaType).join(', ');
  const { client } = withDefaults(packages);
  const response = await client.get(address, { headers: { accept } });
  if (response.status !== 200) {
    response.cancel();
    const { status } = response;
    throw httpError(response.url.href, `the server answered ${status}`, {
      status,
      ...(await client.hintFor(response)),
    });
  }
  const { href } = response.url;
  const from = { url: href, fromPrivate: response.fromPrivate, trusted: response.credentialsOrigin !== null };
  const syntax = syntaxOf(essence(response.headers.get('content-type'))) ?? syntaxOfFile(response.url.pathname);
  return {
    name: displayAddress(href),
    chunks: response.body,
    syntax: named ?? syntax,
    base: base ?? href,
    contexts: contextsFor(contexts, from),
  };
}

/** The syntax of a name. @throws CrateError ERR_USAGE */
export function requireSyntax(name: string): RdfSyntax {
  const syntax = syntaxOf(name);
  if (syntax !== undefined) return syntax;
  throw new CrateError('ERR_USAGE', `unknown RDF format ${name}`, {
    hint: `use ${RDF_SYNTAXES.map((one) => one.name).join(', ')}`,
  });
}

async function* fileChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* readStream(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/** Characters that a parser gets at once. */
const PART = 1 << 14;
/** How long a parser may keep other events waiting, in milliseconds. */
const LONGEST = 50;

/** Lets other events happen now and then, such as Ctrl-C and the abort of the signal, which ends the work. */
function pausing(signal: StopSignal | undefined): JsonLdParserOptions['pause'] {
  let last = Date.now();
  const turn = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
    last = Date.now();
  };
  return () => (Date.now() - last < LONGEST ? undefined : turn());
}

/** A text in parts of whole characters: a parser takes a whole part at once. */
async function* inParts(text: string, pause: JsonLdParserOptions['pause']): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    await pause();
    const isHalf = /[\ud800-\udbff]/.test(text[at + PART - 1] ?? '');
    const end = at + PART + (isHalf ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
