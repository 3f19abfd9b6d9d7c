import type { Quad } from '@rdfjs/types';
import { termId } from '../../../base/rdf/nquads.js';
import { RDF_TYPE } from '../../../base/rdf/vocabulary.js';
import { entityKind, type KindOfEntity } from '../../view/entity-kind.js';

/** A node of the picture of a result. */
export interface DrawnNode {
  /** An IRI, or `_:label`. */
  readonly id: string;
  /** The name that the triples give to it. */
  readonly name: string | undefined;
  readonly kind: KindOfEntity;
  /** How many edges it has in the picture. */
  readonly links: number;
}

/** The properties that lead from one node to another. */
export interface DrawnEdge {
  /** Places in `nodes`. */
  readonly source: number;
  readonly target: number;
  readonly properties: readonly string[];
}

/** What the picture of a result shows. */
export interface TripleGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** What it does not show, in whole sentences. */
  readonly notes: readonly string[];
}

/** More nodes than this cannot be told apart. */
export const MOST_DRAWN = 40;

/** What is known of a node before it is chosen. */
interface NodeFacts {
  readonly types: string[];
  readonly neighbours: Set<string>;
  name: string | undefined;
}

/** Makes a graph of triples: texts are no nodes, and types are kinds of nodes unless there is nothing else to draw. */
export function tripleGraph(triples: readonly Quad[]): TripleGraph {
  const links = triples.filter(({ object }) => object.termType !== 'Literal');
  const others = links.filter(({ predicate }) => predicate.value !== RDF_TYPE);
  const drawn = others.length > 0 ? others : links;
  const facts = factsOf(triples, drawn);
  const chosen = mostLinked(facts);
  const edges = edgesBetween(chosen, drawn);
  const count = new Map<number, number>();
  for (const end of edges.flatMap(({ source, target }) => (source === target ? [source] : [source, target])))
    count.set(end, (count.get(end) ?? 0) + 1);
  const nodes = chosen.map((id, at): DrawnNode => {
    const { types = [], name } = facts.get(id) ?? {};
    return { id, name, kind: entityKind({ types }), links: count.get(at) ?? 0 };
  });
  const texts = triples.length - links.length;
  const notes = [
    ...(facts.size > chosen.length
      ? [`The picture shows ${chosen.length} of ${facts.size.toLocaleString('en')} nodes, the most linked ones.`]
      : []),
    ...(texts > 0 ? [`${texts.toLocaleString('en')} ${texts === 1 ? 'text is' : 'texts are'} left out.`] : []),
    ...(drawn.length < links.length ? ['Types are shown by colour and shape.'] : []),
  ];
  return { nodes, edges, notes };
}

function factsOf(triples: readonly Quad[], drawn: readonly Quad[]): Map<string, NodeFacts> {
  const facts = new Map<string, NodeFacts>();
  const of = (id: string): NodeFacts => {
    const known = facts.get(id) ?? { types: [], neighbours: new Set<string>(), name: undefined };
    facts.set(id, known);
    return known;
  };
  for (const { subject, predicate, object } of triples) {
    const one = of(termId(subject));
    if (predicate.value === RDF_TYPE) one.types.push(object.value);
    else if (object.termType === 'Literal' && /[/#](?:name|label|title)$/.test(predicate.value))
      one.name ??= object.value;
  }
  for (const { subject, object } of drawn) {
    of(termId(subject)).neighbours.add(termId(object));
    of(termId(object)).neighbours.add(termId(subject));
  }
  return facts;
}

/** The most linked node, then what is linked with it, and so on; then the same again for what has no way to it. */
function mostLinked(facts: ReadonlyMap<string, NodeFacts>): string[] {
  const linksOf = (id: string): number => facts.get(id)?.neighbours.size ?? 0;
  const byLinks = [...facts.keys()].sort((a, b) => linksOf(b) - linksOf(a));
  const chosen = new Set<string>();
  for (const start of byLinks) {
    if (chosen.size >= MOST_DRAWN) break;
    if (chosen.has(start)) continue;
    chosen.add(start);
    let ring = [start];
    while (ring.length > 0 && chosen.size < MOST_DRAWN) {
      const next = new Set(ring.flatMap((id) => [...(facts.get(id)?.neighbours ?? [])]));
      ring = [...next].filter((id) => !chosen.has(id)).sort((a, b) => linksOf(b) - linksOf(a));
      for (const id of ring.slice(0, MOST_DRAWN - chosen.size)) chosen.add(id);
    }
  }
  return [...chosen];
}

function edgesBetween(chosen: readonly string[], drawn: readonly Quad[]): DrawnEdge[] {
  const places = new Map(chosen.map((id, at) => [id, at]));
  const edges = new Map<string, DrawnEdge & { readonly properties: string[] }>();
  for (const { subject, predicate, object } of drawn) {
    const source = places.get(termId(subject));
    const target = places.get(termId(object));
    if (source === undefined || target === undefined || source === target) continue;
    const key = `${source} ${target}`;
    const edge = edges.get(key) ?? { source, target, properties: [] };
    if (!edge.properties.includes(predicate.value)) edge.properties.push(predicate.value);
    edges.set(key, edge);
  }
  return [...edges.values()];
}
