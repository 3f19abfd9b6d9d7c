import { repairIri } from '../base/rdf/iri-repair.js';
import { resolveIri } from '../base/rdf/iri.js';
import { DEVICE_NAME } from './container/entry-names.js';

export { idOfPath } from '../crate/path-ids.js'; // the way back from pathOfId

/** An absolute path of Windows (drive or share), but not a network-path reference `//host/x` (RFC 3986 section 4.2). */
const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|(?!\/\/)[\\/]{2})/;

/**
 * Translates the `@id` of an entity into a file path relative to the crate root: decodes percent-encoding once, uses
 * `/` as separator, drops query and fragment.
 * @returns undefined if the `@id` is not a path inside the crate: absolute, a fragment, above the root
 */
export function pathOfId(id: string): string | undefined {
  if (!isPathLike(id) || WINDOWS_PATH.test(id)) return undefined;
  const path = id
    .replace(/[?#].*$/s, '')
    .split('/')
    .map(percentDecoded)
    .join('/')
    .replaceAll('\\', '/');
  if (/^[A-Za-z]:/.test(path) && !id.startsWith('./')) return undefined;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/') + (path.endsWith('/') && segments.length > 0 ? '/' : '');
}

/**
 * The path that an `@id` would have if its `?` and `#` were characters of a name, as in `x#y.txt`.
 * @returns undefined if it has none of them, or is no path
 */
export function literalPathOfId(id: string): string | undefined {
  const escaped = escapedNameId(id);
  return escaped === id ? undefined : pathOfId(escaped);
}

/** An `@id` with its `?` and `#` percent-encoded, so that they are characters of a name. */
export function escapedNameId(id: string): string {
  return isPathLike(id) ? id.replaceAll('?', '%3F').replaceAll('#', '%23') : id;
}

/**
 * States why an `@id` that looks like a path is not a path inside the crate; undefined if it does not look like a path.
 */
export function problemOfId(id: string): string | undefined {
  if (WINDOWS_PATH.test(id)) return 'has an absolute path';
  if (!isPathLike(id)) return undefined;
  return pathOfId(id) === '' ? 'has no name' : 'leaves the package';
}

/**
 * Resolves an `@id` against the address of the metadata document. Keeps the query, and turns `\` in the path into `/`.
 * @param url address of the metadata document
 */
export function addressOfId(id: string, url: string): URL {
  const reference = id.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'));
  return new URL(repairIri(resolveIri(reference, url)).replace(/#.*$/s, ''));
}

/** Tells whether an `@id` looks like a path: not absolute, not only a fragment or query, not a blank node. */
function isPathLike(id: string): boolean {
  return !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(id) && !/^(?:[#?]|\/\/|_:)/.test(id);
}

/** States why a path is not portable; undefined if it is. */
export function portabilityProblem(path: string): string | undefined {
  for (const segment of path.replace(/\/$/, '').split('/')) {
    if (DEVICE_NAME.test(segment)) return `${segment} is the name of a device on Windows`;
    if (/[<>:"|?*\u0000-\u001F]/.test(segment))
      return `${JSON.stringify(segment)} contains a character that Windows forbids`;
    if (/[. ]$/.test(segment)) return `${JSON.stringify(segment)} ends in a dot or space, which Windows removes`;
  }
  return undefined;
}

/** A text with its percent-encoded UTF-8 decoded, once. Any other `%` stands for itself, as in `50%.png`. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
