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
import { readFirstBytes, detectKind } from '../package/bytes/first-bytes.js';
import { essence } from '../package/http/link-header.js';
import { httpError } from '../package/http/http-error.js';
import { limited, readAll } from '../package/limits.js';
import { contextsFor } from '../package/contexts/open-contexts.js';
import { isWebAddress, withDefaults, type PackageOptions } from '../package/package-options.js';
import { jsonLdParser } from '../rdf/json-ld-parser.js';
import { JSONLD, RDF_SYNTAXES, syntaxOf, syntaxOfFile, type RdfSyntax } from '../rdf/syntaxes.js';
import { parseRdf } from '../rdf/parse-rdf.js';

/** How to read RDF. */
export interface ReadRdfOptions {
  /** Base that relative IRIs resolve against. Default: the final address of a document on the web. */
  readonly base?: string | undefined;
  /** Where the contexts of JSON-LD come from. */
  readonly contexts: ContextSource;
  readonly packages?: PackageOptions | undefined;
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

/** Whether a crate argument has the name of an RDF file; false for JSON-LD, which may be a crate. */
export function isRdfFile(argument: string): boolean {
  const syntax = syntaxOfFile(argument);
  return syntax !== undefined && syntax !== JSONLD;
}

/** Whether an argument may be RDF rather than a crate: it has the name of RDF or JSON-LD, is an address, or a pipe. */
export function mayBeRdf(argument: string): boolean {
  if (argument === '-' || isWebAddress(argument)) return true;
  return syntaxOfFile(argument) !== undefined && !isMetadataFileName(argument.replace(/^.*[/\\]/, ''));
}

/**
 * Reads RDF from a file, an address or `-`.
 * @throws CrateError ERR_NOT_FOUND, ERR_UNSUPPORTED, ERR_RDF_SYNTAX, ERR_JSON_SYNTAX, ERR_LIMIT, ERR_CONTEXT_UNAVAILABLE, ERR_HTTP
 */
export async function readRdf(argument: string, options: ReadRdfOptions): Promise<Quad[]> {
  const { name, ...input } = await openInput(argument, options);
  try {
    const { head, body } = await readFirstBytes(input.chunks);
    const syntax = input.syntax ?? (detectKind(head) === 'json' ? JSONLD : undefined);
    const text = new TextDecoder().decode(
      await readAll(body, withDefaults(options.packages).limits.metadataBytes, name),
    );
    return await (syntax === JSONLD ? readJsonLd(text, input) : parseRdf(text, syntax, input.base));
  } catch (error) {
    throw error instanceof CrateError ? error.with({ file: name }) : error;
  }
}

async function openInput(argument: string, { base, contexts, packages }: ReadRdfOptions): Promise<RdfInput> {
  const { limits, client, stdin = process.stdin } = withDefaults(packages);
  if (argument === '-') {
    const chunks = limited(stdin, limits.metadataBytes, 'standard input');
    return { name: 'standard input', chunks, syntax: undefined, base, contexts };
  }
  if (isWebAddress(argument)) {
    const accept = RDF_SYNTAXES.map(({ mediaType }) => mediaType).join(', ');
    const response = await client.get(argument, { headers: { accept } });
    if (response.status !== 200) {
      response.cancel();
      throw httpError(response.url.href, `the server answered ${response.status}`);
    }
    const { href } = response.url;
    const from = { url: href, fromPrivate: response.fromPrivate, trusted: response.credentialsOrigin !== null };
    const name = displayAddress(href);
    const chunks = limited(response.body, limits.metadataBytes, name);
    const syntax = syntaxOf(essence(response.headers.get('content-type'))) ?? syntaxOfFile(response.url.pathname);
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
    throw new CrateError('ERR_UNSUPPORTED', `${argument}: the name does not show the RDF syntax`, {
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

async function readJsonLd(text: string, { base, contexts }: Pick<RdfInput, 'base' | 'contexts'>): Promise<Quad[]> {
  checkJson(text); // the JSON-LD parser accepts some invalid JSON
  const ownBase = base ?? randomArcp(); // a new base keeps the relative IRIs of one file apart from all others
  const { parser, asError } = await jsonLdParser(ownBase, (address) => contexts.load(address));
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
