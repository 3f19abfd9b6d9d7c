import { parseBase } from '../../crate/base.js';
import { judgeBase } from '../../crate/judge-base.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { Report } from '../../crate/read/report.js';
import type { RootCandidate } from '../../crate/choose-root.js';
import { contextAddress, versionOf } from '../../crate/spec-version.js';
import {
  chosenRoot,
  descriptorAdded,
  descriptorFor,
  descriptorQuads,
  givenRoot,
  leftOut,
  type RdfCrateOptions,
  type RdfRoot,
} from '../../package/open/rdf-crates.js';
import type { Piece } from '../../store/port.js';
import { bufferPieces } from './buffer-pieces.js';
import { readRdfGraphs } from './rdf-graphs.js';
import { RdfLines } from './rdf-lines.js';
import { requireGraphName, type ReadCrate } from './read-crate.js';
import { RootNames } from './root-names.js';

/** How to read RDF for a store. */
export interface RdfLoadOptions extends RdfCrateOptions {
  readonly strict?: boolean | undefined;
}

/**
 * Reads the crates of an RDF document, one for each graph that has a root. A named graph without root keeps its name,
 * as in the dump of a store. There is no original to keep.
 * @param file absolute path, address, or `-`
 * @throws CrateError as `readRdf`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS, ERR_STRICT
 */
export async function readRdfCrates(file: string, options: RdfLoadOptions): Promise<ReadCrate[]> {
  const report = new Report(options.strict);
  const { graphs: all, sha256 } = await readRdfGraphs(file, options, report, (name) => new RdfLines(name));
  const roots = options.root === undefined ? rootsOf(all, options.base) : [givenRoot(all, options.root)];
  for (const graph of all) if (!roots.some((one) => one.graph === graph)) report.add(leftOut(graph.name, graph.size));
  const crates: ReadCrate[] = [];
  for (const [index, root] of roots.entries())
    crates.push(
      await readGraph(root, { file, sha256, base: options.base, report: index === 0 ? report : new Report() }),
    );
  return crates;
}

/** The roots of all graphs. @throws CrateError ERR_ROOT_NOT_FOUND if no graph can be a crate, ERR_ROOT_AMBIGUOUS */
function rootsOf(graphs: readonly RdfLines[], given: string | undefined): RdfRoot<RdfLines>[] {
  const base = given === undefined ? undefined : parseBase(given);
  const roots: RdfRoot<RdfLines>[] = [];
  for (const graph of graphs) {
    const { name, candidates } = graph;
    const own = candidates.filter(({ root }) => root === name);
    if (candidates.length > 0)
      roots.push({ graph, root: chosenRoot(own.length > 0 ? own : candidates, base), isUndescribed: false });
    else if (name !== '' && !name.startsWith('_:'))
      roots.push({ graph, root: { root: name, descriptor: descriptorFor(name) }, isUndescribed: false });
  }
  if (roots.length === 0) chosenRoot([]);
  return roots;
}

interface RdfSource {
  readonly file: string;
  readonly sha256: string;
  readonly base: string | undefined;
  readonly report: Report;
}

async function readGraph(
  { graph: lines, root, isUndescribed }: RdfRoot<RdfLines>,
  { file, sha256, base: given, report }: RdfSource,
): Promise<ReadCrate> {
  const { base } = await judgeBase({ given, node: root.descriptor });
  const graph = requireGraphName(root.root.startsWith('_:') ? lines.name || base.root : root.root);
  const known = lines.candidates.filter(({ descriptor }) => descriptor === root.descriptor);
  if (isUndescribed) {
    report.add(descriptorAdded(root));
    for (const quad of await descriptorQuads(root)) lines.add(quad);
  } else if (known.length === 0) report.add({ kind: 'root-missing', detail: graph });
  const version = isUndescribed ? undefined : versionIn(known);
  if (known.length > 0 && version === undefined) report.add({ kind: 'version-unknown', detail: root.descriptor });
  for (const other of otherRoots(lines.candidates, root)) report.add({ kind: 'several-roots', detail: other });
  const scope = labelScope(`${sha256} ${graph}`);
  const names = new RootNames(lines.rootIn(scope, root));
  const pieces = await bufferPieces(namedPieces(lines.pieces(graph, scope), names));
  return {
    graph,
    sha256,
    base: base.iri,
    record: {
      graph,
      source: lines.name === '' ? file : `${file}#${lines.name}`,
      base: base.iri,
      baseReason: base.reason,
      sha256,
      descriptor: root.descriptor,
      names: names.found,
      version,
      entities: lines.entities,
      repairs: report.repairs,
      context: contextAddress(version),
    },
    pieces,
    file: undefined,
    quads: lines.size,
    dropped: 0,
    notes: report.notes,
    counts: report.counts,
  };
}

async function* namedPieces(pieces: Iterable<Piece>, names: RootNames): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    names.read(piece.content.bytes);
    yield piece;
  }
}

function versionIn(known: readonly { readonly conformsTo: readonly string[] }[]): string | undefined {
  return known.flatMap(({ conformsTo }) => conformsTo.map((value) => versionOf(value) ?? [])).flat()[0];
}

function otherRoots(candidates: readonly RootCandidate[], { root }: RootCandidate): Set<string> {
  return new Set(candidates.map((one) => one.root).filter((one) => one !== root));
}
