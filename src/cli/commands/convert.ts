import { type Command, Option } from 'commander';
import { Report } from '../../crate/read/report.js';
import { CrateError } from '../../base/errors.js';
import { NQUADS, RDF_ENDINGS, RDF_NAMES, RDF_SYNTAXES } from '../../base/rdf/syntaxes.js';
import { withEach, type EachChoice } from '../each-options.js';
import { alsoSpelled, argumentBesideList, missingArgument, refuse } from '../option-rules.js';
import {
  formatOption,
  quietOption,
  rdfOptions,
  readingOptions,
  storeOption,
  withBaseOptions,
  withOptions,
} from '../options.js';
import type { BaseChoice, DefineCommand, RdfChoice, ReadingChoice, StoreOption } from '../options.js';
import type { Io } from '../io.js';
import { compressible, outputFormat } from '../output-format.js';
import { withNewOutput, withWrittenJson, writeJsonLd, writeRdf, type WrittenChoice } from '../output.js';
import { readingOf, withStore } from '../resources.js';
import { DOCUMENT_FORMS, rewriteDocument, type FormName } from '../rewrite-document.js';

const HELP = `
Examples:
  crategraph convert my-crate/ --base https://example.org/my-crate/ > my.nq
  crategraph convert my-crate/ -o my-crate.ttl
  crategraph convert my-crate/ --format trig --graph root
  crategraph convert my-crate.ttl --format crate -o ro-crate-metadata.json
  crategraph convert - --from rdfxml --format crate < my-crate.rdf
  crategraph convert 47c378 -o my-crate.ttl   # a crate of the store
  crategraph convert nested.json --format crate -o ro-crate-metadata.json
  ls -d crates/*/ | crategraph convert --each -o crates.nq.gz

The formats of a metadata document: crate makes one of RDF, or flattens one that
is nested, and relative identifiers stay relative. expanded has no context, and
absolute properties and types. relative makes the absolute identifiers below
--base relative.

With --each, a crate that fails is reported, and the others go on. The lines of
a crate are written whole or not at all, and the same list gives the same bytes,
so a part of the work that was lost can run again. The file of --report appears
last: what has a report is done. docs/clusters.md has programs for Spark and
Slurm, which convert parts of a list on many machines.
`;

interface ConvertCommandOptions extends ReadingChoice, BaseChoice, RdfChoice, StoreOption, WrittenChoice, EachChoice {
  readonly format?: string;
  readonly graph?: string;
  readonly keepBase?: boolean;
}

const RDF = compressible(RDF_SYNTAXES);
const FORMS = DOCUMENT_FORMS.map(({ name }) => name);

