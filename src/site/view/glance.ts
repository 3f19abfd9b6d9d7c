import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { agentOf } from './agents.js';
import type { CrateView, ViewProperty, ViewValue } from './crate-view.js';

/** How a fact is shown. */
export type GlanceKind = 'agents' | 'licence' | 'date' | 'text';

/** A fact of a crate that its readers look for first. */
export interface GlanceFact {
  readonly label: string;
  readonly kind: GlanceKind;
  readonly property: ViewProperty;
  /** Those of its values that are shown. */
  readonly values: readonly ViewValue[];
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

/** Values of one fact; of a property with more, all have their place among the others, too. */
const MOST_VALUES: Readonly<Record<GlanceKind, number>> = { agents: 12, licence: 3, date: 1, text: 2 };
const LONGEST = 200;

/** The facts of a crate that stand below its title. */
export function glanceOf(view: CrateView): GlanceFact[] {
  return PLACES.flatMap(([kind, [one, more], names]) => {
    const property = names
      .map((name) => view.root.properties.find(({ iri }) => iri !== undefined && schemaOrg(name).includes(iri)))
      .find((found) => found !== undefined);
    if (property === undefined) return [];
    const short = property.values.filter((value) => isShort(value, view, kind));
    const values = short.length <= MOST_VALUES[kind] ? short : short.slice(0, MOST_VALUES[kind] - 1);
    if (values.length === 0) return [];
    return [{ kind, label: property.values.length === 1 ? one : more, property, values }];
  });
}

/** The properties of which a page has said all with some facts. */
export function wholeProperties(facts: readonly GlanceFact[]): ReadonlySet<ViewProperty> {
  return new Set(facts.flatMap(({ property, values }) => (values.length === property.values.length ? property : [])));
}

/** Whether a line can say it: a short text, a named entity, an address. */
function isShort(value: ViewValue, view: CrateView, kind: GlanceKind): boolean {
  if (kind === 'agents') return (agentOf(value, view)?.name.length ?? Infinity) <= LONGEST;
  if ('text' in value) return value.text.trim() !== '' && value.text.length <= LONGEST;
  const entity = view.entity(value.iri);
  if (entity !== undefined) return entity.name !== undefined && entity !== view.root;
  return /^https?:/i.test(value.iri) && value.iri.length <= LONGEST;
}
