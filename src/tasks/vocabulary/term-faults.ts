import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { isAdHoc, type CrateTerm, type CrateTerms } from './crate-terms.js';
import { plainSchema } from '../../base/rdf/vocabulary.js';
import type { TermDefinitionEntity, TermRole } from './term-definition-entity.js';

/** What may be wrong with how a crate uses a term; the names of rules. */
export type TermFaultKind =
  'term-clash' | 'term-described' | 'term-in-context' | 'term-namespace' | 'term-prefix' | 'term-role';

/** What is wrong with a term. */
export interface TermFault {
  readonly kind: TermFaultKind;
  /** As the end of a sentence that begins with the entity that uses the term. */
  readonly message: string;
  readonly role: TermRole;
}

const ROLE_NAMES: Readonly<Record<TermRole, string>> = { property: 'a property', class: 'a type', term: 'a value' };
const TYPES: Readonly<Record<TermRole, string>> = {
  property: 'rdf:Property',
  class: 'rdfs:Class',
  term: 'DefinedTerm',
};

/** The faults of a term, at most one of each kind. */
export function faultsOfTerm(term: CrateTerm, { origins }: CrateTerms): TermFault[] {
  const { name, iri, definition, uses } = term;
  const { shared } = origins;
  const role: TermRole = uses.property > 0 ? 'property' : uses.class > 0 ? 'class' : 'term';
  if (iri === undefined || role === 'term') return [];
  const faults: TermFault[] = [];
  const add = (kind: TermFaultKind, message: string, at = role) => faults.push({ kind, message, role: at });
  if (term.origin === 'local') {
    const official = origins.officialIris(name);
    if (official.length > 0 && !official.includes(plainSchema(iri)))
      add(
        'term-clash',
        `uses ${name} as <${iri}>, but in RO-Crate it is <${official.at(-1) ?? ''}>: choose another name`,
      );
  }
  const prefix = term.origin === 'iri' ? missingPrefix(name) : undefined;
  if (prefix !== undefined)
    add('term-prefix', `uses ${name}, but the context does not define the prefix ${prefix}: write its IRI there`);
  else if (definition === undefined && isAdHoc(term, origins))
    add(
      'term-described',
      `uses ${shown(term)}, which no entity defines: add one with this \`@id\` and the type ${TYPES[role]}`,
    );
  else if (definition !== undefined && term.origin === 'iri' && !origins.hasTerm(iri))
    add('term-in-context', `uses <${iri}> by its IRI: write a name for it into the context`);
  const wrong = wrongRole(uses, definition);
  if (wrong !== undefined)
    add(
      'term-role',
      `uses ${name} as ${ROLE_NAMES[wrong]}, but ${definition?.id ?? ''} defines it as ${definedAs(definition)}: is it of type ${TYPES[wrong]}?`,
      wrong,
    );
  const project = term.origin === 'profile' ? undefined : shared.unregisteredProject(iri);
  if (project !== undefined)
    add(
      'term-namespace',
      `uses ${shown(term)}, but the project ${project} is not registered there: register its terms`,
    );
  return faults;
}

/** A term that is to be added, and where it is written. */
type WrittenTerm = { readonly name: string; readonly iri: string; readonly place?: string | undefined };

/** Checks that a name may stand for an IRI in the crates of everybody. @throws CrateError ERR_USAGE */
export function checkNewTerm(term: WrittenTerm, { origins }: CrateTerms): void {
  const { name, iri } = term;
  if (!/^[^@\s:"\\][^\s:"\\]*$/u.test(name))
    throw refusal(term, 'term', 'a term is one word without a colon', 'choose a name such as waterLevel');
  if (!isAbsoluteIri(iri) || /[\s<>"{}|\\^`]/.test(iri))
    throw refusal(term, 'iri', `${JSON.stringify(iri)} is not an absolute IRI`, 'write https://..., or use --project');
  const official = [...origins.shared.irisOf(name)];
  if (official.length > 0 && !official.includes(iri))
    throw refusal(term, 'term', `in RO-Crate it is <${official.at(-1) ?? ''}>`, 'choose another name');
  const own = origins.of(name);
  if (origins.hasEntry(name) && own.iri !== iri)
    throw refusal(term, 'term', `the context of the crate says that it is <${own.iri ?? ''}>`, 'choose another name');
}

/**
 * Checks that a new term does not change what identifiers mean: as a prefix it would, where
 * they have its name as scheme.
 * @param ids identifiers as the document writes them, and its other names
 * @throws CrateError ERR_USAGE
 */
export function checkNewPrefix(term: WrittenTerm, ids: Iterable<string>): void {
  const taken = takenAsPrefix(term.name, ids);
  if (taken !== undefined)
    throw refusal(term, 'term', `as a prefix it would change the meaning of ${taken}`, 'choose another name');
}

/**
 * What a name would change the meaning of if it were a prefix; undefined if nothing.
 * @param ids as for {@link checkNewPrefix}
 */
export function takenAsPrefix(name: string, ids: Iterable<string>): string | undefined {
  if (SCHEMES.test(`${name}:`)) return `all IRIs that begin with ${name}:`;
  for (const id of ids) if (id.startsWith(`${name}:`) && !id.startsWith(`${name}://`)) return id;
  return undefined;
}

function refusal({ name, place }: WrittenTerm, column: 'term' | 'iri', why: string, hint: string): CrateError {
  const where = place === undefined ? '' : `${place}, column ${column}: `;
  return new CrateError('ERR_USAGE', `${where}cannot add ${name}: ${why}`, { hint, details: { term: name } });
}

/** IRIs without `//` that are no compact IRIs. */
const SCHEMES = /^(?:urn|tag|info|ni|did|doi|ark|mailto|data|uuid|hash|swh|cid|ipfs):/i;

/** The prefix of a compact IRI that JSON-LD reads as an IRI, because no context defines the prefix. */
function missingPrefix(name: string): string | undefined {
  return SCHEMES.test(name) ? undefined : /^([A-Za-z][\w.-]*):(?!\/\/)/.exec(name)?.[1];
}

/** A role in which a term is used although it is defined as something else. DefinedTerm goes with everything. */
function wrongRole(
  uses: CrateTerm['uses'],
  definition: TermDefinitionEntity | undefined,
): 'property' | 'class' | undefined {
  const roles = definition?.roles ?? ['term'];
  if (roles.includes('term')) return undefined;
  return (['property', 'class'] as const).find((role) => uses[role] > 0 && !roles.includes(role));
}

function definedAs(definition: TermDefinitionEntity | undefined): string {
  return (definition?.roles ?? []).map((role) => ROLE_NAMES[role]).join(' and ');
}

function shown({ name, iri }: Pick<CrateTerm, 'name' | 'iri'>): string {
  return name === iri ? `<${name}>` : `${name} (<${iri ?? ''}>)`;
}
