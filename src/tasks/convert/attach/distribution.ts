import { JSONLD } from '../../../base/rdf/syntaxes.js';
import { isObject } from '../../../crate/json/lazy-document.js';
import { archiveExtension, isArchiveMediaType } from '../../../package/container/archive-names.js';
import { isWebAddress } from '../../../package/package-options.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateIndex } from './crate-index.js';

/** A download that a Dataset names with `distribution`. */
export interface Download {
  readonly url: string;
  /** What it seems to be, by its media type or its name. */
  readonly kind: 'archive' | 'unknown' | 'metadata' | 'other';
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  readonly mediaType: string | undefined;
}

const DOWNLOAD: ReadonlySet<string> = new Set([...schemaOrg('DataDownload'), ...schemaOrg('MediaObject')]);
const METADATA_TYPES = [JSONLD.mediaType, 'application/json', 'text/html'];
const KINDS: readonly Download['kind'][] = ['archive', 'unknown', 'metadata', 'other'];

/** The downloads of a Dataset that have a web address, archives first. @param iri of the Dataset */
export function downloadsOf(index: CrateIndex, iri: string): Download[] {
  const described = index.references(iri, 'distribution').flatMap((one) => {
    const isDownload = index.entity(one) === undefined || index.hasType(one, DOWNLOAD);
    const url = isDownload ? addressesOf(index, one)[0] : undefined;
    return url === undefined ? [] : [downloadAt(index, one, url)];
  });
  const plain = index
    .texts(iri, 'distribution')
    .filter(isWebAddress)
    .map((url) => downloadAt(index, url, url));
  const found = [...described, ...plain];
  return KINDS.flatMap((kind) => found.filter((one) => one.kind === kind));
}

/** Where the content of an entity is on the web: at each `contentUrl`, else at its `@id`. */
export function addressesOf(index: CrateIndex, iri: string): string[] {
  const stated = [...index.texts(iri, 'contentUrl'), ...index.references(iri, 'contentUrl'), iri];
  return [...new Set(stated.map((url) => url.trim()).filter(isWebAddress))];
}

/** The media type of an entity, if `encodingFormat` states one. */
export function statedMediaType(index: CrateIndex, iri: string): string | undefined {
  const named = index.texts(iri, 'encodingFormat').find((text) => /^[\w.+-]+\/[\w.+-]+/.test(text));
  return named
    ?.replace(/\s*;.*$/s, '')
    .trim()
    .toLowerCase();
}

/** The size of an entity, if `contentSize` is a plain number of bytes. */
export function sizeOf(index: CrateIndex, iri: string): number | undefined {
  const text = index.text(iri, 'contentSize')?.trim() ?? '';
  return /^\d{1,15}(?:\s*(?:b|bytes?))?$/i.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** The SHA-256 of an entity in lower case, if it states a valid one, also under a key that no context defines. */
export function statedSha256(index: CrateIndex, iri: string): string | undefined {
  const written = index.entity(iri)?.value['sha256'];
  const first = [index.text(iri, 'sha256'), ...[written].flat()].find((one) => typeof one === 'string');
  const text = isObject(first) ? '' : String(first ?? '').trim();
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}

function downloadAt(index: CrateIndex, iri: string, url: string): Download {
  const mediaType = statedMediaType(index, iri);
  const names = [lastSegment(url), index.text(iri, 'name') ?? ''];
  const properties = { size: sizeOf(index, iri), sha256: statedSha256(index, iri), mediaType };
  return { url, kind: kindOf(mediaType, names), ...properties };
}

function kindOf(mediaType: string | undefined, names: readonly string[]): Download['kind'] {
  const type = mediaType ?? mediaTypeOf(names[0] ?? '');
  if (type !== undefined && isArchiveMediaType(type)) return 'archive';
  if (names.some((name) => archiveExtension(name) !== undefined)) return 'archive';
  if (type === undefined || type === 'application/octet-stream') return 'unknown';
  return METADATA_TYPES.includes(type) ? 'metadata' : 'other';
}