function isForm(name: string | undefined): name is FormName {
  return name !== undefined && FORMS.includes(name);
}
/** `crategraph convert`: turns a crate into RDF, or RDF into a metadata document or other RDF. */
export const convertCommand: DefineCommand = (command, io, status) => {
  command
    .argument(
      '[crate|rdf-file]',
      `crate folder, metadata file, archive, URL, - for stdin, or a crate of the store; or RDF (${RDF_ENDINGS.join(' ')}, also .gz, URL, or -)`,
    )
    .addOption(
      formatOption(
        '--format <format>',
        'format of the result; jsonld has absolute identifiers (default: by the name of --output, or nquads)',
        [...RDF_NAMES, ...FORMS],
      ),
    )
    .addOption(
      new Option('--graph <iri>', 'write one named graph: root for the IRI of the root, or this IRI (nquads, trig)'),
    )
    .option('--keep-base', 'leave {"@base": root} in the context, with --format relative')
    .addHelpText('after', HELP);
  alsoSpelled(command, '--format', '--to');
  withEach(command);
  withBaseOptions(command);
  withNewOutput(withOptions(command, rdfOptions(), storeOption(), readingOptions()));
  withWrittenJson(withOptions(command, quietOption())).action(
    async (argument: string | undefined, options: ConvertCommandOptions, self: Command) => {
      if (options.each === true) {
        if (argument !== undefined) throw argumentBesideList('convert', argument);
        const { convertEach } = await import('../convert-each.js');
        return convertEach(io, options, self, status);
      }
      if (argument === undefined) missingArgument(self, "missing required argument 'crate|rdf-file'");
      const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
      const { isRdfFile, mayBeRdf } = await import('../../package/open/read-rdf.js');
      const isRdf = isRdfFile(argument, options.from);
      const formats = isRdf || mayBeRdf(argument) || isForm(options.format) ? [...RDF, ...DOCUMENT_FORMS] : RDF;
      const rule = { formats, option: '--format', chosen: options.format };
      const to = outputFormat(options.output, rule) ?? NQUADS.name;
      if (isForm(to)) refuse(self, ['--graph'], `with --format ${to}`, 'write --format trig');
      if (to !== 'relative') refuse(self, ['--keep-base'], 'without --format relative', 'add --format relative');
      if (isForm(to) && (to !== 'crate' || (!isRdf && !mayBeRdf(argument)))) {
        if (isRdf)
          throw new CrateError('ERR_USAGE', `--format ${to} rewrites a metadata document, and ${argument} is RDF`, {
            hint: 'make a metadata document of it first, with --format crate',
          });
        refuse(
          self,
          to === 'relative' ? NOT_REWRITTEN : [...NOT_REWRITTEN, '--base'],
          `with --format ${to}`,
          'write RDF',
        );
        if (to === 'relative' && options.base === undefined)
          throw new CrateError('ERR_USAGE', '--format relative needs --base', {
            hint: 'add --base IRI, the crate root',
          });
        return rewriteDocument(io, argument, to, options);
      }
      if (isRdf || to === 'crate') refuse(self, ['--arcp'], 'with RDF, which has absolute identifiers', 'give a crate');
      else refuse(self, ['--root'], 'with a crate, whose descriptor names the root', 'give RDF');
      await withStore(options, 'read', (open) =>
        withNamedCrate(argument, open, {
          stored: async (snapshot, graph) => {
            refuse(self, FOR_FILES, 'with a crate of the store', 'give the place of the crate');
            if (to === 'crate') return rewriteDocument(io, graph, to, options);
            const { graphToRdf } = await import('../../tasks/export/export-rdf.js');
            const { contexts } = await readingOf(options, io);
            const name = options.graph === 'root' ? graph : options.graph;
            await writeRdf(io, options, { kind: to, chunks: graphToRdf(snapshot, graph, { to, contexts, name }) });
          },
          elsewhere: (place) => (isRdf || to === 'crate' ? fromRdf : fromCrate)(place, to, options, io),
        }),
      );
    },
  );
};

/** The options of RDF, which a document that is rewritten does not need. */
const NOT_REWRITTEN = ['--arcp', '--from', '--root'];

/** The options that a crate of the store does not need. */
const FOR_FILES = ['--base', '--arcp', '--strict', '--from', '--root'];

async function fromCrate(place: string, to: string, options: ConvertCommandOptions, io: Io): Promise<void> {
  const { crateToRdf } = await import('../../tasks/rewrite/crate-rdf.js');
  const { openCrateDocument } = await import('../../package/open/open-crate.js');
  const { base, arcp, graph } = options;
  const reading = await readingOf(options, io);
  const document = await openCrateDocument(place, { ...reading, base, arcp });
  const chunks = crateToRdf(document, to, reading.contexts, graph);
  await writeRdf(io, options, { kind: to, chunks, subject: place, report: document.report });
}

async function fromRdf(place: string, to: string, options: ConvertCommandOptions, io: Io): Promise<void> {
  const { rdfToRdf } = await import('../../tasks/rewrite/crate-rdf.js');
  const { rdfToCrate } = await import('../../tasks/rewrite/rdf-to-crate.js');
  const { base, from, root, graph } = options;
  const report = new Report(options.strict);
  const reading = await readingOf(options, io);
  const reads = { ...reading, base, from, root, graph, onNote: report.add.bind(report) };
  const about = { subject: place, report };
  if (to !== 'crate') return writeRdf(io, options, { ...about, kind: to, chunks: rdfToRdf(place, to, reads) });
  const document = await rdfToCrate(place, reads);
  await writeJsonLd(io, options, { ...about, kind: 'metadata document', document });
}
