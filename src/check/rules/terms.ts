import { faultsOfTerm, type TermFaultKind } from '../../vocabulary/term-faults.js';
import type { TermDefinitionEntity } from '../../vocabulary/term-definition-entity.js';
import { droppedTerms } from '../../vocabulary/profile-terms.js';
import { isAbsoluteIri } from '../../rdf/iri.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Fault } from '../crate/checked-entity.js';
import type { CrateRule, Rule } from '../rule.js';

/** The terms that a crate uses and defines (format document, section 2, ad hoc vocabulary and profiles). */
export const TERM_RULES: readonly Rule[] = [
  {
    id: 'term-clash',
    severity: 'warning',
    on: 'crate',
    sentence: 'A name of the RO-Crate context keeps its meaning in the context of the crate.',
    source: 'format 2, ad hoc vocabulary 1',
    check: termFaults('term-clash'),
  },
  {
    id: 'term-described',
    severity: 'warning',
    on: 'crate',
    sentence: 'A property or type that the crate itself names has an entity that defines it.',
    source: 'format 2, ad hoc vocabulary 6',
    check: termFaults('term-described'),
  },
  {
    id: 'term-in-context',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context has a name for each property and type that the crate defines.',
    source: 'format 2, ad hoc vocabulary 5',
    check: termFaults('term-in-context'),
  },
  {
    id: 'term-prefix',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context defines the prefix of each compact IRI that is a key or type.',
    source: 'format 2, ad hoc vocabulary 1',
    check: termFaults('term-prefix'),
  },
  {
    id: 'term-role',
    severity: 'warning',
    on: 'crate',
    sentence: 'An `rdf:Property` is used as a key, and an `rdfs:Class` as a type.',
    source: 'format 2, ad hoc vocabulary 6',
    check: termFaults('term-role'),
  },
  {
    id: 'term-namespace',
    severity: 'warning',
    on: 'crate',
    sentence: 'A project that takes IRIs from `https://w3id.org/ro/terms/` registers its terms there.',
    source: 'format 2, ad hoc vocabulary 4',
    check: termFaults('term-namespace'),
  },
  {
    id: 'definition-id',
    severity: 'warning',
    on: 'crate',
    sentence: 'The `@id` of an `rdf:Property` or `rdfs:Class` is absolute.',
    source: 'format 2, ad hoc vocabulary 6',
    check: (crate) => (isProfile(crate) ? [] : definitionFaults(crate, isRelativeTerm, 'has no absolute identifier')),
  },
  {
    id: 'definition-name',
    severity: 'warning',
    on: 'crate',
    sentence: 'The definition of a property or type has a `name`; before RO-Crate 1.2, an `rdfs:label` is enough.',
    source: 'format 2, ad hoc vocabulary 6; RO-Crate 1.0 to 1.3, Extending RO-Crate',
    check: (crate) => {
      const hasName = ({ name, label }: TermDefinitionEntity) => (name ?? (isOld(crate) ? label : undefined)) !== undefined; // prettier-ignore
      return definitionFaults(crate, (one) => isVocabulary(one) && !hasName(one), 'is a definition without a name');
    },
  },
  {
    id: 'definition-description',
    severity: 'warning',
    on: 'crate',
    sentence:
      'The definition of a property or type has a `description`; before RO-Crate 1.2, an `rdfs:comment` is enough.',
    source: 'format 2, ad hoc vocabulary 6; RO-Crate 1.0 to 1.3, Extending RO-Crate',
    check: (crate) => {
      const hasText = ({ description, comment }: TermDefinitionEntity) =>
        (description ?? (isOld(crate) ? comment : undefined)) !== undefined;
      return definitionFaults(crate, (one) => isVocabulary(one) && !hasText(one), 'is a definition without a description'); // prettier-ignore
    },
  },
  {
    id: 'definition-rdfs',
    severity: 'note',
    on: 'crate',
    sentence: '`rdfs:label` and `rdfs:comment` repeat the `name` and `description` of a property or type.',
    source: 'format 2, ad hoc vocabulary 7',
    check: (crate) =>
      definitionFaults(
        crate,
        (one) =>
          isVocabulary(one) &&
          ((one.name !== undefined && one.label === undefined) ||
            (one.description !== undefined && one.comment === undefined)),
        'does not repeat name and description as rdfs:label and rdfs:comment',
      ),
  },
  {
    id: 'profile-term-absolute',
    severity: 'error',
    on: 'crate',
    sentence: 'The terms that a profile defines have absolute identifiers.',
    source: 'format 2, profiles',
    check: (crate) =>
      isProfile(crate) ? definitionFaults(crate, isRelativeTerm, 'is a term of a profile without an absolute identifier') : [], // prettier-ignore
  },
  {
    id: 'profile-term-kept',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context of a profile still has the terms of the profile that the crate uses.',
    source: 'format 2, profiles',
    check: (crate) =>
      droppedTerms(crate.terms, crate.profiles).map(({ term: { name, places }, profile }): Fault => {
        const place = places.property ?? places.class;
        return { message: `uses ${name}, which the context of ${profile} no longer has`, ...place };
      }),
  },
];

/** A fault where a term is first used. */
function termFaults(kind: TermFaultKind): CrateRule['check'] {
  return ({ terms }) =>
    terms.terms.flatMap((term) =>
      faultsOfTerm(term, terms)
        .filter((fault) => fault.kind === kind)
        .map(({ message, role }): Fault => ({ message, ...term.places[role] })),
    );
}

function definitionFaults(
  { terms }: CheckedCrate,
  isWrong: (definition: TermDefinitionEntity) => boolean,
  message: string,
): Fault[] {
  return terms.definitions.filter(isWrong).map(({ id, pointer }) => ({ message, entity: id, pointer }));
}

/** A DefinedTerm may also be a value, which is identified like any contextual entity. */
function isVocabulary({ roles }: TermDefinitionEntity): boolean {
  return roles.includes('property') || roles.includes('class');
}

function isRelativeTerm(definition: TermDefinitionEntity): boolean {
  return isVocabulary(definition) && !isAbsoluteIri(definition.id);
}

function isOld(crate: CheckedCrate): boolean {
  return !crate.since('1.2');
}

function isProfile({ root }: CheckedCrate): boolean {
  return root?.is(PROFILE) === true;
}

const PROFILE = 'http://www.w3.org/ns/dx/prof/Profile';
