import type { CrateDifference } from '../../diff.js';
import type { JsonObject } from '../../crate/json/parse.js';
import type { GraphStore } from '../../store/graph-store.js';
import type { DefineCommand } from '../define-command.js';
import { writeOutput } from '../io.js';
import { contextsOf, packagesOf, withStore, type StoreOptions } from '../options.js';

/** `crategraph diff`: what two crates say differently. */
export const diffCommand: DefineCommand = (program, io) => {
  withStore(program.command('diff'))
    .description('compare two crates, or a graph of the store with a crate, entity by entity')
    .argument('<crate|graph>', 'crate folder, metadata file, archive, URL, - for stdin, or IRI of a graph in the store')
    .argument('<crate|graph>', 'the same, to compare with')
    .addHelpText(
      'after',
      '\nExamples:\n  crategraph diff old-crate/ new-crate/\n  crategraph diff https://example.org/my-crate/ my-crate/ --json\n',
    )
    .action(async (left: string, right: string, options: StoreOptions) => {
      const { diffCrates } = await import('../../diff.js');
      const { openStore } = await import('../../store/open.js');
      let store: GraphStore | undefined;
      try {
        const difference = await diffCrates(left, right, {
          contexts: await contextsOf(options, io),
          strict: options.strict,
          packages: packagesOf(options, io),
          store: async () => (store ??= await openStore(options.store, { mode: 'read' })),
        });
        await writeOutput(io, undefined, [
          options.json === true ? `${JSON.stringify(difference, null, 2)}\n` : asText(difference),
        ]);
      } finally {
        await store?.close();
      }
    });
};

function asText({ added, removed, changed }: CrateDifference): string {
  let text = '';
  for (const entity of removed) text += `- ${nameOf(entity)}\n`;
  for (const entity of added) text += `+ ${nameOf(entity)}\n`;
  for (const { id, properties } of changed) {
    text += `~ ${id}\n`;
    for (const { property, removed: lost, added: gained } of properties) {
      for (const value of lost) text += `    - ${property}: ${JSON.stringify(value)}\n`;
      for (const value of gained) text += `    + ${property}: ${JSON.stringify(value)}\n`;
    }
  }
  return text === '' ? 'no difference\n' : text;
}

function nameOf(entity: JsonObject): string {
  const type = [entity['@type'] ?? []].flat().join(', ');
  return `${String(entity['@id'])}${type === '' ? '' : ` (${type})`}`;
}
