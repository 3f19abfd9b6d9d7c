import type { Quad, DatasetCore } from '@rdfjs/types';
import type { CrateBase } from '../crate/base.js';
import { judgeBase } from '../crate/judge-base.js';
import type { ContextSource } from '../crate/context/context-source.js';
import type { JsonObject } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { RootCandidate } from '../crate/choose-root.js';
import { contextAddress, versionOf } from '../crate/spec-version.js';
import { withoutBase } from '../crate/write/written-context.js';
import { writeDocument } from '../crate/write/write-document.js';
import { CrateError } from '../errors.js';
import { dataFactory } from '../rdf/data-factory.js';
import { NQUADS, syntaxOf } from '../rdf/syntaxes.js';
import { serializeRdf } from '../rdf/serialize-rdf.js';
import { DCTERMS, RDF, RDFS, SCHEMA, XSD } from '../rdf/vocabulary.js';
import { readRdf, type ReadRdfOptions } from './read-rdf.js';
import { findRoot } from '../stored/find-root.js';
import type { CrateArgument } from '../open/crate-argument.js';
import { openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { openContexts } from '../package/contexts/open-contexts.js';

/** Prefixes of Turtle and TriG output. */
const PREFIXES = { rdf: RDF, rdfs: RDFS, xsd: XSD, schema: SCHEMA, dcterms: DCTERMS };

/**
 * Writes a crate as RDF in the default graph, in chunks of text or UTF-8.
 * @param to `nquads` (default), `ntriples`, `turtle`, `trig`, or `jsonld`: flattened, with absolute identifiers
 * @throws CrateError ERR_USAGE for an unknown format
 */
export async function* crateToRdf(
  document: CrateDocument,
  to: string,
  contexts: ContextSource,
): AsyncGenerator<string | Uint8Array> {
  if (to === 'jsonld') {
    const { base, writtenContext: context = null } = document;
    const absolute = await writeDocument(await document.orderedQuads(await dataFactory()), {
      base,
      context: await withoutBase(context, contexts),
      contexts,
      absolute: true,
    });
    yield `${JSON.stringify(absolute, null, 2)}\n`;
    return;
  }
  const syntax = syntaxOf(to);
  if (syntax === undefined)
    throw new CrateError(
      'ERR_USAGE',
      `unknown format ${to} for --to; use nquads, ntriples, turtle, trig, jsonld or crate`,
    );
  if (syntax === NQUADS || syntax.name === 'ntriples') yield* document.nquadsBytes();
  else yield* serializeRdf(document.quads(await dataFactory()), syntax, PREFIXES);
}

/** How to convert RDF to a crate. The base is the crate root, or the metadata file in it. */
export type RdfToCrateOptions = ReadRdfOptions;

/**
 * Converts RDF that describes one crate (N-Quads, N-Triples, Turtle, TriG, or any JSON-LD) to a metadata document.
 * @param file path, address or `-`
 * @param options.base default: the folder of the descriptor
 * @throws CrateError as `readRdf`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function rdfToCrate(file: string, options: RdfToCrateOptions): Promise<JsonObject> {
  const quads = await readRdf(file, options);
  const { root, base } = await rootAndBase(quads, options.base);
  const crate = quads.filter(({ graph }) => graph.value === graphNameOf(quads, root));
  const version = crate
    .filter(({ subject, predicate }) => subject.value === root.descriptor && predicate.value === `${DCTERMS}conformsTo`)
    .map(({ object }) => versionOf(object.value))
    .find(Boolean);
  return writeDocument(crate, { base, context: contextAddress(version), contexts: options.contexts, root });
}

async function rootAndBase(
  quads: Quad[],
  given: string | undefined,
): Promise<{ root: RootCandidate; base: CrateBase }> {
  const { Store } = (await import('n3')).default;
  const root = await findRoot(new Store(quads), { base: given });
  return { root, base: (await judgeBase({ given, node: root.descriptor })).base };
}

/** The name of the graph that states what the descriptor is about. */
function graphNameOf(quads: readonly Quad[], { descriptor, root }: RootCandidate): string | undefined {
  return quads.find(
    ({ subject, object }) => subject.value === descriptor && (object.value === root || `_:${object.value}` === root),
  )?.graph.value;
}

/**
 * Loads a crate into an rdf-ext dataset (RDF/JS DatasetCore), in the default graph.
 * @param crate as for `openCrate`
 * @param options as for `openCrate`; contexts default to the bundled ones, then the network
 * @throws CrateError as `openCrate`
 */
export async function toDataset(crate: CrateArgument, options: Partial<OpenCrateOptions> = {}): Promise<DatasetCore> {
  const { default: rdf } = await import('rdf-ext');
  const document = await openCrate(crate, { contexts: openContexts(), ...options });
  const dataset = rdf.dataset();
  for await (const quad of document.quads(rdf)) dataset.add(quad as never);
  return dataset;
}
