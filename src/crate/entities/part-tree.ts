import type { EntityRecord } from './entity-record.js';

/** A new entity, or one that has lost its place, and whether it is data. */
export interface Unplaced {
  readonly record: EntityRecord;
  readonly isData: boolean;
}

/** What an entity refers to, of the entities that need a place. */
export interface References {
  readonly from: string;
  readonly to: string;
  readonly isPart: boolean;
}

/** Which entities get a place, and where. */
export interface PlacedEntities {
  /** The identifiers to add to `hasPart`, by the IRI of a folder or of the root. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** The identifiers to add to `mentions` of the root. */
  readonly mentioned: readonly string[];
}

/**
 * Finds a place for entities. A data entity is a part of the innermost folder that is described, or of the root, unless
 * the `hasPart` of another entity names it. Contextual entities that nothing leads to are mentioned by the root: those
 * that nothing refers to, and one of each circle.
 * @param unplaced by IRI
 * @param references all references to these entities
 * @param isFolder whether an IRI is a folder of the crate, or its root
 */
export function findPlaces(
  unplaced: ReadonlyMap<string, Unplaced>,
  references: Iterable<References>,
  root: string,
  isFolder: (iri: string) => boolean,
): PlacedEntities {
  const placed = new Set<string>();
  const referrers = new Map<string, Set<string>>();
  for (const { from, to, isPart } of references) {
    if (isPart) placed.add(to);
    if (from === to) continue;
    const known = referrers.get(to);
    if (known === undefined) referrers.set(to, new Set([from]));
    else known.add(from);
  }
  const parts = new Map<string, string[]>();
  for (const [iri, { record, isData }] of unplaced) {
    if (!isData || placed.has(iri)) continue;
    const folder = folderOfPart(iri, isFolder) ?? root;
    const siblings = parts.get(folder);
    if (siblings === undefined) parts.set(folder, [record.id]);
    else siblings.push(record.id);
  }
  return { parts, mentioned: unreached(unplaced, referrers) };
}

/** The innermost described folder that an IRI is in. */
function folderOfPart(iri: string, isFolder: (iri: string) => boolean): string | undefined {
  for (let end = iri.lastIndexOf('/', iri.length - 2); end > 0; end = iri.lastIndexOf('/', end - 1)) {
    const folder = iri.slice(0, end + 1);
    if (isFolder(folder)) return folder;
  }
  return undefined;
}

/** The identifiers of contextual entities to which no way leads from the others. */
function unreached(
  unplaced: ReadonlyMap<string, Unplaced>,
  referrers: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const isContextual = (iri: string) => unplaced.get(iri)?.isData === false;
  const targets = new Map<string, string[]>();
  const reached = new Set<string>();
  const reach = (start: string) => {
    const rest = [start];
    for (let iri = rest.pop(); iri !== undefined; iri = rest.pop()) {
      if (reached.has(iri)) continue;
      reached.add(iri);
      for (const one of targets.get(iri) ?? []) rest.push(one);
    }
  };
  const starts: string[] = [];
  for (const [to, all] of referrers)
    for (const from of all) {
      if (!isContextual(from)) starts.push(to);
      else if (targets.get(from)?.push(to) === undefined) targets.set(from, [to]);
    }
  starts.forEach(reach);
  const mentioned: string[] = [];
  for (const isStart of [(iri: string) => !referrers.has(iri), () => true])
    for (const [iri, { record }] of unplaced)
      if (isContextual(iri) && !reached.has(iri) && isStart(iri)) {
        mentioned.push(record.id);
        reach(iri);
      }
  return mentioned;
}
