import type { RootCandidate } from '../../crate/choose-root.js';
import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { show, writeJson } from '../io.js';

interface RootCommandOptions extends CommonOptions {
  readonly all?: boolean;
  readonly base?: string;
  readonly arcp?: string;
}

/** `crategraph root`: the Root Data Entity of a crate or of RDF. */
export const rootCommand: DefineCommand = (program, io) => {
  withCommon(program.command('root'))
    .description('print the Root Data Entity of a crate or of an RDF file')
    .argument(
      '<crate|rdf-file>',
      'crate folder, metadata file, archive, URL, - for stdin, or an RDF file (.nq .nt .ttl .trig)',
    )
    .option('--all', 'every candidate, nested crates included, with its descriptor')
    .option('--base <iri>', 'IRI of the crate root')
    .option('--arcp <choice>', 'name for a crate without an address: hash, uuid, or a UUID (default: hash)')
    .addHelpText('after', '\nExamples:\n  crategraph root my-crate/\n  crategraph root --all joined.nq --json\n')
    .action(async (argument: string, options: RootCommandOptions) => {
      const candidates = await find(argument, options, options.all === true);
      if (options.json === true) {
        const found = options.all === true ? candidates : candidates[0];
        return writeJson(io, [found]);
      }
      const all = options.all === true;
      return show(
        io,
        candidates.map(({ root, descriptor }) => (all ? `${root}\t${descriptor}` : root)),
      );
    });

  async function find(argument: string, options: RootCommandOptions, all: boolean): Promise<readonly RootCandidate[]> {
    const { isRdfFile, readRdf } = await import('../../rewrite/read-rdf.js');
    const { base, arcp, strict } = options;
    if (isRdfFile(argument)) {
      const { Store } = (await import('n3')).default;
      const { findRoot, rootCandidates } = await import('../../stored/find-root.js');
      const dataset = new Store(
        await readRdf(argument, { base, contexts: await contextsOf(options, io), packages: packagesOf(options, io) }),
      );
      return all ? rootCandidates(dataset) : [await findRoot(dataset, { base })];
    }
    const { openCrate } = await import('../../open/open-crate.js');
    const document = await openCrate(argument, {
      contexts: await contextsOf(options, io),
      base,
      arcp,
      strict,
      packages: packagesOf(options, io),
    });
    if (strict === true) await document.check();
    return (all ? document.candidates : [document.root]).map(({ root, descriptor }) => ({ root, descriptor }));
  }
};
