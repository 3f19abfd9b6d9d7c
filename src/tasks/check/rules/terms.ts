import { faultsOfTerm, type TermFaultKind } from '../../vocabulary/term-faults.js';
import type { TermDefinitionEntity } from '../../vocabulary/term-definition-entity.js';
import { droppedTerms } from '../../vocabulary/profile-terms.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Fault } from '../crate/checked-entity.js';
import type { CrateRule, Rule } from '../rule.js';

/** The terms that a crate uses and defines (format document, section 2, ad hoc vocabulary and profiles). */
export const TERM_RULES: readonly Rule[] = [
  {
    id: 'term-clash',
    severity: 'warning',
    on: 'crate',
    sentence: 'A name of the RO-Crate context should keep its meaning in the context of the crate.',
    source: 'format 2, ad hoc vocabulary 1',
    check: termFaults('term-clash'),
  },
  {
    id: 'term-described',
    severity: 'warning',
    on: 'crate',
    sentence: 'A property or type that the crate itself names should have an entity that defines it.',
    source: 'format 2, ad hoc vocabulary 6',
    check: termFaults('term-described'),
  },
  {
    id: 'term-in-context',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context should have a name for each property and type that the crate defines.',
    source: 'format 2, ad hoc vocabulary 5',
    check: termFaults('term-in-context'),
  },
  {
    id: 'term-prefix',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context should define the prefix of each compact IRI that is a key or type.',
    source: 'format 2, ad hoc vocabulary 1',
    check: termFaults('term-prefix'),
  },
  {
    id: 'term-role',
    severity: 'warning',
    on: 'crate',
    sentence: 'An `rdf:Property` should be used as a key, and an `rdfs:Class` as a type.',
    source: 'format 2, ad hoc vocabulary 6',
    check: termFaults('term-role'),
  },
  {
    id: 'term-namespace',
    severity: 'warning',
    on: 'crate',
    sentence: 'A project that takes IRIs from `https://w3id.org/ro/terms/` should register its terms there.',
    source: 'format 2, ad hoc vocabulary 4',
    check: termFaults('term-namespace'),
  },
  {
    id: 'definition-id',
    severity: 'warning',
    on: 'crate',
    sentence: 'The `@id` of an `rdf:Property` or `rdfs:Class` should be absolute.',
    source: 'format 2, ad hoc vocabulary 6',
    check: (crate) =>
      isProfile(crate) ? [] : definitionFaults(crate, (one) => (isRelativeTerm(one) ? RELATIVE : undefined)),
  },
  {
    id: 'definition-name',
    severity: 'warning',
    on: 'crate',
    sentence:
      'The definition of a property or type should have a `name`; before RO-Crate 1.2, an `rdfs:label` is enough.',
    source: 'format 2, ad hoc vocabulary 6; RO-Crate 1.0 to 1.3, Extending RO-Crate',
    check: (crate) =>
      definitionFaults(crate, ({ name, label }) => {
        if (isOld(crate))
          return (label ?? name) === undefined ? 'has no rdfs:label: write the words of the term' : undefined;
        return name === undefined ? 'has no name: write the words of the term' : undefined;
      }),
  },
  {
    id: 'definition-description',
    severity: 'warning',
    on: 'crate',
    sentence:
      'The definition of a property or type should have a `description`; before RO-Crate 1.2, an `rdfs:comment` is enough.',
    source: 'format 2, ad hoc vocabulary 6; RO-Crate 1.0 to 1.3, Extending RO-Crate',
    check: (crate) =>
      definitionFaults(crate, ({ description, comment }) => {
        if (isOld(crate))
          return (comment ?? description) === undefined ? 'has no rdfs:comment: write what the term means' : undefined;
        return description === undefined ? 'has no description: write what the term means' : undefined;
      }),
  },
  {
    id: 'definition-rdfs',
    severity: 'note',
    on: 'crate',
    sentence: '`rdfs:label` and `rdfs:comment` should repeat the `name` and `description` of a property or type.',
    source: 'format 2, ad hoc vocabulary 7',
    check: (crate) =>
      definitionFaults(crate, ({ name, label, description, comment }) => {
        const missing = [
          ...(name !== undefined && label === undefined ? ['its name as rdfs:label'] : []),
          ...(description !== undefined && comment === undefined ? ['its description as rdfs:comment'] : []),
        ];
        return missing.length === 0 ? undefined : `does not repeat ${missing.join(' and ')}`;
      }),
  },
  {
    id: 'profile-term-absolute',
    severity: 'error',
    on: 'crate',
    sentence: 'The terms that a profile defines must have absolute identifiers.',
    source: 'format 2, profiles',
    check: (crate) =>
      isProfile(crate) ? definitionFaults(crate, (one) => (isRelativeTerm(one) ? RELATIVE : undefined)) : [],
  },
  {
    id: 'profile-term-kept',
    severity: 'warning',
    on: 'crate',
    sentence: 'The context of a profile should still have the terms of the profile that the crate uses.',
    source: 'format 2, profiles',
    check: (crate) =>
      droppedTerms(crate.terms, crate.profiles).map(({ term: { name, places }, profile }): Fault => {
        const place = places.property ?? places.class;
        return {
          message: `uses ${name}, which the context of ${profile} no longer has: define it in your own`,
          ...place,
        };
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

/** The faults of the entities that define properties and types, whatever they are called: their types alone decide. */
function definitionFaults(
  { terms }: CheckedCrate,
  faultOf: (definition: TermDefinitionEntity) => string | undefined,
): Fault[] {
  return terms.definitions.filter(isVocabulary).flatMap((definition): Fault[] => {
    const message = faultOf(definition);
    return message === undefined ? [] : [{ message, entity: definition.id, pointer: definition.pointer }];
  });
}

/** A DefinedTerm may also be a value, which is identified like any contextual entity. */
function isVocabulary({ roles }: TermDefinitionEntity): boolean {
  return roles.includes('property') || roles.includes('class');
}

function isRelativeTerm({ id }: TermDefinitionEntity): boolean {
  return !isAbsoluteIri(id);
}

function isOld(crate: CheckedCrate): boolean {
  return !crate.since('1.2');
}

function isProfile({ root }: CheckedCrate): boolean {
  return root?.is(PROFILE) === true;
}

const RELATIVE = 'has an identifier that means something else elsewhere: write an absolute IRI';
const PROFILE = 'http://www.w3.org/ns/dx/prof/Profile';
