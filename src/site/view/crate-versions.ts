import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { textOfTerm } from '../../tasks/inspect/each-triple.js';
import { compareDates } from './crate-search.js';
import { entityValues, shortText } from './entity-texts.js';
import { oncePer } from './once-per.js';
import type { CrateRelation, CrateSummary, RelatedCrates, StoreIndex } from './store-index.js';

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

/** Crates of a relation that are named; more are no list for people. */
const MOST = 10;

const VERSION = schemaOrg('version');
const BASED_ON = schemaOrg('isBasedOn');

/**
 * Other versions of a crate (the same identifier without its version), the newest first, what it is based on, and what
 * is based on it; each crate once.
 */
export function relatedCrates(crate: CrateSummary, index: StoreIndex, quads: QuadIndex): RelatedCrates[] {
  const works = worksIn(index.crates);
  const crates: Readonly<Record<CrateRelation, readonly CrateSummary[]>> = {
    version: crate.works.flatMap((work) => works.get(work) ?? []),
    source: rootValues(crate, BASED_ON, quads)
      .map(textOfTerm)
      .flatMap((iri) => index.crateOf(iri) ?? works.get(workOf(iri) ?? '')?.slice(0, MOST) ?? []),
    derived: rootsThatName(crate, BASED_ON, quads).flatMap((graph) => index.crateOf(graph) ?? []),
  };
  const known = new Set([crate]);
  return RELATIONS.flatMap((relation) => {
    const all = [...new Set(crates[relation])].filter((one) => !known.has(one));
    for (const one of all) known.add(one);
    const shown = all.slice(0, MOST).map((one) => ({ crate: one, version: rootValues(one, VERSION, quads).map(shortText)[0] })); // prettier-ignore
    return all.length === 0 ? [] : [{ relation, total: all.length, shown }];
  });
}

const RELATIONS: readonly CrateRelation[] = ['version', 'source', 'derived'];

/** Values of the root of a crate that are read. */
const MOST_VALUES = 100;

/** Values of the root of a crate, as N-Quads terms. */
function rootValues({ graph }: CrateSummary, properties: readonly string[], quads: QuadIndex): string[] {
  const root = quads.idOf(`<${graph}>`);
  const number = quads.graphOf(root);
  const found: string[] = [];
  if (number > 0)
    for (const value of entityValues(quads, root, properties, number)) {
      found.push(quads.term(value));
      if (found.length === MOST_VALUES) break;
    }
  return found;
}

/** The graphs whose roots have a crate as value of a property. */
function rootsThatName({ graph }: CrateSummary, properties: readonly string[], quads: QuadIndex): string[] {
  const object = quads.idOf(`<${graph}>`);
  const found: string[] = [];
  for (const property of properties.map((iri) => quads.idOf(`<${iri}>`)))
    if (object > 0 && property > 0)
      for (const { columns, from, to } of quads.rows('posg', [property, object]))
        for (let row = from; row < to; row += 1) {
          const subject = columns[2]?.[row] as number;
          const number = columns[3]?.[row] as number;
          if (quads.graphOf(subject) === number && !quads.isGone(number)) found.push(textOfTerm(quads.term(subject)));
        }
  return found;
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
  for (const same of works.values()) same.sort(compareDates);
  return works;
});
