import type { CrateView, ViewEntity } from '../crate-view.js';
import { oncePer } from '../once-per.js';
import { schemaValues } from '../schema-values.js';
import { isFileType, isFolderType, placeOfFile } from './file-place.js';

/** Something that a crate contains, without a path of its own at the place where it is shown. */
export interface LoosePart {
  /** As the document writes it. */
  readonly id: string;
  /** Undefined if the crate does not describe it. */
  readonly entity: ViewEntity | undefined;
  /** Its address on the web; undefined without one. */
  readonly web: string | undefined;
  /** Its path, if it is a file or folder of another place of the crate. */
  readonly path: string | undefined;
}

/** Deeper folders, and longer paths, are no folders that people walk through: the rest of a path is then a name. */
const DEEPEST = 40;
const LONGEST = 1000;

/**
 * What a crate contains as its description says: files and folders by their paths, and parts of folders that have no
 * path there. It reads the parts of folders, and nothing of files.
 */
export class DescribedContents {
  readonly #view: CrateView;
  readonly #byPath = new Map<string, ViewEntity | undefined>();
  readonly #pathOf = new Map<ViewEntity, string>();
  readonly #children = new Map<string, Set<string>>([['', new Set()]]);
  readonly #parts = new Map<ViewEntity, readonly LoosePart[]>();
  readonly #reached = new Map<string, LoosePart>();
  readonly #top: LoosePart[] = [];

  constructor(view: CrateView) {
    this.#view = view;
    const loose = this.#placeAll();
    for (const entity of [view.root, ...view.entities])
      if (entity === view.root || isFolderType(entity)) this.#readParts(entity);
    this.#reach(view.root);
    for (const folder of this.#pathOf.keys()) this.#reach(folder);
    // What no folder has is at the top, also what is only part of itself.
    for (const part of loose)
      if (!this.#reached.has(part.id)) {
        this.#top.push(part);
        this.#found(part);
      }
  }

  /** The entity of a file or folder; undefined if nothing describes it. */
  entity(path: string): ViewEntity | undefined {
    return this.#byPath.get(path);
  }

  /** Whether the description names a file or folder. */
  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** The path of an entity; undefined for one that has none. */
  path(entity: ViewEntity): string | undefined {
    return this.#pathOf.get(entity);
  }

  /** Whether there is something in a folder, or it is a folder of the description. */
  isFolder(path: string): boolean {
    return this.#children.has(path);
  }

  /** The paths directly in a folder. */
  children(folder: string): Iterable<string> {
    return this.#children.get(folder) ?? [];
  }

  /** Parts of an entity that are not below its path; those of the root with all that no other has. */
  loose(entity: ViewEntity): readonly LoosePart[] {
    const parts = this.#parts.get(entity) ?? [];
    return entity === this.#view.root ? [...parts, ...this.#top] : parts;
  }

  /** All that has no path, each once. */
  get withoutPath(): Iterable<LoosePart> {
    return this.#reached.values();
  }

  /** Places what has a path. @returns data entities on the web, and those whose path another one has */
  #placeAll(): LoosePart[] {
    const loose: LoosePart[] = [];
    for (const entity of this.#view.entities) {
      const isDescriptor = entity === this.#view.descriptor;
      if (entity === this.#view.root || (!isDescriptor && !isData(entity))) continue;
      const place = placeOfFile(entity, this.#view);
      if (place === undefined) continue;
      if (isDescriptor) {
        // It is in the folder, but it is no part of the crate.
        if ('path' in place) this.#byPath.set(place.path, entity);
        continue;
      }
      const path = 'web' in place ? undefined : folderPath(place.path, entity);
      if (path !== undefined && this.#byPath.get(path) === undefined) this.#place(path, entity);
      else loose.push({ id: entity.id, entity, web: 'web' in place ? place.web : undefined, path: undefined });
    }
    return loose;
  }

  #place(path: string, entity: ViewEntity | undefined): void {
    this.#byPath.set(path, entity);
    if (entity !== undefined) this.#pathOf.set(entity, path);
    if (path.endsWith('/') && folderAround(`${path}x`) === path && !this.#children.has(path))
      this.#children.set(path, new Set());
    for (let child = path; child !== '';) {
      const folder = folderAround(child);
      const siblings = this.#children.get(folder);
      if (siblings?.has(child) === true) return;
      if (siblings === undefined) this.#children.set(folder, new Set([child]));
      else siblings.add(child);
      child = folder;
    }
  }

  #readParts(container: ViewEntity): void {
    const home = container === this.#view.root ? '' : this.#pathOf.get(container);
    const parts = new Map<string, LoosePart>();
    for (const value of schemaValues(container, 'hasPart')) {
      if ('text' in value) continue; // the properties of the entity show it
      const part = this.#part(value.reference, value.iri);
      if (part.path === undefined || home === undefined || !part.path.startsWith(home)) parts.set(value.iri, part);
    }
    if (parts.size > 0) this.#parts.set(container, [...parts.values()]);
  }

  #part(id: string, iri: string): LoosePart {
    const entity = this.#view.entity(iri);
    if (entity !== undefined) {
      const known = this.#pathOf.get(entity);
      const place = placeOfFile(entity, this.#view);
      const isWeb = entity !== this.#view.root && place !== undefined && 'web' in place;
      return { id: entity.id, entity, web: isWeb ? place.web : undefined, path: known };
    }
    const place = placeOfFile({ id, iri, types: [], name: undefined, properties: [] }, this.#view);
    if (place === undefined || 'web' in place) return { id, entity, web: place?.web, path: undefined };
    if (!this.#byPath.has(place.path)) this.#place(place.path, undefined);
    return { id, entity, web: undefined, path: place.path };
  }

  /** Follows the parts of an entity to all that has no path. Each is followed once, so circles end. */
  #reach(container: ViewEntity): void {
    for (const part of this.#parts.get(container) ?? []) this.#found(part);
  }

  #found(first: LoosePart): void {
    const waiting = [first];
    for (const part of waiting) {
      if (part.path !== undefined || part.entity === this.#view.root || this.#reached.has(part.id)) continue;
      this.#reached.set(part.id, part);
      if (part.entity !== undefined) for (const inner of this.#parts.get(part.entity) ?? []) waiting.push(inner);
    }
  }
}

/** What a crate contains, as its description says. */
export const describedContents = oncePer((view: CrateView) => new DescribedContents(view));

/** The folder that a path is in, with a final `/`; empty at the top. */
export function folderAround(path: string): string {
  let end = 0;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const next = path.indexOf('/', end) + 1;
    if (next === 0 || next >= path.length || next > LONGEST) break;
    end = next;
  }
  return path.slice(0, end);
}

function isData(entity: ViewEntity): boolean {
  return isFileType(entity) || isFolderType(entity);
}

/** Some documents write folders without the final slash. */
function folderPath(path: string, entity: ViewEntity): string {
  return path.endsWith('/') || isFileType(entity) || !isFolderType(entity) ? path : `${path}/`;
}
