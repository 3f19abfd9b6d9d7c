import type { Quad } from '@rdfjs/types';
import { CrateError } from '../../base/errors.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import { RDF_NAMES, syntaxOf, type RdfSyntax } from '../../base/rdf/syntaxes.js';
import { writeTurtle } from '../../base/rdf/turtle/write-turtle.js';
import type { CrateBase } from '../base.js';
import type { RootCandidate } from '../choose-root.js';
import type { ActiveContext } from '../context/active-context.js';
import type { ContextSource } from '../context/context-source.js';
import { prefixesOf } from '../context/prefixes.js';
import type { JsonValue } from '../json/value.js';
import { writeDocument } from './write-document.js';
import { withoutBase } from './written-context.js';

/** How to write the quads of a crate. */
export interface RdfTextOptions {
  readonly base: CrateBase;
  /** Its descriptor and its root come first in Turtle. */
  readonly root?: RootCandidate | undefined;
  /** Provides the prefixes of Turtle. */
  readonly context?: ActiveContext | undefined;
  /** The context of JSON-LD. */
  readonly writtenContext: JsonValue;
  readonly contexts: ContextSource;
}

/**
 * The syntax that we write for a name of the command line.
 * @param graph the name for the graph, if the user wants one
 * @throws CrateError ERR_USAGE for an unknown syntax, or one that cannot name the graph
 */
export function requireRdfOutput(to: string, graph?: string): RdfSyntax {
  const syntax = syntaxOf(to);
  if (syntax === undefined || !RDF_NAMES.includes(syntax.name))
    throw new CrateError('ERR_USAGE', `unknown format ${to}; use ${RDF_NAMES.join(', ')} or crate`);
  if (graph !== undefined && !syntax.writesGraphs)
    throw new CrateError('ERR_USAGE', `--graph does not work with ${to}, which we write without graph names`, {
      hint: 'leave --graph out, or write --format nquads or --format trig',
    });
  return syntax;
}

/** Writes quads as RDF in chunks: Turtle and TriG for people, JSON-LD flattened and with absolute identifiers. */
export async function* rdfText(
  quads: readonly Quad[],
  syntax: RdfSyntax,
  options: RdfTextOptions,
): AsyncGenerator<string> {
  const { base, root, context, writtenContext, contexts } = options;
  if (syntax.writer === 'jsonld') {
    const written = await withoutBase(writtenContext, contexts);
    const document = await writeDocument(quads, { base, context: written, contexts, absolute: true });
    yield `${JSON.stringify(document, null, 2)}\n`;
  } else if (syntax.writer === 'turtle') {
    const first = root === undefined ? [] : [root.descriptor, root.root];
    yield* writeTurtle(quads, { prefixes: prefixesOf(context), base: base.root, first });
  } else yield* serializeRdf(quads, syntax, prefixesOf(context));
}

/** The same quads in a named graph; in the default graph without a name. */
export async function inGraph(quads: Iterable<Quad> | AsyncIterable<Quad>, graph: string | undefined): Promise<Quad[]> {
  const factory = await dataFactory();
  const name = graph === undefined ? factory.defaultGraph() : factory.namedNode(graph);
  const named: Quad[] = [];
  for await (const { subject, predicate, object } of quads) named.push(factory.quad(subject, predicate, object, name));
  return named;
}
