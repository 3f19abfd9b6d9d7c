import type { DataFactory, Quad, Term } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import { languageTag } from './checked-text.js';
import { isAbsoluteIri } from './iri.js';
import { repairIri } from './iri-repair.js';

/** How quads from outside are checked. */
export interface QuadCheck {
  readonly factory: DataFactory;
  /** The base of a document that has none of its own, of {@link unknownBase}: an IRI with its scheme was relative. */
  readonly unknownBase?: string | undefined;
  /** Receives an IRI that is not legal and was percent-encoded. */
  readonly onRepair: (iri: string) => void;
}

/** A base that no document knows, so that an IRI with its scheme must have been relative, even `//host/path`. */
export function unknownBase(): string {
  return `x-no-base-${crypto.randomUUID()}://base/`;
}

/**
 * Checks the terms of a quad, because parsers let through what a store cannot write. Illegal IRIs are repaired.
 * @throws CrateError ERR_RDF_SYNTAX for a relative IRI without a base, a language tag that is not well-formed, or a
 * quad that is not RDF 1.1
 */
export function checkedQuad(quad: Quad, check: QuadCheck): Quad {
  const { subject, predicate, object, graph } = quad;
  const terms = [subject, predicate, object, graph] as const;
  const checked = terms.map((term) => checkedTerm(term, check));
  if (terms.every((term, index) => term === checked[index])) return quad;
  return check.factory.quad(...(checked as unknown as Parameters<DataFactory['quad']>)) as Quad;
}

function checkedTerm(term: Term, check: QuadCheck): Term {
  switch (term.termType) {
    case 'NamedNode': {
      const iri = checkedIri(term.value, check);
      return iri === term.value ? term : check.factory.namedNode(iri);
    }
    case 'Literal': {
      if ('direction' in term && term.direction !== '' && term.direction !== undefined)
        throw new CrateError(
          'ERR_RDF_SYNTAX',
          `a literal with the direction ${String(term.direction)} is not RDF 1.1 and cannot be stored`,
        );
      if (term.language !== '') {
        if (languageTag(term.language) !== undefined) return term;
        throw new CrateError('ERR_RDF_SYNTAX', `the language tag ${term.language} is not well-formed`);
      }
      const datatype = checkedIri(term.datatype.value, check);
      return datatype === term.datatype.value
        ? term
        : check.factory.literal(term.value, check.factory.namedNode(datatype));
    }
    case 'BlankNode':
    case 'DefaultGraph':
      return term;
    default:
      throw new CrateError(
        'ERR_RDF_SYNTAX',
        `a ${term.termType} is not RDF 1.1: quoted triples and variables cannot be stored`,
      );
  }
}

function checkedIri(iri: string, { unknownBase, onRepair }: QuadCheck): string {
  const scheme = unknownBase?.replace(/\/.*$/, '');
  const isRelative = scheme !== undefined && iri.startsWith(scheme);
  if (isRelative || !isAbsoluteIri(iri)) {
    const written = isRelative ? iri.slice(scheme.length).replace(/^\/\/base\//, '') : iri;
    throw new CrateError('ERR_RDF_SYNTAX', `the IRI <${written}> is relative, and the document has no base`, {
      hint: 'give the base with --base https://example.org/my-crate/',
    });
  }
  const legal = repairIri(iri);
  if (legal !== iri) onRepair(iri);
  return legal;
}
