import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser, type SaxesTagNS } from '@rubensworks/saxes';
import { CrateError } from '../../base/errors.js';
import { encodingOfXml } from '../../base/rdf/rdf-xml-parser.js';
import { detectKind, readFirstBytes } from '../../package/bytes/first-bytes.js';
import { through } from '../../package/bytes/through.js';
import { limited } from '../../package/limits.js';
import { DOCUMENT_BYTES, invalidCatalogue } from './source-document.js';

/** An element of XML. */
export interface XmlElement {
  /** Its local name. */
  readonly name: string;
  readonly namespace: string;
  /** By their names, with prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The characters in it, without those of its children. */
  readonly text: string;
}

/** An element that is still open. */
interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads XML, also as gzip: first the root element without its content, then each element with a name that is wanted, as
 * soon as it has ended. Only these are kept in memory. Entities are those of XML alone.
 * @param place names the document in errors
 * @throws CrateError ERR_CATALOGUE_INVALID for what is not well-formed, also at its end; ERR_LIMIT
 */
export async function* xmlElements(
  body: AsyncIterable<Uint8Array>,
  place: string,
  wanted: readonly string[],
): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = [];
  const open: OpenElement[] = [];
  let hasRoot = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw invalidCatalogue(place, `it is not well-formed XML: ${error.message}`);
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag);
    if (!hasRoot) found.push(element);
    else if (open.length > 0 || wanted.includes(element.name)) {
      open.at(-1)?.children.push(element);
      open.push(element);
    }
    hasRoot = true;
  });
  const add = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && open.length === 0) found.push(element);
  });
  for await (const text of decoded(body, place)) {
    parser.write(text);
    yield* found.splice(0);
  }
  parser.close();
  yield* found;
}

function elementOf({ local, uri, attributes }: SaxesTagNS): OpenElement {
  const values = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
  return { name: local, namespace: uri, attributes: new Map(values), children: [], text: '' };
}

/** The text of the first child of a name, in the namespace of its parent; undefined if it is absent or empty. */
export function childText({ children, namespace }: XmlElement, name: string): string | undefined {
  const text = children.find((child) => child.name === name && child.namespace === namespace)?.text.trim();
  return text === '' ? undefined : text;
}

async function* decoded(body: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<string> {
  const packed = await readFirstBytes(body);
  const isPacked = detectKind(packed.head) === 'gzip';
  const { head, body: chunks } = isPacked ? await readFirstBytes(unpacked(packed.body, place)) : packed;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encodingOfXml(head), { fatal: true });
  } catch (cause) {
    throw invalidCatalogue(place, (cause as Error).message, { cause });
  }
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw invalidCatalogue(place, `its text is not ${decoder.encoding}`, { cause });
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

async function* unpacked(body: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<Uint8Array> {
  try {
    yield* limited(through(Readable.from(body), createGunzip()), DOCUMENT_BYTES, place);
  } catch (error) {
    if (error instanceof CrateError) throw error;
    throw invalidCatalogue(place, `its gzip is damaged: ${(error as Error).message}`, { cause: error });
  }
}
