import type { DatasetExt } from 'rdf-ext/lib/Dataset.js';
import type { ContextSource } from '../crate/context/context-source.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { withoutBase } from '../crate/write/written-context.js';
import { writeDocument } from '../crate/write/write-document.js';
import { CrateError } from '../errors.js';
import { dataFactory } from '../rdf/data-factory.js';
import { NQUADS, syntaxOf } from '../rdf/syntaxes.js';
import { serializeRdf } from '../rdf/serialize-rdf.js';
import { DCTERMS, RDF, RDFS, SCHEMA, XSD } from '../rdf/vocabulary.js';
import type { CrateArgument } from '../open/crate-argument.js';
import { openCrate, type OpenCrateOptions } from '../open/open-crate.js';

/** Prefixes of Turtle and TriG output. */
const PREFIXES = { rdf: RDF, rdfs: RDFS, xsd: XSD, schema: SCHEMA, dcterms: DCTERMS };

/**
 * Writes a crate as RDF in the default graph, in chunks of text or UTF-8.
 * @param to `nquads` (default), `ntriples`, `turtle`, `trig`, or `jsonld`: flattened, with absolute identifiers
 * @param contexts default: those of the document
 * @example
 * const document = await openCrate('data/crates/coastal-atlas');
 * for await (const chunk of crateToRdf(document, 'turtle')) process.stdout.write(chunk);
 * @throws CrateError ERR_USAGE for an unknown format
 */
export async function* crateToRdf(
  document: CrateDocument,
  to: string,
  contexts: ContextSource = document.contexts,
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

/**
 * Loads a crate into an rdf-ext dataset (RDF/JS DatasetCore), in the default graph.
 * @param crate as for `openCrate`
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * for (const { subject, predicate, object } of dataset) console.log(subject.value, predicate.value, object.value);
 * @throws CrateError as `openCrate`
 */
export async function toDataset(crate: CrateArgument, options: OpenCrateOptions = {}): Promise<DatasetExt> {
  const { default: rdf } = await import('rdf-ext');
  const document = await openCrate(crate, options);
  const dataset = rdf.dataset();
  for await (const quad of document.quads(rdf)) dataset.add(quad as never);
  return dataset;
}
