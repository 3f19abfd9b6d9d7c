import type { JsonObject } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { referencesOf, valuesOf } from '../crate-entities.js';
import type { Draft } from './draft.js';
import { foldersAround, type CrateIds, type LocalId } from './local-ids.js';
import { mediaTypeOf } from '../../../package/media-type.js';
import type { NewLocations } from './new-locations.js';

/** What the listings of folders depend on. */
export interface ListingParts {
  readonly document: CrateDocument;
  readonly ids: CrateIds;
  readonly locations: NewLocations;
  /** The files at hand, with their sizes. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** What is missing from the listings of folders. */
export interface Listings {
  /** By path of a folder that exists, the new identifiers that its `hasPart` lacks. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** New entities: files and folders that nothing describes. */
  readonly added: readonly Draft[];
  /** Paths of files whose new location nothing says. */
  readonly lost: readonly string[];
}

/**
 * Completes the listings of folders that cannot be browsed (A3), so that `hasPart` leads from each of them
 * to all its files. A folder with a `distribution` needs none.
 * @param folders that cannot be browsed, by path @param newIds of what the document describes, by IRI
 */
export function completeListings(
  folders: ReadonlyMap<string, LocalId>,
  newIds: ReadonlyMap<string, string>,
  { document, ids, locations, sizes }: ListingParts,
): Listings {
  const listed = new Map<string, ReadonlySet<string>>();
  const covered = new Set<string>();
  const described = new Map<string, LocalId>();
  for (const one of ids.local.values()) if (one.path !== undefined && one.kind !== 'part') described.set(one.path, one);
  for (const [path, { iri }] of folders) {
    const entities = ids.entities.get(iri) ?? [];
    if (entities.some(({ value }) => valuesOf(value, 'distribution', document).length > 0)) covered.add(path);
    listed.set(path, new Set(entities.flatMap(({ value }) => referencesOf(value, 'hasPart', document))));
  }
  const missing = new Map<string, string[]>();
  const created = new Map<string, string[]>();
  const added: Draft[] = [];
  const lost: string[] = [];

  /** The members to add to a folder, which is created if nothing describes it. */
  const membersOf = (path: string): string[] => {
    const known = missing.get(path) ?? created.get(path);
    if (known !== undefined) return known;
    const members: string[] = [];
    if (folders.has(path)) missing.set(path, members);
    else {
      const id = locations.ofFolder({ path, reference: path })?.iri ?? locations.arcpOf(path);
      membersOf(parentOf(path)).push(id);
      created.set(path, members);
      added.push({
        step: 'A3',
        action: 'add',
        id,
        path,
        why: 'a folder that nothing describes',
        add: { '@type': 'Dataset' },
      });
    }
    return members;
  };
  /** The innermost folder around a path whose list must have it; undefined if there is none. */
  const listOf = (path: string): string | undefined => {
    const inner = foldersAround(path).findLast((folder) => folders.has(folder));
    return inner === undefined || covered.has(inner) ? undefined : inner;
  };

  for (const [path, { iri }] of folders) {
    const list = listOf(path);
    if (list !== undefined && listed.get(list)?.has(iri) !== true)
      membersOf(parentOf(path)).push(newIds.get(iri) as string);
  }
  for (const [path, size] of sizes) {
    const list = listOf(path);
    if (list === undefined) continue;
    const entity = described.get(path);
    if (entity !== undefined && listed.get(list)?.has(entity.iri) === true) continue;
    const location = entity === undefined ? locations.ofFile(path) : undefined;
    const id = entity === undefined ? location?.iri : newIds.get(entity.iri);
    if (id === undefined) {
      if (entity === undefined) lost.push(path);
      continue;
    }
    membersOf(parentOf(path)).push(id);
    if (entity !== undefined) continue;
    const mediaType = mediaTypeOf(path);
    const why = `a file that nothing describes; ${location?.why ?? ''}`;
    added.push({
      step: 'A3',
      action: 'add',
      id,
      path,
      why,
      size,
      mediaType,
      add: newFile(size, mediaType, locations.moves(path) ? path : undefined),
    });
  }
  const complete = added.map((draft) => {
    const members = created.get(draft.path as string);
    return members === undefined ? draft : { ...draft, add: { '@type': 'Dataset', hasPart: references(members) } };
  });
  return { missing, added: complete, lost };
}

/** References as a document writes them: one alone, or an array. */
export function references(ids: readonly string[]): JsonObject | JsonObject[] {
  const all = ids.map((id) => ({ '@id': id }));
  return all.length === 1 ? (all[0] as JsonObject) : all;
}

function newFile(size: number, mediaType: string | undefined, localPath: string | undefined): JsonObject {
  return {
    '@type': 'File',
    contentSize: String(size),
    ...(mediaType === undefined ? {} : { encodingFormat: mediaType }),
    ...(localPath === undefined ? {} : { localPath }),
  };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
