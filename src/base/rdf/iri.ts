/** RFC 3986 appendix B, on strings with any Unicode character (RFC 3987). */
const COMPONENTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** References that resolve by plain concatenation with the folder of the base. */
const PLAIN_PATH = /^[^.:?#/][^:?#/]*(?:\/[^.:?#/][^:?#/]*)*\/?$/;

const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

interface Components {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Whether a string starts with a scheme (RFC 3986 section 3.1). */
export function isAbsoluteIri(value: string): boolean {
  return SCHEME.test(value);
}

/** Whether an IRI names a host of the web. `https:x` does not: a browser resolves it against the page. */
export function isWebIri(iri: string): boolean {
  return /^https?:\/\//i.test(iri);
}

/** What no IRI contains (SPARQL 1.1 Query, rule IRIREF). */
const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/;

/** Whether a text may stand between the angle brackets of SPARQL and N-Quads: nothing else may get there. */
export function isIriText(value: string): boolean {
  return !NOT_IN_IRI.test(value);
}

/** The folder of a base: everything up to the last `/` of its path, which is the crate root. */
export function folderOf(base: string): string {
  const { scheme, authority, path } = parseIri(base);
  const folder = path.slice(0, path.lastIndexOf('/') + 1) || (authority === undefined ? '' : '/');
  return composeIri({ scheme, authority, path: folder, query: undefined, fragment: undefined });
}

/** The part of an IRI after the last `/` of its path, without query and fragment. */
export function lastSegment(iri: string): string {
  const end = iri.search(/[?#]/);
  const path = end < 0 ? iri : iri.slice(0, end);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether relative references can resolve against this IRI: it has a path that starts with `/`. */
export function isHierarchical(iri: string): boolean {
  const { authority, path } = parseIri(iri);
  return authority !== undefined || path.startsWith('/');
}

/**
 * Resolves a reference against an absolute base, RFC 3986 section 5.2.2 on the characters of RFC 3987:
 * nothing is percent-encoded or decoded. An absolute reference is returned as it is (JSON-LD 1.1 API, section 5.2).
 */
export function resolveIri(reference: string, base: string): string {
  if (PLAIN_PATH.test(reference) && !DOT_SEGMENT.test(base)) return folderOf(base) + reference;
  const r = parseIri(reference);
  if (r.scheme !== undefined) return reference;
  const b = parseIri(base);
  if (r.authority !== undefined) return composeIri({ ...r, scheme: b.scheme, path: removeDotSegments(r.path) });
  if (r.path === '') return composeIri({ ...b, query: r.query ?? b.query, fragment: r.fragment });
  const path = r.path.startsWith('/') ? r.path : mergePaths(b, r.path);
  return composeIri({ ...b, path: removeDotSegments(path), query: r.query, fragment: r.fragment });
}

/** Whether a relative path climbs above the topmost folder of the base, where RFC 3986 would silently stop. */
export function climbsAboveTop(reference: string, base: string): boolean {
  if (!reference.includes('..')) return false;
  const { scheme, authority, path } = parseIri(reference);
  if (scheme !== undefined || authority !== undefined) return false;
  let depth = path.startsWith('/') ? 0 : parseIri(base).path.split('/').length - 2;
  for (const segment of path.replace(/^\//, '').split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * The reference that resolves to `iri` against `folder` (which ends in `/`), or `iri` itself when it lies outside:
 * never `../`, the folder itself is `./`, a first segment that could be taken for a scheme or a keyword gets `./`.
 */
export function relativizeIri(iri: string, folder: string): string {
  if (!iri.startsWith(folder)) return iri;
  const rest = iri.slice(folder.length);
  if (rest === '') return './';
  const relative = /^[#?]/.test(rest) ? rest : /^[^/?#]*:|^[/@]|^\.{0,2}$/.test(rest) ? `./${rest}` : rest;
  return resolveIri(relative, folder) === iri ? relative : iri;
}

function parseIri(iri: string): Components {
  const [, scheme, authority, path = '', query, fragment] = COMPONENTS.exec(iri) ?? [];
  return { scheme, authority, path, query, fragment };
}

function composeIri({ scheme, authority, path, query, fragment }: Components): string {
  let iri = scheme === undefined ? '' : `${scheme}:`;
  if (authority !== undefined) iri += `//${authority}`;
  iri += path;
  if (query !== undefined) iri += `?${query}`;
  if (fragment !== undefined) iri += `#${fragment}`;
  return iri;
}

/** RFC 3986 section 5.2.3. */
function mergePaths(base: Components, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
}

/** RFC 3986 section 5.2.4. */
function removeDotSegments(path: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return path;
  const output: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === '..') {
      if (output.length > 1 || (output.length === 1 && output[0] !== '')) output.pop();
      if (last) output.push('');
    } else if (segment === '.') {
      if (last) output.push('');
    } else {
      output.push(segment);
    }
  });
  const result = output.join('/');
  return path.startsWith('/') && !result.startsWith('/') ? `/${result}` : result;
}
