import { isAbsoluteIri } from '../../base/rdf/iri.js';
import type { CrateTerm, CrateTerms } from './crate-terms.js';
import type { TermDefinitionEntity } from './term-definition-entity.js';

/**
 * The entries that a context lacks, by name: for each name that no context defines, the IRI of the definition in the
 * crate that ends in this name. A name with several such definitions has none here.
 */
export function missingEntries({ terms, definitions }: CrateTerms): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const term of terms) {
    if (term.origin !== 'undefined') continue;
    const [only, ...others] = definitions.filter(
      (one) => isPublic(one) && localName(one.iri) === term.name && mayBeUsed(one, term),
    );
    if (only !== undefined && others.length === 0) found.set(term.name, only.iri);
  }
  return found;
}

/** Whether an entity defines a term under an IRI that means the same in every crate. */
function isPublic({ id, iri }: TermDefinitionEntity): boolean {
  return isAbsoluteIri(id) && !id.startsWith('_:') && localName(iri) !== '';
}

/** Whether a term may be what an entity defines. DefinedTerm goes with everything. */
function mayBeUsed({ roles }: TermDefinitionEntity, { uses }: CrateTerm): boolean {
  if (roles.includes('term')) return true;
  return (['property', 'class'] as const).every((role) => uses[role] === 0 || roles.includes(role));
}

/** What is behind the last `#` or `/` of an IRI, if it is a word that may be a term; '' for others. */
function localName(iri: string): string {
  return /[#/](\p{L}[\p{L}\p{M}\p{N}_.-]*)$/u.exec(iri)?.[1] ?? '';
}
