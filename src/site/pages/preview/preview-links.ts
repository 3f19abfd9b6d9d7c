import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import type { CrateLinks } from '../crate/scene.js';
import { fileHref } from '../crate/site-links.js';

/** The pages of a preview, and where each entity is. */
export interface PreviewPlaces {
  readonly pages: number;
  /** Entities with a place of their own: all but the root, which is at the top of the first page. */
  readonly described: number;
  /** The entities of a page, those of the same types together. */
  on(page: number): readonly ViewEntity[];
  /** All groups, in their order. */
  readonly groups: readonly EntityGroup[];
  /** The value of the `id` attribute of an entity. */
  anchor(entity: ViewEntity): string;
  /** The page of an entity. */
  pageOf(entity: ViewEntity): number;
  /** The relative reference from one page to another. */
  path(from: number, to: number): string;
  /** Whether the files of the crate are next to the first page. */
  readonly isInCrate: boolean;
}

/** Entities of the same types. */
export interface EntityGroup {
  /** The types; empty for entities without one. */
  readonly types: string;
  readonly entities: readonly ViewEntity[];
}

/** Types of an entity that decide about its group. */
const MOST_TYPES = 10;

/** How to divide a preview into pages. */
export interface PreviewDivision {
  /** File name of the first page; further ones are in a folder named after it. */
  readonly name: string;
  /** Entities of one page. */
  readonly size: number;
  readonly isInCrate: boolean;
}

/** Places the entities of a crate: types in the order in which the document begins with them, those without a name last. */
export function previewPlaces(view: CrateView, { name, size, isInCrate }: PreviewDivision): PreviewPlaces {
  const byTypes = new Map<string, ViewEntity[]>();
  for (const entity of view.entities) {
    if (entity === view.root) continue;
    const types = entity.types.slice(0, MOST_TYPES).join(', ');
    const known = byTypes.get(types);
    if (known === undefined) byTypes.set(types, [entity]);
    else known.push(entity);
  }
  const isUnnamed = ({ entities: [first] }: EntityGroup) => first?.name === undefined && first?.id.startsWith('_:');
  const all = [...byTypes].map(([types, entities]) => ({ types, entities }));
  const groups = [...all.filter((group) => !isUnnamed(group)), ...all.filter(isUnnamed)];
  const sorted = groups.flatMap(({ entities }) => entities);
  const numbers = new Map(sorted.map((entity, at) => [entity, Math.floor(at / size) + 1]));
  return {
    pages: Math.max(1, Math.ceil(sorted.length / size)),
    described: sorted.length,
    on: (page) => sorted.slice((page - 1) * size, page * size),
    groups,
    anchor: (entity) => (entity === view.root ? 'root' : `entity-${encodeURIComponent(entity.id.toWellFormed())}`),
    pageOf: (entity) => numbers.get(entity) ?? 1,
    path: (from, to) => {
      if (from === to) return '#main';
      const target = encodeURIComponent(pagePath(name, to).split('/').at(-1) as string);
      if (to === 1) return `../${target}`;
      return from === 1 ? `${encodeURIComponent(filesFolder(name))}/${target}` : target;
    },
    isInCrate,
  };
}

/** The folder of further pages, next to the first (format document: `ro-crate-preview_files/`). */
export function filesFolder(name: string): string {
  return `${name.replace(/\.html?$/i, '')}_files`;
}

/** The path of a page, from the folder of the first one. */
export function pagePath(name: string, page: number): string {
  return page === 1 ? name : `${filesFolder(name)}/entities-${String(page)}.html`;
}

/** The links of one page of a preview. */
export function previewLinks(view: CrateView, places: PreviewPlaces, page: number): CrateLinks {
  return {
    entity: (entity) => {
      const there = places.pageOf(entity);
      // The anchor is percent-encoded already, and is encoded again as a part of an address.
      return `${there === page ? '' : places.path(page, there)}#${encodeURIComponent(places.anchor(entity))}`;
    },
    values: () => undefined,
    file: (entity) => {
      const href = fileHref(entity, view, places.isInCrate);
      return href?.startsWith('./') === true && page > 1 ? `.${href}` : href;
    },
  };
}
