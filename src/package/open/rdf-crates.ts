import type { Quad } from '@rdfjs/types';
import { parseBase, type CrateBase } from '../../crate/base.js';
import { chooseRoot, type RootCandidate } from '../../crate/choose-root.js';
import { judgeBase } from '../../crate/judge-base.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { RootStatements } from '../../crate/read/root-statements.js';
import { contextAddress, versionOf } from '../../crate/spec-version.js';
import { noteOf, type Note } from '../../crate/read/report.js';
import { stoppable, type StopSignal } from '../../crate/read/stop-signal.js';
import { aboutFile, CrateError } from '../../base/errors.js';
import { folderOf, isHierarchical } from '../../base/rdf/iri.js';
import { requireAbsoluteIri } from '../../base/rdf/iri-repair.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { quadToNQuads, termId } from '../../base/rdf/nquads.js';
import { DCTERMS, RDF_TYPE, SCHEMA } from '../../base/rdf/vocabulary.js';
import { rdfQuads, type ReadRdfOptions } from './read-rdf.js';

/** How to find the crates in RDF. */
export interface RdfCrateOptions extends ReadRdfOptions {
  /** IRI of the Root Data Entity: of several the one that counts, or the one that no descriptor names. */
  readonly root?: string | undefined;
}

/** A graph of RDF, as far as its roots are concerned. */
export interface RdfGraphFacts {
  /** IRI or `_:label` of the graph; '' for the default graph. */
  readonly name: string;
  readonly candidates: readonly RootCandidate[];
  describes(iri: string): boolean;
}

/** A root, and the graph that describes it. */
export interface RdfRoot<Graph extends RdfGraphFacts = RdfGraphFacts> {
  readonly graph: Graph;
  readonly root: RootCandidate;
  /** Whether the graph has no descriptor for it yet. */
  readonly isUndescribed: boolean;
}

/** One crate in RDF. */
export interface RdfCrate {
  /** The quads of the crate, in the default graph. */
  readonly quads: readonly Quad[];
  readonly root: RootCandidate;
  readonly base: CrateBase;
  readonly context: string;
}

const HINT_ROOT = 'choose one with --root IRI';

/**
 * Reads the one crate that RDF describes. Of several named graphs, it is the one that states
 * what the descriptor is about.
 * @param argument file, address or `-`
 * @throws CrateError as `readRdf`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function readRdfCrate(argument: string, options: RdfCrateOptions): Promise<RdfCrate> {
  try {
    return await crateInQuads(rdfQuads(argument, options), options);
  } catch (error) {
    throw aboutFile(error, argument === '-' ? 'standard input' : argument);
  }
}

/** As {@link readRdfCrate}, for quads from anywhere. */
export async function crateInQuads(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  options: Pick<RdfCrateOptions, 'base' | 'root' | 'onNote'> & { readonly signal?: StopSignal | undefined },
): Promise<RdfCrate> {
  const graphs = new Map<string, RdfGraph>();
  for await (const quad of stoppable(quads, options.signal)) graphOf(graphs, termId(quad.graph)).add(quad);
  const base = options.base === undefined ? undefined : parseBase(options.base);
  const all = [...graphs.values()];
  const chosen = options.root === undefined ? onlyRoot(all, base) : givenRoot(all, options.root);
  for (const graph of all) if (graph !== chosen.graph) options.onNote?.(leftOut(graph.name, graph.size));
  if (chosen.isUndescribed) options.onNote?.(descriptorAdded(chosen.root));
  return crateOf(chosen, options.base);
}

/** Quads of one graph, and what they state about roots. */
class RdfGraph implements RdfGraphFacts {
  readonly #lines = new Map<string, Quad>();
  readonly #statements = new RootStatements();
  readonly #subjects = new Set<string>();

  constructor(readonly name: string) {}

  get candidates(): readonly RootCandidate[] {
    return this.#statements.candidates();
  }

  get size(): number {
    return this.#lines.size;
  }

  get quads(): Iterable<Quad> {
    return this.#lines.values();
  }

