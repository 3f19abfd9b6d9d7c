import type { CrateDifference } from '../../inspect/diff-crates.js';
import type { JsonObject } from '../../crate/json/lazy-document.js';
import type { GraphStore } from '../../store/port.js';
import { type DefineCommand, contextsOf, packagesOf, withStore, type StoreOptions } from '../options.js';
import { show, writeJson } from '../io.js';
import { sayNotes } from '../say.js';

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
      const { diffCrates } = await import('../../inspect/diff-crates.js');
      const { openStore } = await import('../../store/open-store.js');
      let store: GraphStore | undefined;
      try {
        const difference = await diffCrates(left, right, {
          contexts: await contextsOf(options, io),
          strict: options.strict,
          packages: packagesOf(options, io),
          onReport: (side, report) => sayNotes(io, options, side, report),
          store: async () => (store ??= await openStore(options.store, { mode: 'read' })),
        });
        if (options.json === true) await writeJson(io, [difference], 2);
        else await show(io, lines(difference));
      } finally {
        await store?.close();
      }
    });
};

function* lines({ added, removed, changed }: CrateDifference): Generator<string> {
  if (added.length + removed.length + changed.length === 0) yield 'no difference';
  for (const entity of removed) yield `- ${nameOf(entity)}`;
  for (const entity of added) yield `+ ${nameOf(entity)}`;
  for (const { id, properties } of changed) {
    yield `~ ${id}`;
    for (const { property, removed: lost, added: gained } of properties) {
      for (const value of lost) yield `    - ${property}: ${JSON.stringify(value)}`;
      for (const value of gained) yield `    + ${property}: ${JSON.stringify(value)}`;
    }
  }
}

function nameOf(entity: JsonObject): string {
  const type = [entity['@type'] ?? []].flat().join(', ');
  return `${String(entity['@id'])}${type === '' ? '' : ` (${type})`}`;
}
