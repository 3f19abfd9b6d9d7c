import type { DataFactory as RdfJsFactory, Literal, NamedNode, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { RDF } from './vocabulary.js';

const small = DataFactory as unknown as RdfJsFactory;

/** The data factory of N3.js, with small terms that are created fast. Its literals keep the case of a language tag. */
export const termFactory: RdfJsFactory = {
  ...small,
  literal: (value, kind) =>
    typeof kind === 'string' && /[A-Z]/.test(kind) ? new CasedLiteral(value, kind) : small.literal(value, kind),
};

/** N3.js writes language tags in lower case, but `en-GB` is how people and documents write it. */
class CasedLiteral implements Literal {
  readonly termType = 'Literal';
  readonly datatype: NamedNode = small.namedNode(`${RDF}langString`);

  constructor(
    readonly value: string,
    readonly language: string,
  ) {}

  equals(other: Term | null | undefined): boolean {
    return (
      other?.termType === 'Literal' &&
      other.value === this.value &&
      other.language.toLowerCase() === this.language.toLowerCase()
    );
  }
}
