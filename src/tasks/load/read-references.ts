import { basename } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { judgeBase } from '../../crate/judge-base.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { Report } from '../../crate/read/report.js';
import { isWebAddress } from '../../package/package-options.js';
import type { ReadRdfOptions } from '../../package/open/read-rdf.js';
import { bufferPieces } from './buffer-pieces.js';
import { readRdfGraphs } from './rdf-graphs.js';
import { RdfLines } from './rdf-lines.js';
import { requireReferenceName, type ReadCrate } from './read-crate.js';

/** How to load RDF that is no crate. */
export interface ReferenceOptions {
  /** IRI of the graph. Default: that of its only ontology or vocabulary, or else the address that it is loaded from. */
  readonly name?: string | undefined;
  /** Keep the graph apart from the union of all graphs: only queries that name it see it. Default false. */
  readonly apart?: boolean | undefined;
}

/** What names a graph by itself: an ontology, a scheme of terms, a vocabulary, a dataset. */
const NAMING_TYPES: readonly string[] = [
  'http://www.w3.org/2002/07/owl#Ontology',
  'http://www.w3.org/2004/02/skos/core#ConceptScheme',
  'http://rdfs.org/ns/void#Dataset',
];

/** Properties that name a graph for people. */
const TITLES: readonly string[] = [
  `${DCTERMS}title`,
  'http://purl.org/dc/elements/1.1/title',
  'http://www.w3.org/2000/01/rdf-schema#label',
  ...schemaOrg('name'),
];

/** Subjects whose titles are kept. */
const MOST_TITLED = 1000;

/**
 * Reads RDF for a graph beside the crates, one for each named graph of a dataset. There is no original to keep.
 * @param file absolute path, address, or `-`
 * @throws CrateError as `rdfQuads`; ERR_USAGE for a graph without a name, a name that is no IRI, and one name for
 * several graphs
 */
export async function readReferences(
  file: string,
  {
    name,
    apart = false,
    strict,
    ...options
  }: ReadRdfOptions & ReferenceOptions & { readonly strict?: boolean | undefined },
): Promise<ReadCrate[]> {
  if (name !== undefined && !(isAbsoluteIri(name) && repairIri(name) === name))
    throw new CrateError('ERR_USAGE', `a graph cannot be called ${quotedName(name)}`, { hint: 'give an absolute IRI' });
  const report = new Report(strict);
  const { graphs, sha256 } = await readRdfGraphs(file, options, report, (written) => new ReferenceLines(written));
  if (graphs.length === 0) throw new CrateError('ERR_RDF_SYNTAX', 'there is no triple in it', { details: { file } });
  if (name !== undefined && graphs.length > 1)
    throw new CrateError('ERR_USAGE', `one name is given, and ${file} has ${graphs.length} graphs`, {
      hint: 'leave --name out: each graph keeps its name',
    });
  const found: ReadCrate[] = [];
  for (const lines of graphs) {
    const graph = requireReferenceName(name ?? lines.ownName(isWebAddress(file) ? file : undefined) ?? unnamed(file));
    found.push(await lines.read(graph, { file, sha256, apart, report: found.length === 0 ? report : new Report() }));
  }
  return found;
}

function unnamed(file: string): never {
  throw new CrateError('ERR_USAGE', `${file === '-' ? 'standard input' : file} does not say what its graph is called`, {
    hint: 'give it a name: --name https://example.org/taxonomy',
  });
}

interface ReferenceSource {
  readonly file: string;
  readonly sha256: string;
  readonly apart: boolean;
  readonly partOf?: string | undefined;
  readonly report: Report;
}

/** How to read a file of a crate. */
interface PackedOptions extends ReadRdfOptions {
  readonly strict?: boolean | undefined;
  readonly apart?: boolean | undefined;
  /** The graph of the crate. */
  readonly partOf: string;
}

/**
 * Reads an RDF file of a crate, as {@link readReferences} does.
 * @param path of the file, for messages
 * @param nameOf the name in a store of a graph of the file; that of the default graph is empty
 * @throws CrateError as `rdfQuads`, and ERR_STRICT
 */
export async function readPackedReferences(
  path: string,
  source: string,
  nameOf: (written: string) => string,
  { strict, apart = false, partOf, ...options }: PackedOptions,
): Promise<ReadCrate[]> {
  const report = new Report(strict);
  const { graphs, sha256 } = await readRdfGraphs(path, options, report, (written) => new ReferenceLines(written));
  if (graphs.length === 0) throw new CrateError('ERR_RDF_SYNTAX', 'there is no triple in it', { details: { file: path } }); // prettier-ignore
  const found: ReadCrate[] = [];
  for (const lines of graphs) {
    const of = { file: source, sha256, apart, partOf, report: found.length === 0 ? report : new Report() };
    found.push(await lines.read(requireReferenceName(nameOf(lines.written)), of));
  }
  return found;
}

/** The quads of one graph, and what they say of themselves as a whole. */
class ReferenceLines {
  readonly #lines: RdfLines;
  readonly #wholes = new Set<string>();
  readonly #titles = new Map<string, string>();

  /** @param written the name of the graph in its file; empty for the default graph */
  constructor(readonly written: string) {
    this.#lines = new RdfLines(written);
  }

  add(quad: Parameters<RdfLines['add']>[0]): void {
    this.#lines.add(quad);
    const { subject, predicate, object } = quad;
    if (subject.termType !== 'NamedNode') return;
    if (predicate.value === RDF_TYPE && NAMING_TYPES.includes(object.value)) this.#wholes.add(subject.value);
    // A taxonomy has a title for each of its terms: those of the first ones are enough.
    const isKept = this.#titles.size < MOST_TITLED || this.#wholes.has(subject.value);
    if (TITLES.includes(predicate.value) && object.termType === 'Literal' && isKept && !this.#titles.has(subject.value))
      this.#titles.set(subject.value, object.value);
  }

  /** The name of the graph in its file, or that of the only ontology in it. @param address where it is on the web */
  ownName(address: string | undefined): string | undefined {
    if (this.written !== '' && !this.written.startsWith('_:')) return this.written;
    const [whole, other] = this.#wholes;
    return other === undefined ? (whole ?? address) : address;
  }

  async read(graph: string, { file, sha256, apart, partOf, report }: ReferenceSource): Promise<ReadCrate> {
    const scope = labelScope(`${sha256} ${graph}`);
    const pieces = await bufferPieces(this.#lines.pieces(graph, scope));
    const { base } = await judgeBase({ node: graph });
    const title = [graph, ...this.#wholes].map((one) => this.#titles.get(one)).find((one) => one !== undefined);
    return {
      graph,
      sha256,
      base: base.iri,
      apart,
      record: {
        graph,
        source: this.written === '' ? file : `${file}#${this.written}`,
        base: base.iri,
        baseReason: base.reason,
        sha256,
        descriptor: graph,
        names: [title ?? (file === '-' ? graph : basename(file))],
        version: undefined,
        entities: this.#lines.entities,
        repairs: report.repairs,
        context: null,
        kind: 'reference',
        partOf,
      },
      pieces,
      file: undefined,
      quads: this.#lines.size,
      dropped: 0,
      notes: report.notes,
      counts: report.counts,
    };
  }
}
