import { essence } from '../../base/rdf/syntaxes.js';

/** One target of an HTTP `Link` header (RFC 8288), parameter names in lower case. */
export interface Link {
  readonly target: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;
const PARAMETER = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Parses `Link` headers, joined by commas. Skips malformed links. The first of several equal parameters counts. */
export function parseLinks(header: string | null): Link[] {
  return [...(header ?? '').matchAll(LINK)].map(([, target = '', tail = '']) => {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, token] of tail.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
    }
    return { target: target.trim(), parameters };
  });
}

/** Whether a text consists of links and commas only, so that {@link parseLinks} skips nothing. */
export function isLinkList(text: string): boolean {
  return /^[\s,]*$/.test(text.replace(LINK, ''));
}

/**
 * Finds the target of the first link with this relation (case-insensitive) and media type; undefined if there is none.
 */
export function findLink(header: string | null, relation: string, mediaType: string): string | undefined {
  return parseLinks(header).find(({ parameters }) => {
    const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
    return relations.includes(relation) && essence(parameters.get('type') ?? null) === mediaType;
  })?.target;
}
