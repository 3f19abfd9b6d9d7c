import { CrateError } from '../../errors.js';
import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { writeOutput } from '../io.js';
import { sayNotes } from '../say.js';

interface ConvertCommandOptions extends CommonOptions {
  readonly to?: string;
  readonly base?: string;
  readonly arcp?: string;
  readonly output?: string;
}

/** `crategraph convert`: a crate to RDF, or RDF to a metadata document; no store. */
export const convertCommand: DefineCommand = (program, io) => {
  withCommon(program.command('convert'))
    .description('convert a crate to RDF, or RDF to a metadata document')
    .argument(
      '<crate|rdf-file>',
      'crate folder, metadata file, archive, URL, - for stdin; or RDF (.nq .nt .ttl .trig .jsonld, URL, -) with --to crate',
    )
    .option('--to <format>', 'nquads, ntriples, turtle, trig, jsonld (absolute identifiers), or crate', 'nquads')
    .option('--base <iri>', 'IRI of the crate root')
    .option('--arcp <choice>', 'name for a crate without an address: hash, uuid, or a UUID (default: hash)')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph convert my-crate/ --base https://example.org/my-crate/ > my-crate.nq\n  crategraph convert my-crate/ --to turtle -o my-crate.ttl\n  crategraph convert my-crate.ttl --to crate -o ro-crate-metadata.json\n',
    )
    .action(async (argument: string, options: ConvertCommandOptions) => {
      const { crateToRdf, rdfToCrate } = await import('../../rewrite/crate-rdf.js');
      const { isRdfFile, mayBeRdf } = await import('../../rewrite/read-rdf.js');
      const contexts = await contextsOf(options, io);
      const { to = 'nquads', base, arcp, strict } = options;
      if (to === 'crate') {
        if (!mayBeRdf(argument))
          throw new CrateError('ERR_USAGE', `${argument} is no RDF file by its name`, {
            hint: 'RDF files end in .nq, .nt, .ttl, .trig or .jsonld; a crate is rewritten with `crategraph flatten`',
          });
        const document = await rdfToCrate(argument, { contexts, base, packages: packagesOf(options, io) });
        await writeOutput(io, options.output, [`${JSON.stringify(document, null, 2)}\n`]);
        return;
      }
      if (isRdfFile(argument))
        throw new CrateError('ERR_USAGE', `${argument} is RDF already`, { hint: 'RDF is converted with --to crate' });
      const { openCrate } = await import('../../open/open-crate.js');
      const document = await openCrate(argument, { contexts, base, arcp, strict, packages: packagesOf(options, io) });
      await writeOutput(io, options.output, crateToRdf(document, to, contexts));
      sayNotes(io, options, argument, document.report);
    });
};
