import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { textOfTerm } from '../../tasks/inspect/each-triple.js';
import { entityValues, shortText } from './entity-texts.js';
import { oncePer } from './once-per.js';
import type { CrateSummary, CrateVersion, StoreIndex } from './store-index.js';

/** How identifiers end in a version: `?version=2`, `/v1.2`, `@2.0`, `/versions/3`, `/1.1-DRAFT`. */
const VERSION_END = new RegExp(
  [
    /[?&]version=[^&#]+/,
    /[/.@_-]v\d+(?:\.\d+)*/,
    /\/versions?\/[^/]+/,
    // Not the numbers of arXiv.
    /[/@]\d{1,4}(?:\.\d{1,3})+(?:-[\w.]+)?/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|')
    .replace(/^.*$/s, '(?:$&)/?$'),
  'i',
);

/** The same in DOIs, where other numbers are those of volumes and pages; WorkflowHub has `workflow.200.1`. */
const DOI_VERSION_END = /(?:[/.]v\d{1,9}|(?<=workflow\.\d{1,9})\.\d+)$/i;

/** A DOI, in any of its forms. */
const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)?(10\.\d{4,9}\/\S+)$/i;

/** Characters of an identifier; the time that longer ones take grows with the square of their length. */
const LONGEST = 2_000;

/** The identifier of a work without its version; undefined for a text that identifies nothing in the world. */
export function workOf(identifier: string): string | undefined {
  if (identifier.length > LONGEST) return undefined;
  const doi = DOI.exec(identifier)?.[1];
  if (doi === undefined && !/^https?:\/\/(?!(?:dx\.)?doi\.org\/)[^/]+\/[^#]+$/i.test(identifier)) return undefined;
  const whole = doi === undefined ? identifier.replace(VERSION_END, '') : doi.replace(DOI_VERSION_END, '');
  const short = whole.replace(/\/$/, '').toLowerCase();
  return /[^/:]\/./.test(short) ? short : undefined; // a website alone is no work
}

/** Crates that are named as versions of one; more are no list for people. */
const MOST = 50;

const VERSION = schemaOrg('version');
const BASED_ON = schemaOrg('isBasedOn');

/**
 * Other versions of a crate: crates with the same identifier without its version, what it is based on, and what is
 * based on it.
 */
export function versionsOf(crate: CrateSummary, index: StoreIndex, quads: QuadIndex): CrateVersion[] {
  const inIndex = ({ graph }: CrateSummary) => {
    const root = quads.idOf(`<${graph}>`);
    return { root, number: quads.graphOf(root) };
  };
  const values = (of: CrateSummary, properties: readonly string[]) => {
    const { root, number } = inIndex(of);
    return number === 0 ? [] : [...entityValues(quads, root, properties, number)].map((id) => quads.term(id));
  };
  const works = worksIn(index.crates);
  const same = crate.works.flatMap((work) => works.get(work) ?? []);
  const sources = values(crate, BASED_ON)
    .map(textOfTerm)
    .flatMap((iri) => index.crateOf(iri) ?? works.get(workOf(iri) ?? '') ?? []);
  const term = `<${crate.graph}>`;
  const derived = index
    .cratesWith(crate.graph)
    .slice(0, MOST)
    .filter((one) => values(one, BASED_ON).includes(term));
  return [...new Set([...same, ...sources, ...derived])]
    .filter((one) => one !== crate)
    .slice(0, MOST)
    .map((one) => ({ crate: one, version: values(one, VERSION).map(shortText)[0] }));
}

/** The crates of each work. */
const worksIn = oncePer((crates: readonly CrateSummary[]): ReadonlyMap<string, readonly CrateSummary[]> => {
  const works = new Map<string, CrateSummary[]>();
  for (const crate of crates)
    for (const work of crate.works) {
      const known = works.get(work);
      if (known === undefined) works.set(work, [crate]);
      else known.push(crate);
    }
  return works;
});
