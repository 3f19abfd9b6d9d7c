import { CrateError } from '../base/errors.js';
import { JSONLD, RDF_SYNTAXES, TURTLE } from '../base/rdf/syntaxes.js';
import type { CatalogueKind, Unsaid } from '../site/door.js';
import type { Io } from './io.js';
import type { ContextChoice, StoreOption } from './options.js';
import { compressible, outputFormat, type OutputFormat } from './output-format.js';
import { writeResult, type WrittenChoice } from './output.js';
import { contextsOf, inStore } from './resources.js';

/** What each catalogue is called, and how it may be written; the first format is the default. */
export const CATALOGUES: Readonly<
  Record<CatalogueKind, { readonly label: string; readonly formats: readonly OutputFormat[] }>
> = {
  dcat: { label: 'DCAT', formats: compressible([TURTLE, ...RDF_SYNTAXES.filter((syntax) => syntax !== TURTLE)]) },
  schema: { label: 'schema.org', formats: compressible([JSONLD]) },
  croissant: { label: 'Croissant', formats: [lines('jsonl', 'json', 'jsonld')] },
  datacite: { label: 'DataCite', formats: [lines('jsonl', 'json')] },
};

function lines(...extensions: readonly string[]): OutputFormat {
  return { name: 'jsonlines', label: 'JSON Lines', extensions, gzip: true };
}

interface CatalogueChoice extends StoreOption, WrittenChoice, ContextChoice {
  readonly catalogue: CatalogueKind;
  readonly format?: string;
}

/** Writes the crates of the store as a catalogue, and says what it could not say. */
export async function dumpCatalogueOf(io: Io, crates: readonly string[], options: CatalogueChoice): Promise<void> {
  const { label, formats } = CATALOGUES[options.catalogue];
  if (options.format !== undefined && !formats.some(({ name }) => name === options.format))
    throw new CrateError('ERR_USAGE', `--catalogue ${options.catalogue} is not written as ${options.format}`, {
      hint: 'leave --format out',
    });
  const chosen = outputFormat(options.output, { formats, option: '--format', chosen: options.format });
  const format = formats.find(({ name }) => name === chosen) ?? formats[0];
  const { findGraphs } = await import('../tasks/stored/find-graph.js');
  const { dumpCatalogue } = await import('../site/door.js');
  const contexts = await contextsOf(options, io);
  let unsaid: readonly Unsaid[] = [];
  await inStore(options, 'read', async (store) => {
    const chunks = dumpCatalogue(store, options.catalogue, {
      graphs: crates.length === 0 ? undefined : await findGraphs(store, crates),
      syntax: options.catalogue === 'dcat' ? format?.name : undefined,
      contexts,
      onUnsaid: (found) => (unsaid = found),
    });
    await writeResult(io, options, { kind: `${label} as ${format?.label ?? ''}`, unsaid: () => unsaid, chunks });
  });
}