  add(quad: Quad): void {
    this.#lines.set(quadToNQuads(quad), quad);
    this.#subjects.add(termId(quad.subject));
    stateRoots(this.#statements, quad);
  }

  describes(iri: string): boolean {
    return this.#subjects.has(iri);
  }
}

function graphOf(graphs: Map<string, RdfGraph>, name: string): RdfGraph {
  let graph = graphs.get(name);
  if (graph === undefined) graphs.set(name, (graph = new RdfGraph(name)));
  return graph;
}

/** Tells the statements that determine a root what a quad states. */
export function stateRoots(statements: RootStatements, { subject, predicate, object }: Quad): void {
  const said = object.termType === 'Literal' ? statements.literal(object.value) : termId(object);
  statements.quad(termId(subject), predicate.value, said);
}

async function crateOf(
  { graph, root, isUndescribed }: RdfRoot<RdfGraph>,
  given: string | undefined,
): Promise<RdfCrate> {
  const factory = await dataFactory();
  const quads: Quad[] = [];
  let version: string | undefined;
  for (const { subject, predicate, object } of graph.quads) {
    quads.push(factory.quad(subject, predicate, object));
    if (subject.value === root.descriptor && predicate.value === `${DCTERMS}conformsTo`)
      version ??= versionOf(object.value);
  }
  if (isUndescribed) for (const quad of await descriptorQuads(root)) quads.push(quad);
  const { base } = await judgeBase({ given, node: root.descriptor });
  return { quads, root, base, context: contextAddress(version) };
}

/** The quads that make an IRI the root of a crate. */
export async function descriptorQuads({ descriptor, root }: RootCandidate): Promise<Quad[]> {
  const { namedNode, quad } = await dataFactory();
  const from = namedNode(descriptor);
  const to = namedNode(root);
  return [
    quad(from, namedNode(RDF_TYPE), namedNode(`${SCHEMA}CreativeWork`)),
    quad(from, namedNode(`${SCHEMA}about`), to),
    quad(from, namedNode(`${DCTERMS}conformsTo`), namedNode(contextAddress().replace(/\/context$/, ''))),
    quad(to, namedNode(RDF_TYPE), namedNode(`${SCHEMA}Dataset`)),
  ];
}

function onlyRoot<Graph extends RdfGraphFacts>(graphs: readonly Graph[], base: CrateBase | undefined): RdfRoot<Graph> {
  const root = chosenRoot(
    graphs.flatMap(({ candidates }) => candidates),
    base,
  );
  const stating = graphs.filter(({ candidates }) => candidates.some((one) => isSame(one, root)));
  const graph = stating.find(({ name }) => name === root.root) ?? (stating[0] as Graph);
  return { graph, root, isUndescribed: false };
}

/** As `chooseRoot`, with a hint that names the option. @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS */
export function chosenRoot(candidates: readonly RootCandidate[], base?: CrateBase): RootCandidate {
  try {
    return chooseRoot(candidates, base);
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    const hint = candidates.length === 0 ? 'name the root of the crate with --root IRI' : HINT_ROOT;
    throw new CrateError(error.code, error.message, { hint, details: error.details, cause: error });
  }
}

/**
 * The root that the user names: of a descriptor, or any IRI that one graph describes.
 * @throws CrateError ERR_USAGE for a relative IRI, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export function givenRoot<Graph extends RdfGraphFacts>(graphs: readonly Graph[], root: string): RdfRoot<Graph> {
  requireAbsoluteIri(root, '--root');
  const isOwn = ({ root: one }: RootCandidate) => one === root;
  const declaring = graphs.filter(({ candidates }) => candidates.some(isOwn));
  const found = declaring.length > 0 ? declaring : graphs.filter((graph) => graph.describes(root));
  const graph = found.find(({ name }) => name === root) ?? found[0];
  if (graph === undefined) {
    const candidates = graphs.flatMap((one) => one.candidates);
    const roots = [...new Set(candidates.map((one) => one.root))].slice(0, 5);
    throw new CrateError('ERR_ROOT_NOT_FOUND', `the RDF does not describe <${root}>`, {
      hint: roots.length === 0 ? 'check the IRI' : `its roots are ${roots.join(', ')}`,
      details: { candidates },
    });
  }
  if (found.length > 1 && graph.name !== root)
    throw new CrateError('ERR_ROOT_AMBIGUOUS', `${found.length} graphs describe <${root}>`, {
      hint: 'leave all but one of these graphs out of the file',
      details: { graphs: found.map(({ name }) => name) },
    });
  if (declaring.length > 0) return { graph, root: chosenRoot(graph.candidates.filter(isOwn)), isUndescribed: false };
  return { graph, root: newDescriptor(root, graph.candidates), isUndescribed: true };
}

/** A root whose descriptor is missing. @throws CrateError ERR_ROOT_AMBIGUOUS if another root has that descriptor */
function newDescriptor(root: string, candidates: readonly RootCandidate[]): RootCandidate {
  const descriptor = descriptorFor(root);
  const other = candidates.find((one) => one.descriptor === descriptor);
  if (other !== undefined)
    throw new CrateError('ERR_ROOT_AMBIGUOUS', `<${descriptor}> is already the descriptor of <${other.root}>`, {
      hint: `use --root ${other.root}, or give <${root}> an IRI that ends in /`,
      details: { candidates },
    });
  return { root, descriptor };
}

/** The IRI of the descriptor that a root would have. */
export function descriptorFor(root: string): string {
  const folder = isHierarchical(root) ? folderOf(root) : `${root}#`;
  return `${folder}${METADATA_FILE_NAME}`;
}

function isSame(a: RootCandidate, b: RootCandidate): boolean {
  return a.root === b.root && a.descriptor === b.descriptor;
}

/** The note on a graph that belongs to no crate. */
export function leftOut(graph: string, quads: number): Note {
  return noteOf({ kind: 'graph-left-out', detail: `${graph === '' ? 'the default graph' : graph}, ${quads} quads` });
}

/** The note on a root that no descriptor named. */
export function descriptorAdded({ root, descriptor }: RootCandidate): Note {
  return noteOf({ kind: 'descriptor-added', detail: `${descriptor} about ${root}` });
}
