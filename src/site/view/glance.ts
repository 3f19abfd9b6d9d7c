import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { CrateView, ViewProperty, ViewValue } from './crate-view.js';

/** How a fact is shown. */
export type GlanceKind = 'agents' | 'licence' | 'date' | 'text';

/** A fact of a crate that its readers look for first. */
export interface GlanceFact {
  readonly label: string;
  readonly kind: GlanceKind;
  readonly property: ViewProperty;
}

/** What readers look for, in the order in which they get it; of the properties of one place, the first that is there. */
const PLACES: readonly (readonly [kind: GlanceKind, labels: readonly [one: string, more: string], names: string[]])[] =
  [
    ['agents', ['Author', 'Authors'], ['author', 'creator']],
    ['licence', ['Licence', 'Licences'], ['license']],
    ['date', ['Published', 'Published'], ['datePublished']],
    ['text', ['Version', 'Versions'], ['version', 'softwareVersion']],
    ['agents', ['Publisher', 'Publishers'], ['publisher']],
  ];

/** Values of one fact; a property with more, or with one that needs more room, has its place among the others. */
const MOST_VALUES: Readonly<Record<GlanceKind, number>> = { agents: 12, licence: 3, date: 1, text: 2 };
const LONGEST = 200;

/** The facts of a crate that stand below its title. */
export function glanceOf(view: CrateView): GlanceFact[] {
  return PLACES.flatMap(([kind, [one, more], names]) => {
    const property = names
      .map((name) => view.root.properties.find(({ iri }) => iri !== undefined && schemaOrg(name).includes(iri)))
      .find((found) => found !== undefined);
    if (property === undefined || property.values.length > MOST_VALUES[kind]) return [];
    if (!property.values.every((value) => isShort(value, view))) return [];
    return [{ kind, label: property.values.length === 1 ? one : more, property }];
  });
}

/** Whether a line can say it: a short text, a named entity, an address. */
function isShort(value: ViewValue, view: CrateView): boolean {
  if ('text' in value) return value.text.trim() !== '' && value.text.length <= LONGEST;
  const entity = view.entity(value.iri);
  if (entity !== undefined) return entity.name !== undefined && entity !== view.root;
  return /^https?:/i.test(value.iri) && value.iri.length <= LONGEST;
}
