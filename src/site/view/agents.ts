import type { CrateView, ViewEntity, ViewValue } from './crate-view.js';
import { shortName } from './entity-label.js';
import { orcidIn } from '../../crate/orcid.js';
import { orcidOf } from './orcid-of.js';
import { schemaValues } from './schema-values.js';

/** A person or an organization, as a crate names it. */
export interface CrateAgent {
  readonly value: ViewValue;
  /** Undefined for a text, and for what the crate does not describe. */
  readonly entity: ViewEntity | undefined;
  /** Its name, or its given and family name; its text, or its IRI, if the crate gives it no name. */
  readonly name: string;
  readonly kind: 'Person' | 'Organization' | undefined;
}

const ORGANIZATIONS = /(?:Organization|Corporation|Consortium|Project|University)$/;

/** The agents of the first of some properties of the root that is there, each once. @param names such as `author` */
export function agentsOf(view: CrateView, names: readonly string[]): CrateAgent[] {
  const values = names.map((name) => schemaValues(view.root, name)).find((some) => some.length > 0) ?? [];
  const different = new Map(values.map((value) => ['text' in value ? `"${value.text}` : value.iri, value]));
  return [...different.values()].flatMap((value) => agentOf(value, view) ?? []);
}

/** The agent that a value is; undefined for an empty text, and for what only the crate could name, and does not. */
export function agentOf(value: ViewValue, view: CrateView): CrateAgent | undefined {
  const entity = 'text' in value ? undefined : view.entity(value.iri);
  const said = 'text' in value ? value.text : entity && agentName(entity);
  const iri = 'text' in value || !isOfOthers(value.iri, view) ? '' : value.iri;
  const name = shortName(said?.trim() || iri);
  return name === '' ? undefined : { value, entity, name, kind: kindOf(value, entity) };
}

/** Whether an IRI says something to those who do not have the crate. */
function isOfOthers(iri: string, view: CrateView): boolean {
  return /^https?:/i.test(iri) && !iri.startsWith(view.iri);
}

function agentName(entity: ViewEntity): string | undefined {
  if (entity.name?.trim()) return entity.name;
  const parts = ['givenName', 'familyName'].flatMap((name) => schemaText(entity, name) ?? []);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The first text of a property of schema.org that is not empty. */
export function schemaText(entity: ViewEntity, name: string): string | undefined {
  return schemaValues(entity, name).flatMap((value) => ('text' in value && value.text.trim()) || [])[0];
}

function kindOf(value: ViewValue, entity: ViewEntity | undefined): CrateAgent['kind'] {
  const types = entity?.types ?? [];
  if (types.includes('Person')) return 'Person';
  if (types.some((type) => ORGANIZATIONS.test(type))) return 'Organization';
  const orcid = entity === undefined ? orcidIn('text' in value ? value.text : value.iri) : orcidOf(entity);
  return orcid === undefined ? undefined : 'Person';
}
