import { isRelative, mentionedIds } from '../../../crate/edit/mentioned-ids.js';
import { fragmentIn } from '../../../crate/metadata-names.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { pathOfId } from '../../../package/file-ids.js';
import { crateEntities, referencesOf, type CrateEntity, type EntityKind } from '../crate-entities.js';

/** What an identifier is of: a part of a file moves with the file, `local` is any other contextual entity. */
export type LocalKind = Exclude<EntityKind, 'contextual'> | 'part' | 'local';

/** An identifier that only means something inside the crate. */
export interface LocalId {
  /** As written. */
  readonly id: string;
  readonly iri: string;
  /** As written, with `/` as separator: the file `data\x` is at `data/x` on the web. */
  readonly reference: string;
  readonly kind: LocalKind;
  /** Path of its file or folder, relative to the crate root; folders with a final `/`; undefined outside the crate. */
  readonly path: string | undefined;
  /** Whether it is a fragment of the metadata document, as `#x` is. */
  readonly isFragment: boolean;
  /** The description that says what it is, or else the first; undefined if it is only mentioned. */
  readonly entity: CrateEntity | undefined;
}

/** The identifiers of a document. */
export interface CrateIds {
  /** By IRI the first spelling, in the order of the document. */
  readonly mentioned: ReadonlyMap<string, string>;
  /** By IRI, in the order of the document. */
  readonly local: ReadonlyMap<string, LocalId>;
  /** The entities by IRI. */
  readonly entities: ReadonlyMap<string, readonly CrateEntity[]>;
}

/**
 * Finds out what the identifiers of a document are.
 * @param paths of the files at hand: an identifier with such a path is that of a file, whatever its type
 */
export function idsOf(document: CrateDocument, paths: ReadonlySet<string>): CrateIds {
  const entities = new Map<string, CrateEntity[]>();
  const members = new Set<string>();
  for (const entity of crateEntities(document)) {
    for (const member of referencesOf(entity.value, 'hasPart', document)) members.add(member);
    const same = entities.get(entity.iri);
    if (same === undefined) entities.set(entity.iri, [entity]);
    else same.push(entity);
  }
  const isFile = new Set(paths);
  for (const same of entities.values()) {
    const entity = tellingOf(same);
    if (entity?.kind !== 'file' || !isRelative(entity.id, document) || /[#?]/.test(entity.id)) continue;
    const path = pathOfId(entity.id);
    if (path !== undefined) isFile.add(path);
  }
  const isFolder = new Set([...paths].flatMap(foldersAround));
  const mentioned = mentionedIds(document);
  const local = new Map<string, LocalId>();
  for (const [iri, id] of mentioned) {
    if (!isRelative(id, document)) continue;
    const entity = tellingOf(entities.get(iri) ?? []);
    const reference = id.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'));
    const isFragment = fragmentIn(reference) !== undefined;
    const path = isFragment ? undefined : pathOfId(reference);
    const isPart = entity === undefined && members.has(iri); // in a hasPart, but not described
    if (isPart && path !== undefined && !isFolder.has(`${path}/`)) isFile.add(path);
    const found = kindOf({ iri, reference, path, entity }, document, isFile);
    const kind = isPart && path !== undefined && isFolder.has(`${path}/`) ? 'folder' : found;
    local.set(iri, { id, iri, reference, kind, path: pathIn(path, kind), isFragment, entity });
  }
  return { mentioned, local, entities };
}

/** The folders around a path, the outermost first. */
export function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end >= 0 && end + 1 < path.length; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end + 1));
  return folders;
}

/** Of several descriptions, the one that makes the entity a file or folder. */
function tellingOf(same: readonly CrateEntity[]): CrateEntity | undefined {
  return same.find(({ kind }) => kind !== 'contextual') ?? same[0];
}

function pathIn(path: string | undefined, kind: LocalKind): string | undefined {
  if (path === undefined || path === '') return undefined;
  return kind === 'folder' && !path.endsWith('/') ? `${path}/` : path;
}

function kindOf(
  { iri, reference, path, entity }: Pick<LocalId, 'iri' | 'reference' | 'path' | 'entity'>,
  { root }: CrateDocument,
  isFile: ReadonlySet<string>,
): LocalKind {
  if (iri === root.root) return 'root';
  if (iri === root.descriptor) return 'descriptor';
  if (entity?.kind === 'file' || entity?.kind === 'folder') return entity.kind;
  if (path === undefined) return 'local';
  if (path.endsWith('/')) return 'folder';
  if (!isFile.has(path)) return 'local';
  return /[?#]/.test(reference) ? 'part' : 'file';
}
