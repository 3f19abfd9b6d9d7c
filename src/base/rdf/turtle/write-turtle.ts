import type { Quad, Term } from '@rdfjs/types';
import { termId } from '../nquads.js';
import { RDF_TYPE } from '../vocabulary.js';
import { NIL, TurtleGraph, type Properties } from './turtle-graph.js';
import { TurtleTerms, type TurtleNames } from './turtle-terms.js';

/** How to write Turtle. */
export interface TurtleOptions extends TurtleNames {
  /** The subjects that come first, by IRI or `_:label`; all others keep the order of the quads. */
  readonly first?: readonly string[] | undefined;
  /** Leave the declarations out, for a part of a text that begins with {@link turtlePrefixes}. Default false. */
  readonly isPart?: boolean | undefined;
}

const INDENT = '    ';
/** Deeper blank nodes get a label, so that the text stays legible and the writer needs no deep recursion. */
const MAX_DEPTH = 12;
/** Values that are longer together are written on a line each. */
const LINE_LENGTH = 100;

/**
 * Writes quads as Turtle, or as TriG if some are in named graphs, for people: prefixes that are used, identifiers
 * relative to the base, one paragraph for each subject, blank nodes and lists where they are used.
 */
export function* writeTurtle(quads: Iterable<Quad>, options: TurtleOptions = {}): Generator<string> {
  const terms = new TurtleTerms(options);
  const graphs = new Map<string, TurtleGraph>([['', new TurtleGraph()]]);
  for (const quad of quads) {
    const name = termId(quad.graph);
    let graph = graphs.get(name);
    if (graph === undefined) graphs.set(name, (graph = new TurtleGraph()));
    graph.add(quad);
  }
  const shared = sharedNodes(graphs);
  // The names in use are known only after the last paragraph.
  const paragraphs: string[] = [];
  for (const [name, graph] of graphs) {
    const indent = name === '' ? '' : INDENT;
    const written = [...new GraphWriter(graph, terms, shared).paragraphs(indent, options.first ?? [])];
    if (name === '') for (const paragraph of written) paragraphs.push(paragraph);
    else paragraphs.push(`${nodeText(name, terms)} {\n${written.join('\n')}}\n`);
  }
  if (options.isPart === true) yield '\n';
  else yield terms.header();
  for (const [index, paragraph] of paragraphs.entries()) yield index === 0 ? paragraph : `\n${paragraph}`;
}

/** The declarations of all of some prefixes. */
export function turtlePrefixes(prefixes: Readonly<Record<string, string>>): string {
  return Object.entries(prefixes).map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join(''); // prettier-ignore
}

/** Blank nodes that several graphs use, or that name a graph: these need a label. */
function sharedNodes(graphs: ReadonlyMap<string, TurtleGraph>): ReadonlySet<string> {
  const shared = new Set(graphs.keys());
  if (graphs.size === 2 && graphs.get('')?.subjects.size === 0) return shared;
  const seenIn = new Map<string, TurtleGraph>();
  for (const graph of graphs.values())
    for (const node of graph.blankNodes()) {
      if ((seenIn.get(node) ?? graph) !== graph) shared.add(node);
      seenIn.set(node, graph);
    }
  return shared;
}

/** Writes one graph. */
class GraphWriter {
  readonly #graph: TurtleGraph;
  readonly #terms: TurtleTerms;
  readonly #shared: ReadonlySet<string>;
  readonly #written = new Set<string>();

  constructor(graph: TurtleGraph, terms: TurtleTerms, shared: ReadonlySet<string>) {
    this.#graph = graph;
    this.#terms = terms;
    this.#shared = shared;
  }

  *paragraphs(indent: string, first: readonly string[]): Generator<string> {
    const { subjects } = this.#graph;
    for (const id of [...first, ...subjects.keys()])
      if (subjects.has(id) && !this.#written.has(id) && !this.#isInline(id)) yield this.#paragraph(id, indent);
    // What is left are circles of blank nodes, and those that are nested too deeply.
    for (const id of subjects.keys()) if (!this.#written.has(id)) yield this.#paragraph(id, indent);
  }

  #paragraph(id: string, indent: string): string {
    this.#written.add(id);
    const isAnonymous = id.startsWith('_:') && !this.#shared.has(id) && !this.#graph.isReferenced(id);
    const subject = isAnonymous ? '[]' : nodeText(id, this.#terms);
    return `${indent}${subject} ${this.#properties(id, indent + INDENT, 0)} .\n`;
  }

  /** Whether a node is written where it is used. */
  #isInline(id: string): boolean {
    return id.startsWith('_:') && !this.#shared.has(id) && this.#graph.isReferencedOnce(id);
  }

  #properties(id: string, indent: string, depth: number): string {
    const properties: Properties = this.#graph.subjects.get(id) ?? new Map<string, Term[]>();
    const parts: string[] = [];
    for (const [predicate, values] of properties) {
      const isType = predicate === RDF_TYPE;
      const texts = values.map((value) => this.#value(value, indent, depth));
      const length = texts.reduce((sum, { length: one }) => sum + one, 0);
      const separator = texts.length > 1 && length > LINE_LENGTH ? `,\n${indent}${INDENT}` : ', ';
      const part = `${isType ? 'a' : this.#terms.iri(predicate)} ${texts.join(separator)}`;
      if (isType) parts.unshift(part);
      else parts.push(part);
    }
    return parts.join(` ;\n${indent}`);
  }

  #value(value: Term, indent: string, depth: number): string {
    if (value.termType === 'Literal') return this.#terms.literal(value);
    if (value.termType === 'NamedNode' && value.value === NIL) return '()';
    const id = termId(value);
    if (!this.#isInline(id) || this.#written.has(id) || depth >= MAX_DEPTH) return nodeText(id, this.#terms);
    return this.#list(id, indent, depth) ?? this.#nested(id, indent, depth);
  }

  #nested(id: string, indent: string, depth: number): string {
    this.#written.add(id);
    if (!this.#graph.subjects.has(id)) return '[]';
    const inside = this.#properties(id, indent + INDENT, depth + 1);
    const isShort = !inside.includes('\n') && inside.length < LINE_LENGTH;
    return isShort ? `[ ${inside} ]` : `[\n${indent}${INDENT}${inside}\n${indent}]`;
  }

  #list(id: string, indent: string, depth: number): string | undefined {
    const list = this.#graph.list(id);
    if (list === undefined || list.nodes.some((node) => this.#shared.has(node) || this.#written.has(node)))
      return undefined;
    for (const node of list.nodes) this.#written.add(node);
    return `( ${list.values.map((value) => this.#value(value, indent, depth + 1)).join(' ')} )`;
  }
}

function nodeText(id: string, terms: TurtleTerms): string {
  return id.startsWith('_:') ? terms.blank(id) : terms.iri(id);
}
