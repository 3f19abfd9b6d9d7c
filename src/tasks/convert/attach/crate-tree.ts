import type { CrateEntity } from '../crate-entities.js';
import type { CrateIndex } from './crate-index.js';

/** A part of the crate, with the first Dataset that lists it. */
export interface CratePart {
  readonly entity: CrateEntity;
  /** IRI of the Dataset. */
  readonly parent: string;
}

/** What a crate consists of. */
export interface CrateTree {
  /** The Datasets below the root, each after its parent. */
  readonly folders: readonly CratePart[];
  readonly files: readonly CratePart[];
  /** IRIs that `hasPart` refers to, but nothing describes. */
  readonly undescribed: readonly string[];
  /** Files and Datasets that no Dataset of the crate lists. */
  readonly unlisted: readonly CrateEntity[];
  /** What names the licence of a part: its own, or that of the nearest Dataset. */
  licensesOf(iri: string): readonly string[];
}

/** Follows `hasPart` from the root on, to any depth; a cycle ends where it began. */
export function crateTree(index: CrateIndex): CrateTree {
  const { root } = index;
  const parents = new Map<string, string>();
  const licenses = new Map<string, readonly string[]>([[root.iri, licensesAt(index, root.iri, [])]]);
  const folders: CratePart[] = [];
  const files: CratePart[] = [];
  const undescribed: string[] = [];
  const open = [root.iri];
  for (let dataset = open.pop(); dataset !== undefined; dataset = open.pop()) {
    const entity = index.entity(dataset);
    const parent = parents.get(dataset);
    if (entity !== undefined && parent !== undefined) folders.push({ entity, parent });
    const inside: string[] = [];
    for (const iri of index.references(dataset, 'hasPart')) {
      const part = index.entity(iri);
      if (parents.has(iri) || iri === root.iri) continue;
      parents.set(iri, dataset);
      licenses.set(iri, licensesAt(index, iri, licenses.get(dataset) ?? []));
      if (part === undefined) undescribed.push(iri);
      else if (part.kind === 'file') files.push({ entity: part, parent: dataset });
      else if (part.kind === 'folder') inside.push(iri);
    }
    for (const iri of inside.reverse()) open.push(iri);
  }
  const isData = ({ kind }: CrateEntity) => kind === 'file' || kind === 'folder';
  const unlisted = [...index.entities()].filter((entity) => isData(entity) && !parents.has(entity.iri));
  const licensesOf = (iri: string) => licenses.get(iri) ?? licensesAt(index, iri, licenses.get(root.iri) ?? []);
  return { folders, files, undescribed, unlisted, licensesOf };
}

/** The IRI of a licence, the last part of it, and what the crate calls it. */
function licensesAt(index: CrateIndex, iri: string, implied: readonly string[]): readonly string[] {
  const references = index.references(iri, 'license');
  const named = references.flatMap((one) => [...index.texts(one, 'identifier'), ...index.texts(one, 'name')]);
  const own = [...references, ...index.texts(iri, 'license')];
  if (own.length === 0) return implied;
  const ends = own.map((one) => one.replace(/\/+$/, '').replace(/^.*\//s, ''));
  return [...new Set([...own, ...ends, ...named])];
}
