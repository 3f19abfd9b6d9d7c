import type { DatasetExt } from 'rdf-ext/lib/Dataset.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { judgeBase } from '../../crate/judge-base.js';
import { inGraph, rdfText, requireRdfOutput } from '../../crate/write/rdf-text.js';
import { CrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { readRdfCrate, type RdfCrateOptions } from '../../package/open/rdf-crates.js';
import { readRdf } from '../../package/open/read-rdf.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { requireAbsoluteIri } from '../../base/rdf/iri-repair.js';

/** The choice of `--graph`: the IRI of the Root Data Entity. */
const ROOT = 'root';

/**
 * Writes a crate as RDF in chunks of text or UTF-8.
 * @param to `nquads` (default), `ntriples`, `turtle`, `trig`, or `jsonld`: flattened, with absolute identifiers
 * @param contexts default: those of the document
 * @param graph IRI of the named graph, or `root` for that of the Root Data Entity; default: the default graph
 * @example
 * const document = await openCrateDocument('data/crates/coastal-atlas');
 * for await (const chunk of crateToRdf(document, 'turtle')) process.stdout.write(chunk);
 * @throws CrateError ERR_USAGE for an unknown format, or one that cannot name the graph
 */
export async function* crateToRdf(
  document: CrateDocument,
  to: string,
  contexts: ContextSource = document.contexts,
  graph?: string,
): AsyncGenerator<string | Uint8Array> {
  const syntax = requireRdfOutput(to, graph);
  const name = graphName(graph, () => document.root.root);
  if (syntax.writer === 'lines') {
    yield* document.nquadsBytes(name);
    return;
  }
  const { base, context, candidates, writtenContext = null } = document;
  const root = candidates.length === 0 ? undefined : document.root;
  const quads = await inGraph(document.quads(await dataFactory()), name);
  yield* rdfText(quads, syntax, { base, context, root, writtenContext, contexts });
}

/** The IRI of the named graph that the user wants. @throws CrateError ERR_USAGE, ERR_ROOT_NOT_FOUND for a blank root */
function graphName(graph: string | undefined, root: () => string): string | undefined {
  if (graph !== ROOT) return graph === undefined ? undefined : requireAbsoluteIri(graph, '--graph');
  const iri = root();
  if (!iri.startsWith('_:')) return iri;
  throw new CrateError('ERR_ROOT_NOT_FOUND', 'the root is a blank node, which cannot name the graph', {
    hint: 'name the graph with --graph IRI',
  });
}

/** How to convert RDF to other RDF. */
export interface RdfToRdfOptions extends RdfCrateOptions {
  /** As for {@link crateToRdf}. */
  readonly graph?: string | undefined;
}

/**
 * Converts RDF to another syntax. With `root` or `graph`, only the quads of that crate.
 * @example
 * import { writeFile } from 'node:fs/promises';
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * await writeFile('atlas.nt', dataset.toCanonical());
 * for await (const text of rdfToRdf('atlas.nt', 'turtle')) process.stdout.write(text);
 * @throws CrateError as `readRdf`, ERR_USAGE for named graphs that the syntax cannot represent
 */
export async function* rdfToRdf(file: string, to: string, options: RdfToRdfOptions = {}): AsyncGenerator<string> {
  const { graph } = options;
  const contexts = contextsOrDefault(options.contexts);
  const syntax = requireRdfOutput(to, graph);
  if (graph !== undefined || options.root !== undefined) {
    const crate = await readRdfCrate(file, options);
    const quads = await inGraph(
      crate.quads,
      graphName(graph, () => crate.root.root),
    );
    yield* rdfText(quads, syntax, { ...crate, writtenContext: crate.context, context: undefined, contexts });
    return;
  }
  const quads = await readRdf(file, options);
  const named = quads.find((quad) => quad.graph.termType !== 'DefaultGraph');
  if (named !== undefined && !syntax.writesGraphs)
    throw new CrateError(
      'ERR_USAGE',
      `${file} has named graphs such as <${named.graph.value}>, which ${to} cannot hold`,
      {
        hint: 'write --format trig or --format nquads, or choose one crate with --root IRI',
      },
    );
  const { base } = await judgeBase({ given: options.base, node: 'urn:none' });
  yield* rdfText(quads, syntax, { base, writtenContext: null, contexts });
}

/**
 * Loads a crate into an rdf-ext dataset (RDF/JS DatasetCore), in the default graph.
 * @param crate as for `openCrateDocument`
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * for (const { subject, predicate, object } of dataset) console.log(subject.value, predicate.value, object.value);
 * @throws CrateError as `openCrateDocument`
 */
export async function toDataset(crate: CrateArgument, options: OpenCrateOptions = {}): Promise<DatasetExt> {
  const { default: rdf } = await import('rdf-ext');
  const document = await openCrateDocument(crate, options);
  const dataset = rdf.dataset();
  for await (const quad of document.quads(rdf)) dataset.add(quad as never);
  return dataset;
}
