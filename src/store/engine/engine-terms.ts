import { DataFactory } from 'n3';
import type { Quad, Quad_Graph, Quad_Object, Quad_Predicate, Quad_Subject, Term } from '@rdfjs/types';
import { languageLiteral } from '../sparql-json.js';

/** An object that lives in WebAssembly memory until it is freed. */
interface Held {
  free(): void;
}

/**
 * A quad of the engine as a plain RDF/JS quad; frees the engine's, because many of them would fill WebAssembly memory.
 */
export function takeQuad(quad: Quad): Quad {
  const copy = DataFactory.quad(
    takeTerm(quad.subject) as Quad_Subject,
    takeTerm(quad.predicate) as Quad_Predicate,
    takeTerm(quad.object) as Quad_Object,
    takeTerm(quad.graph) as Quad_Graph,
  );
  (quad as unknown as Held).free();
  return copy;
}

function takeTerm(term: Term): Term {
  const copy = copyTerm(term);
  if (term.termType !== 'Quad') (term as unknown as Held).free();
  return copy;
}

function copyTerm(term: Term): Term {
  switch (term.termType) {
    case 'NamedNode':
      return DataFactory.namedNode(term.value);
    case 'BlankNode':
      return DataFactory.blankNode(term.value);
    case 'Literal': {
      const direction = (term as { direction?: 'ltr' | 'rtl' | '' }).direction;
      if (term.language !== '') return languageLiteral(term.value, term.language, direction);
      return DataFactory.literal(term.value, takeTerm(term.datatype) as ReturnType<typeof DataFactory.namedNode>);
    }
    case 'Quad':
      return takeQuad(term as Quad);
    case 'Variable':
      return DataFactory.variable(term.value);
    case 'DefaultGraph':
      return DataFactory.defaultGraph();
  }
}
