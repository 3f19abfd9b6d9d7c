import type { DataFactory, NamedNode, BlankNode, Quad } from '@rdfjs/types';
import { RDF_TYPE, XSD } from '../../base/rdf/vocabulary.js';
import type { StoreFacts } from '../../site/door.js';

/** VoID, the vocabulary of statistics about RDF. */
export const VOID = 'http://rdfs.org/ns/void#';

/**
 * The numbers of a dataset in VoID: triples of all named graphs, entities of all crates, and how many of them have each
 * class and property.
 */
export function voidStatistics(dataset: NamedNode | BlankNode, facts: StoreFacts, factory: DataFactory): Quad[] {
  const { namedNode, blankNode, quad } = factory;
  const term = (name: string) => namedNode(`${VOID}${name}`);
  const number = (value: number) => factory.literal(String(value), namedNode(`${XSD}integer`));
  const { triples, entities, types, properties } = facts;
  const partition = (kind: 'class' | 'property', counted: StoreFacts['types'], count: string) =>
    counted.flatMap(({ iri, count: value }, at) => {
      const part = blankNode(`${kind}${at}`);
      return [
        quad(dataset, term(`${kind}Partition`), part),
        quad(part, term(kind), namedNode(iri)),
        quad(part, term(count), number(value)),
      ];
    });
  return [
    quad(dataset, namedNode(RDF_TYPE), term('Dataset')),
    quad(dataset, term('triples'), number(triples)),
    quad(dataset, term('entities'), number(entities)),
    quad(dataset, term('classes'), number(types.length)),
    ...(properties === undefined ? [] : [quad(dataset, term('properties'), number(properties.length))]),
    ...partition('class', types, 'entities'),
    ...partition('property', properties ?? [], 'triples'),
  ];
}
