import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { randomArcp } from '../crate/base.js';
import type { ContextSource } from '../crate/context/context-source.js';
import { displayAddress } from '../crate/context/context-address.js';
import { checkJson } from '../crate/json/lazy-document.js';
import { unreadable } from '../disk/read-file.js';
import { isMetadataFileName } from '../crate/metadata-names.js';
import { CrateError } from '../errors.js';
import { peek, sniff } from '../package/bytes/first-bytes.js';
import { essence } from '../package/http/link-header.js';
import { httpError } from '../package/http/http-error.js';
import { bounded, readAll } from '../package/limits.js';
import { contextsFor } from '../package/contexts/open-contexts.js';
import { isWebAddress, settle, type PackageOptions } from '../package/package-options.js';
import { jsonLdParser } from '../rdf/json-ld-parser.js';
import { JSONLD, RDF_SYNTAXES, syntaxOf, syntaxOfFile, type RdfSyntax } from '../rdf/syntaxes.js';
import { parseRdf } from '../rdf/parse-rdf.js';

/** How to read RDF. */
export interface ReadRdfOptions {
  /** What relative IRIs resolve against. Default: the final address of what comes from the web. */
  readonly base?: string | undefined;
  /** Contexts of JSON-LD. */
  readonly contexts: ContextSource;
  readonly packages?: PackageOptions | undefined;
}

/** RDF on its way in. */
interface Incoming {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined: to be told by the content. */
  readonly syntax: RdfSyntax | undefined;
  readonly base: string | undefined;
  readonly contexts: ContextSource;
}

/** Whether a crate argument is an RDF file by its name; JSON-LD may be a crate, so its name tells nothing. */
export function isRdfFile(argument: string): boolean {
  const syntax = syntaxOfFile(argument);
  return syntax !== undefined && syntax !== JSONLD;
}

/** Whether an argument may hold RDF that is no crate yet: RDF by its name, JSON-LD, an address, or a pipe. */
export function mayBeRdf(argument: string): boolean {
  if (argument === '-' || isWebAddress(argument)) return true;
  return syntaxOfFile(argument) !== undefined && !isMetadataFileName(argument.replace(/^.*[/\\]/, ''));
}

/**
 * Reads RDF from a file, an address or `-`.
 * @throws CrateError ERR_NOT_FOUND, ERR_UNSUPPORTED, ERR_RDF_SYNTAX, ERR_JSON_SYNTAX, ERR_LIMIT, ERR_CONTEXT_UNAVAILABLE, ERR_HTTP
 */
export async function readRdf(argument: string, options: ReadRdfOptions): Promise<Quad[]> {
  const { name, ...incoming } = await open(argument, options);
  try {
    const { head, body } = await peek(incoming.chunks);
    const syntax = incoming.syntax ?? (sniff(head) === 'json' ? JSONLD : undefined);
    const text = new TextDecoder().decode(await readAll(body, settle(options.packages).limits.metadataBytes, name));
    return await (syntax === JSONLD ? readJsonLd(text, incoming) : parseRdf(text, syntax, incoming.base));
  } catch (error) {
    throw error instanceof CrateError ? error.with({ file: name }) : error;
  }
}

async function open(argument: string, { base, contexts, packages }: ReadRdfOptions): Promise<Incoming> {
  const { limits, client, stdin = process.stdin } = settle(packages);
  if (argument === '-') {
    const chunks = bounded(stdin, limits.metadataBytes, 'standard input');
    return { name: 'standard input', chunks, syntax: undefined, base, contexts };
  }
  if (isWebAddress(argument)) {
    const accept = RDF_SYNTAXES.map(({ mediaType }) => mediaType).join(', ');
    const answer = await client.get(argument, { headers: { accept } });
    if (answer.status !== 200) {
      answer.cancel();
      throw httpError(answer.url.href, `the server answers ${answer.status}`);
    }
    const { href } = answer.url;
    const from = { url: href, fromPrivate: answer.fromPrivate, trusted: answer.home !== null };
    const name = displayAddress(href);
    const chunks = bounded(answer.body, limits.metadataBytes, name);
    const syntax = syntaxOf(essence(answer.headers.get('content-type'))) ?? syntaxOfFile(answer.url.pathname);
    return {
      name,
      chunks,
      syntax,
      base: base ?? href,
      contexts: contextsFor(contexts, from),
    };
  }
  const syntax = syntaxOfFile(argument);
  if (syntax === undefined)
    throw new CrateError('ERR_UNSUPPORTED', `${argument}: the name does not tell which RDF syntax this is`, {
      hint: 'use .nq, .nt, .ttl, .trig or .jsonld',
    });
  return { name: argument, chunks: fileChunks(argument), syntax, base, contexts };
}

async function* fileChunks(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function readJsonLd(text: string, { base, contexts }: Pick<Incoming, 'base' | 'contexts'>): Promise<Quad[]> {
  checkJson(text); // the parser takes some of what is none
  const own = base ?? randomArcp(); // relative IRIs of one file belong together, and to nothing else
  const { parser, asError } = await jsonLdParser(own, (address) => contexts.load(address));
  const quads: Quad[] = [];
  try {
    await pipeline(Readable.from([text]), parser as unknown as NodeJS.ReadWriteStream, async (parsed) => {
      for await (const quad of parsed as AsyncIterable<Quad>) quads.push(quad);
    });
  } catch (error) {
    throw asError(error);
  }
  return quads;
}
