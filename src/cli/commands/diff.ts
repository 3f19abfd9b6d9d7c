import type { JsonObject } from '../../crate/json/lazy-document.js';
import type { CrateDifference } from '../../inspect/diff-crates.js';
import { printLines, writeJson } from '../io.js';
import { jsonOption, quietOption, rdfOptions, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, RdfChoice, ReadingChoice, StoreOption } from '../options.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';

type DiffCommandOptions = ReadingChoice & RdfChoice & StoreOption & QuietOption & JsonOption;

/** `crategraph diff`: compares two crates, entity by entity. */
export const diffCommand: DefineCommand = (program, io) => {
  const command = program
    .command('diff')
    .description('compare two crates, or a graph of the store with a crate, entity by entity')
    .argument(
      '<crate|graph>',
      'crate folder, metadata file, archive, URL, - for stdin, RDF (.nq .nt .ttl .trig .rdf), or the IRI of a graph in the store',
    )
    .argument('<crate|graph>', 'the same, to compare with')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph diff old-crate/ new-crate/\n  crategraph diff https://example.org/my-crate/ my-crate/ --json\n  crategraph diff my-crate.ttl my-crate/\n',
    );
  withOptions(command, rdfOptions(), storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (left: string, right: string, options: DiffCommandOptions) => {
      const { diffCrates } = await import('../../inspect/diff-crates.js');
      const reading = await readingOf(options, io);
      const difference = await withStore(options, 'read', (store) =>
        diffCrates(left, right, {
          ...reading,
          from: options.from,
          root: options.root,
          store,
          onReport: (side, report) => printNotes(io, options, side, report),
        }),
      );
      if (options.json === true) return writeJson(io, [difference], 2);
      return printLines(io, linesOf(difference));
    },
  );
};

function* linesOf({ added, removed, changed }: CrateDifference): Generator<string> {
  if (added.length + removed.length + changed.length === 0) yield 'no difference';
  for (const entity of removed) yield `- ${entityLabel(entity)}`;
  for (const entity of added) yield `+ ${entityLabel(entity)}`;
  for (const { id, properties } of changed) {
    yield `~ ${id}`;
    for (const { property, removed: before, added: after } of properties) {
      for (const value of before) yield `    - ${property}: ${JSON.stringify(value)}`;
      for (const value of after) yield `    + ${property}: ${JSON.stringify(value)}`;
    }
  }
}

function entityLabel(entity: JsonObject): string {
  const type = [entity['@type'] ?? []].flat().join(', ');
  return `${String(entity['@id'])}${type === '' ? '' : ` (${type})`}`;
}
