import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import { shortName } from '../../view/entity-label.js';
import { schemaValues } from '../../view/schema-values.js';
import { oncePer } from '../../view/once-per.js';
import { outsideHref } from '../../../base/net/outside-href.js';

/** Where the links of a crate lead: the website and static previews differ only here. */
export interface CrateLinks {
  /** The page of an entity, or its place in the page. */
  entity(entity: ViewEntity): string;
  /** The file or folder itself; undefined if it is not here. */
  file(entity: ViewEntity): string | undefined;
  /** All values of a property that has more than a page shows; undefined if there is no such page. */
  values(entity: ViewEntity, key: string): string | undefined;
}

/** A crate on a page, with what the parts of the page share. */
export interface CrateScene {
  readonly view: CrateView;
  readonly links: CrateLinks;
  /** The profiles that the root conforms to, as far as they are here as crates: they may define its terms. */
  readonly profiles: readonly CrateView[];
  /** How many values of one property the page shows. */
  readonly maxValues: number;
  /** How many entities the page may still show in-line; it counts down. */
  inlineLeft: number;
}

/** How deep entities are shown in-line within each other. */
const MAX_DEPTH = 4;

/** What a page about a crate may set. */
export type SceneSettings = Partial<Pick<CrateScene, 'profiles' | 'maxValues'>>;

/** Begins a page about a crate. */
export function sceneOf(view: CrateView, links: CrateLinks, settings: SceneSettings = {}): CrateScene {
  return { view, links, profiles: [], maxValues: 50, inlineLeft: 200, ...settings };
}

/** What a link to an entity says. */
export function linkText({ name, id }: ViewEntity): string {
  return shortName(name ?? id);
}

/**
 * Whether an entity is shown in-line: it has no name to link, and the page neither is about it nor too deep or full.
 */
export function isInline(entity: ViewEntity, path: readonly ViewEntity[], { view, inlineLeft }: CrateScene): boolean {
  if (entity.name !== undefined || entity === view.root || entity === view.descriptor) return false;
  return inlineLeft > 0 && path.length <= MAX_DEPTH && !path.includes(entity) && entity.properties.length > 0;
}

const SAME_AS: readonly string[] = schemaOrg('sameAs');

/**
 * Where a property or type is explained: at the `sameAs` of the entity that defines it, where present, or else at its
 * own IRI (format document, section 6, rule 2). The crate itself or a profile of it may define it; no other crate can,
 * or one crate could say where the links of all others lead.
 */
export function profilePageOf(iri: string | undefined, { view, profiles }: CrateScene): string | undefined {
  if (iri === undefined) return undefined;
  for (const one of [view, ...profiles]) {
    const known = explanationsIn(one);
    if (!known.has(iri)) known.set(iri, findExplanation(iri, one));
    const found = known.get(iri);
    if (found !== undefined) return found;
  }
  return /^https?:/i.test(iri) ? outsideHref(iri) : undefined;
}

/** A crate has few properties and types, and each entity shows some. */
const explanationsIn = oncePer((_: CrateView) => new Map<string, string | undefined>());

function findExplanation(iri: string, view: CrateView): string | undefined {
  for (const { iri: property, values } of view.entity(iri)?.properties ?? [])
    if (property !== undefined && SAME_AS.includes(property))
      for (const value of values) {
        const href = outsideHref('reference' in value ? value.iri : value.text);
        if (href !== undefined) return href;
      }
  return undefined;
}

/** The entities of the crate that a property of schema.org refers to. @param name such as `spatialCoverage` */
export function entitiesAt(entity: Pick<ViewEntity, 'properties'>, name: string, view: CrateView): ViewEntity[] {
  return schemaValues(entity, name).flatMap((value) => ('reference' in value ? (view.entity(value.iri) ?? []) : []));
}
