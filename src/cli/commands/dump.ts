import { InvalidArgumentError, Option } from 'commander';
import { CrateError } from '../../base/errors.js';
import { NQUADS, RDF_NAMES, RDF_SYNTAXES } from '../../base/rdf/syntaxes.js';
import type { CatalogueKind } from '../../site/door.js';
import { CATALOGUES, dumpCatalogueOf } from '../dump-catalogue.js';
import { countOf } from '../count-of.js';
import { printMessage, writeJson, type Io } from '../io.js';
import { alsoSpelled, exclusive, onlyWith } from '../option-rules.js';
import {
  contextOptions,
  formatOption,
  quietOption,
  storeOption,
  withOptions,
  type ContextChoice,
  type DefineCommand,
  type StoreOption,
} from '../options.js';
import { checkPlaceName, compressible, outputFormat } from '../output-format.js';
import { sayWritten, withNewOutput, withWrittenJson, writeRdf, type WrittenChoice } from '../output.js';
import { inStore } from '../resources.js';

interface DumpCommandOptions extends StoreOption, WrittenChoice, ContextChoice {
  readonly catalogue?: CatalogueKind;
  readonly format?: string;
  readonly shards?: number;
  readonly skolem?: boolean;
}

/** A dump has the names of the graphs. */
const FORMATS = compressible(RDF_SYNTAXES.filter((syntax) => syntax.writesGraphs));

const HELP = `
A folder of shards has a manifest.json with the command that loads it, for each
engine. A dump has no load records; to copy them too, use push.

A catalogue describes each crate as a dataset: dcat is DCAT 3 (as Turtle, or
what --format says), schema a DataCatalog of schema.org; croissant and datacite
have a line of JSON for each crate. Nothing is made up: what crates do not say
is left out, and counted on stderr.

Examples:
  crategraph dump -o crates.nq.gz
  crategraph dump 47c378 -o my-crate.trig
  crategraph dump --shards 4 -o shards/
  crategraph dump --catalogue dcat -o catalogue.ttl
`;

/** `crategraph dump`: writes the crates of the store as RDF. */
export const dumpCommand: DefineCommand = (command, io) => {
  command
    .argument('[crate...]', 'crates of the store: handle, IRI, source or name (default: all)')
    .addOption(
      formatOption(
        '--format <format>',
        'RDF format (default: by the name of --output, or nquads); all but nquads and trig only with --catalogue dcat',
        RDF_NAMES,
      ),
    )
    .addOption(
      new Option('--catalogue <kind>', 'describe the crates as a catalogue instead').choices(Object.keys(CATALOGUES)),
    )
    .addOption(
      new Option('--shards <n>', 'write a folder of n gzip N-Quads files for bulk loaders').argParser(shardsOf),
    )
    .option('--skolem', 'write blank nodes as IRIs, urn:crategraph:blank:LABEL, so that loading twice adds nothing')
    .addHelpText('after', HELP);
  alsoSpelled(command, '--format', '--to');
  exclusive(command, '--catalogue', '--shards', 'a catalogue is one file');
  exclusive(command, '--catalogue', '--skolem', 'leave --skolem out');
  withOptions(command, storeOption(), contextOptions());
  onlyWith(command, '--catalogue', ['--offline', '--contexts', '--allow-private-contexts']);
  withNewOutput(command, 'write to a file; a name that ends in .gz compresses it; with --shards the new folder');
  withWrittenJson(withOptions(command, quietOption())).action(async (crates: string[], options: DumpCommandOptions) => {
    const { catalogue } = options;
    if (catalogue !== undefined) return dumpCatalogueOf(io, crates, { ...options, catalogue });
    const { findGraphs } = await import('../../tasks/stored/find-graph.js');
    const { dumpStore } = await import('../../tasks/export/dump-store.js');
    if (options.shards !== undefined) return dumpFolder(io, crates, { ...options, shards: options.shards });
    if (options.format !== undefined && !FORMATS.some(({ name }) => name === options.format))
      throw new CrateError('ERR_USAGE', `${options.format} has no names of graphs, and a dump needs them`, {
        hint: `use ${FORMATS.map(({ name }) => name).join(' or ')}`,
      });
    const to =
      outputFormat(options.output, { formats: FORMATS, option: '--format', chosen: options.format }) ?? NQUADS.name;
    await inStore(options, 'read', async (store) => {
      const graphs = crates.length === 0 ? undefined : await findGraphs(store, crates);
      const chunks = dumpStore(store, graphs, to, { skolem: options.skolem });
      await writeRdf(io, options, { kind: to, chunks });
      if (options.quiet !== true) noteApart(io, await store.apart(), graphs);
    });
  });
};

/** Writes a folder of shards, and says how to load it. */
async function dumpFolder(
  io: Io,
  crates: readonly string[],
  { output, format, shards, skolem, force, ...options }: DumpCommandOptions & { readonly shards: number },
): Promise<void> {
  if (output === undefined || output === '-')
    throw new CrateError('ERR_USAGE', '--shards needs a folder', { hint: 'add --output FOLDER' });
  if ((format ?? NQUADS.name) !== NQUADS.name)
    throw new CrateError('ERR_USAGE', '--shards writes N-Quads', { hint: 'leave --format out' });
  checkPlaceName(output, false);
  const { findGraphs } = await import('../../tasks/stored/find-graph.js');
  const { dumpShards } = await import('../../tasks/export/dump-shards.js');
  const { ownVersion } = await import('../../base/own-manifest.js');
  const generator = `crategraph ${ownVersion()}`;
  const manifest = await inStore(options, 'read', async (store) => {
    const graphs = crates.length === 0 ? undefined : await findGraphs(store, crates);
    const written = await dumpShards(store, output, { shards, graphs, skolem, force, generator });
    if (options.quiet !== true) noteApart(io, await store.apart(), graphs);
    return written;
  });
  if (options.json === true) await writeJson(io, [manifest], 2);
  const { files, crates: count, quads, load } = manifest;
  const kind = `${countOf(files.length, 'shard')} with ${countOf(count, 'crate')}, ${countOf(quads, 'quad')}`;
  await sayWritten(io, { ...options, output }, kind);
  if (options.quiet === true) return;
  printMessage(io, `to load them, in ${output}:`);
  for (const [engine, line] of Object.entries(load)) printMessage(io, `  ${engine}: ${line}`);
}

/** Says which graphs of a dump are apart in the store, because a dump has no place for that. @param graphs default: all */
function noteApart(io: Io, apart: ReadonlySet<string>, graphs: readonly string[] | undefined): void {
  const [first, ...more] = [...apart].filter((graph) => graphs?.includes(graph) ?? true);
  if (first === undefined) return;
  const which = more.length === 0 ? `<${first}> is` : `<${first}> and ${more.length} more are`;
  printMessage(io, `note: ${which} apart in the store; the dump does not say so`);
}

/** @throws InvalidArgumentError */
function shardsOf(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards > 0 && shards <= 10_000) return shards;
  throw new InvalidArgumentError('Give a whole number, 1 to 10000.');
}
