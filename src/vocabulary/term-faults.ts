import { CrateError } from '../errors.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import { isAdHoc, type CrateTerm, type CrateTerms } from './crate-terms.js';
import { plainSchema } from '../rdf/vocabulary.js';
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
      add('term-clash', `uses ${name} as <${iri}>, which in RO-Crate is <${official.at(-1) ?? ''}>`);
  }
  const prefix = term.origin === 'iri' && definition === undefined ? missingPrefix(name) : undefined;
  if (prefix !== undefined) add('term-prefix', `uses ${name}, but the context does not define the prefix ${prefix}`);
  else if (definition === undefined && isAdHoc(term, origins))
    add('term-described', `uses ${shown(term)}, which no entity of the crate defines`);
  if (definition !== undefined && term.origin === 'iri' && !origins.hasTerm(iri))
    add('term-in-context', `uses <${iri}> by its IRI: the context has no name for it`);
  const wrong = wrongRole(uses, definition);
  if (wrong !== undefined)
    add(
      'term-role',
      `uses ${name} as ${ROLE_NAMES[wrong]}, but ${definition?.id ?? ''} defines it as ${definedAs(definition)}`,
      wrong,
    );
  const project = term.origin === 'profile' ? undefined : shared.unregisteredProject(iri);
  if (project !== undefined)
    add('term-namespace', `uses ${shown(term)}, but the project ${project} is not registered there`);
  return faults;
}

/** Checks that a name may stand for an IRI in the crates of everybody. @throws CrateError ERR_USAGE */
export function checkNewTerm(name: string, iri: string, { origins }: CrateTerms): void {
  const refuse = (why: string, hint: string) => new CrateError('ERR_USAGE', `cannot add ${name}: ${why}`, { hint });
  if (!/^[^@\s:"\\][^\s:"\\]*$/u.test(name))
    throw refuse('a term is one word without a colon', 'choose a name such as waterLevel');
  if (!isAbsoluteIri(iri) || /[\s<>"{}|\\^`]/.test(iri))
    throw refuse(`${JSON.stringify(iri)} is not an absolute IRI`, 'write name=https://..., or use --project');
  const official = [...origins.shared.irisOf(name)];
  if (official.length > 0 && !official.includes(iri))
    throw refuse(`in RO-Crate it is <${official.at(-1) ?? ''}>`, 'choose another name');
  const own = origins.of(name);
  if (origins.hasEntry(name) && own.iri !== iri)
    throw refuse(`the context of the crate says that it is <${own.iri ?? ''}>`, 'choose another name');
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
