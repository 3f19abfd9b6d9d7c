import { isAbsoluteIri, isIriText } from '../../../base/rdf/iri.js';
import { iriToNQuads, termToNQuads } from '../../../base/rdf/nquads.js';
import { skolemizeNQuads } from '../../../base/rdf/skolem.js';
import { parseNQuads } from '../../../base/rdf/parse-rdf.js';
import { utf8Text } from '../../utf8-text.js';
import { BOOKKEEPING, type TripleText } from './bookkeeping.js';

/** The IRIs among names, without duplicates: other names are no graphs, and must not get into a text. */
export function irisAmong(names: Iterable<string>): string[] {
  return [...new Set(names)].filter((name) => isAbsoluteIri(name) && isIriText(name));
}

/** `VALUES ?name { <a> <b> }`. @param terms in SPARQL */
export function valuesClause(name: string, terms: Iterable<string>): string {
  return `VALUES ?${name} { ${[...terms].join(' ')} }`;
}

/** The terms of graph names. */
export function* iriTerms(iris: Iterable<string>): Generator<string> {
  for (const iri of iris) yield iriToNQuads(iri);
}

/** `INSERT DATA` or `DELETE DATA` of the bookkeeping; '' without triples. */
export function bookkeepingData(verb: 'INSERT' | 'DELETE', triples: readonly TripleText[]): string {
  return triples.length === 0 ? '' : `${verb} DATA { GRAPH <${BOOKKEEPING}> { ${triples.join(' . ')} } }`;
}

/** Subjects in one operation: there are engines that cannot compile a query with thousands of values. */
const SUBJECTS = 200;

/** The operations that delete all triples of subjects of the bookkeeping. */
export function deleteSubjects(subjects: readonly string[]): string[] {
  return deletions(subjects, `GRAPH <${BOOKKEEPING}> { ?x ?p ?o }`);
}

/** The operations that delete what a pattern finds, in which `?x` is each of the subjects. */
export function deletions(subjects: readonly string[], pattern: string, filter = ''): string[] {
  const texts: string[] = [];
  for (let at = 0; at < subjects.length; at += SUBJECTS) {
    const values = valuesClause('x', subjects.slice(at, at + SUBJECTS));
    texts.push(`DELETE { ${pattern} } WHERE { ${values} ${pattern} ${filter}}`);
  }
  return texts;
}

/** Joins the operations of an update; empty ones are left out. */
export function operations(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ;\n');
}

/** The N-Triples of N-Quads lines that all have this graph, as our writers spell them. */
export function withoutGraph(nquads: string, graph: string): string {
  return nquads.replaceAll(` <${graph}> .\n`, ' .\n');
}

/** Writes N-Triples as our N-Quads of a graph. @throws Error of the parser */
export function asQuads(ntriples: string, graph: string): string {
  const name = iriToNQuads(graph);
  let lines = '';
  for (const { subject, predicate, object } of parseNQuads(ntriples))
    lines += `${termToNQuads(subject)} ${termToNQuads(predicate)} ${termToNQuads(object)} ${name} .\n`;
  return lines;
}

/** `INSERT DATA` of N-Quads lines of one graph. */
export function insertLines(graph: string, nquads: readonly string[]): string {
  return `INSERT DATA { ${dataBlock(graph, nquads)} }`;
}

/** `GRAPH <iri> { }` with N-Quads lines of that graph; blank nodes become IRIs. */
export function dataBlock(graph: string, nquads: readonly string[]): string {
  return `GRAPH ${iriToNQuads(graph)} {\n${withoutGraph(utf8Text(skolemizeNQuads(Buffer.from(nquads.join('')))), graph)}}`;
}
