import { crateHref } from './crate/site-links.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';

/** Where an IRI of a result leads on this website. */
export interface ResultLink {
  readonly kind: 'crate' | 'entity' | 'mentions';
  /** Path from the website's start. */
  readonly path: string;
  /** The name that a crate gives to it. */
  readonly name?: string | undefined;
}

/** What finding pages takes. */
export type LinkIndex = Pick<StoreIndex, 'crateOf' | 'cratesWith' | 'nameOf'>;

/**
 * Finds the pages of IRIs: a crate has a page, so has what is below its root, and so has what crates
 * mention. Other IRIs are left out.
 */
export function resultLinks(index: LinkIndex, iris: Iterable<string>): Record<string, ResultLink> {
  const found = [...new Set(iris)].flatMap((iri) => {
    const link = linkOf(iri, index);
    return link === undefined ? [] : [[iri, link] as const];
  });
  return Object.fromEntries(found);
}

function linkOf(iri: string, index: LinkIndex): ResultLink | undefined {
  const crate = index.crateOf(iri);
  if (crate !== undefined) return { kind: 'crate', path: pathOf(crate), name: crate.name };
  const name = index.nameOf(iri);
  const around = crateAround(iri, index);
  if (around !== undefined)
    return { kind: 'entity', path: `${pathOf(around)}?entity=${encodeURIComponent(iri)}`, name };
  if (index.cratesWith(iri).length === 0) return undefined;
  return { kind: 'mentions', path: `mentions?iri=${encodeURIComponent(iri)}`, name };
}

/** How many folders around an IRI are looked up: each look-up reads all of its text. */
const MOST_FOLDERS = 100;

/** The innermost crate that an IRI lies in. */
function crateAround(iri: string, index: LinkIndex): CrateSummary | undefined {
  let folders = 0;
  for (let end = iri.length - 1; end > 0 && folders < MOST_FOLDERS; end -= 1) {
    const character = iri[end];
    if (character !== '/' && character !== '#') continue;
    folders += 1;
    const crate = index.crateOf(iri.slice(0, character === '/' ? end + 1 : end));
    if (crate !== undefined) return crate;
  }
  return undefined;
}

function pathOf({ key }: CrateSummary): string {
  return crateHref(key, 'crates/');
}
