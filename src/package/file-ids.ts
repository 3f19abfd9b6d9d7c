import { repairIri } from '../rdf/iri-repair.js';
import { resolveIri } from '../rdf/iri.js';
import { DEVICE_NAME } from './container/entry-names.js';

/** What Windows takes for an absolute path, and no `//host/x` of the web: a drive, a share. */
const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|(?!\/\/)[\\/]{2})/;

/**
 * The path of a file for the `@id` of an entity, relative to the crate root: percent-decoded once, `/` as separator.
 * Query and fragment are no part of it.
 * @returns undefined for an `@id` that is no path inside the crate: absolute, a fragment, above the root
 */
export function pathOfId(id: string): string | undefined {
  if (!isPathLike(id) || WINDOWS_PATH.test(id)) return undefined;
  const path = id
    .replace(/[?#].*$/s, '')
    .split('/')
    .map(decodeSegment)
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

/** Why an `@id` that looks like a path of a file is none inside the crate; undefined for what looks like no path. */
export function problemOfId(id: string): string | undefined {
  if (WINDOWS_PATH.test(id)) return 'has an absolute path';
  if (!isPathLike(id)) return undefined;
  return pathOfId(id) === '' ? 'has no name' : 'leaves the package';
}

/**
 * Where the file of an `@id` is on the web: what the `@id` means beside the metadata document, query included, with `/`
 * for the separators of Windows.
 * @param url of the metadata document
 */
export function addressOfId(id: string, url: string): URL {
  const reference = id.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'));
  return new URL(repairIri(resolveIri(reference, url)).replace(/#.*$/s, ''));
}

/** Whether an `@id` has the form of a path: no scheme, no host, no mere fragment or query, no blank node. */
function isPathLike(id: string): boolean {
  return !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(id) && !/^(?:[#?]|\/\/|_:)/.test(id);
}

/**
 * The `@id` for the path of a file (format document, identifier rule 3): separators are `/`, what has a meaning in a
 * reference is percent-encoded, international characters stay as they are. A first segment with a colon gets `./`.
 */
export function idOfPath(path: string): string {
  const id = path.replace(
    /[\u0000-\u0020"#%<>?[\\\]^`{|}\u007F]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return /^[^/]*:/.test(id) ? `./${id}` : id;
}

/** Why a path cannot exist on every system; undefined when it can. */
export function portabilityProblem(path: string): string | undefined {
  for (const segment of path.replace(/\/$/, '').split('/')) {
    if (DEVICE_NAME.test(segment)) return `${segment} is the name of a device on Windows`;
    if (/[<>:"|?*\u0000-\u001F]/.test(segment))
      return `${JSON.stringify(segment)} holds a character that Windows forbids`;
    if (/[. ]$/.test(segment)) return `${JSON.stringify(segment)} ends in a dot or blank, which Windows drops`;
  }
  return undefined;
}

/** A `%` that encodes nothing stands for itself, as in `50%.png`. */
function decodeSegment(segment: string): string {
  return segment.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
