import { CrateError } from '../base/errors.js';
import type { CrateBase } from './base.js';
import { folderOf } from '../base/rdf/iri.js';
import { isDescriptorId, isPrefixedDescriptorId } from './metadata-names.js';

/** A Dataset that is the `about` of a resource with a metadata file name in its IRI (format document, rule 6). */
export interface RootCandidate {
  /** IRI of the Metadata Descriptor, or of a resource that looks like one. */
  readonly descriptor: string;
  /** IRI or `_:label` of the Dataset. */
  readonly root: string;
}

/** Sorts candidates, because a graph has no document order. */
export function byDescriptor(a: RootCandidate, b: RootCandidate): number {
  if (a.descriptor !== b.descriptor) return a.descriptor < b.descriptor ? -1 : 1;
  return a.root < b.root ? -1 : a.root > b.root ? 1 : 0;
}

/**
 * Chooses the Root Data Entity of *this* graph; nested crates and look-alikes such as `old-ro-crate-metadata.json.bak`
 * are candidates too.
 *
 * In this order: exact metadata file names before prefixed ones before everything else; the descriptor in the folder
 * of the base; the only root there is; the root whose descriptor stands above all other descriptors.
 *
 * @param base of the graph, if it is known
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS with `details.candidates`
 */
export function chooseRoot(candidates: readonly RootCandidate[], base?: CrateBase): RootCandidate {
  const [best = []] = [
    candidates.filter(({ descriptor }) => isDescriptorId(descriptor)),
    candidates.filter(({ descriptor }) => isPrefixedDescriptorId(descriptor)),
    candidates,
  ].filter((group) => group.length > 0);
  const [first] = best;
  if (first === undefined) {
    throw new CrateError('ERR_ROOT_NOT_FOUND', 'no Root Data Entity: no metadata descriptor that is `about` a Dataset');
  }
  if (base !== undefined) {
    const own = best.filter(({ descriptor }) => folderOf(descriptor) === base.root);
    if (own.length > 0 && sameRoot(own)) return own[0] as RootCandidate;
  }
  if (sameRoot(best)) return first;
  const above = best.filter((one) => best.every((other) => other.descriptor.startsWith(folderOf(one.descriptor))));
  if (above.length > 0 && sameRoot(above)) return above[0] as RootCandidate;
  throw new CrateError('ERR_ROOT_AMBIGUOUS', `${best.length} candidates for the Root Data Entity: ${listed(best)}`, {
    details: { candidates: best },
  });
}

function sameRoot(candidates: readonly RootCandidate[]): boolean {
  return candidates.every(({ root }) => root === candidates[0]?.root);
}

function listed(candidates: readonly RootCandidate[]): string {
  const shown = candidates.slice(0, 5).map(({ root, descriptor }) => `<${root}> by <${descriptor}>`);
  return shown.join(', ') + (candidates.length > shown.length ? ', ...' : '');
}
