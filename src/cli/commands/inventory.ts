import type { InventoryItem } from '../../inspect/take-inventory.js';
import { type DefineCommand, contextsOf, packagesOf, withCommon, type CommonOptions } from '../options.js';
import { say, show, writeJson } from '../io.js';

interface InventoryCommandOptions extends CommonOptions {
  readonly all?: boolean;
  readonly checksums: boolean;
}

/** `crategraph inventory`: what a crate describes against what is there. */
export const inventoryCommand: DefineCommand = (program, io, status) => {
  withCommon(program.command('inventory'))
    .description('compare the files that a crate describes with those that are there')
    .argument('<crate>', 'crate folder, archive or bag')
    .option('--all', 'files that are in order, too')
    .option('--no-checksums', 'compare names and sizes only, without reading the files')
    .addHelpText(
      'after',
      '\nStatus of a file: ok, missing, undescribed, in-folder (its folder is described), differs, elsewhere (on the web),\nrefused (its name is not safe everywhere).\nExit status 1 when a file is missing, differs or is refused.\n\nExamples:\n  crategraph inventory my-crate/\n  crategraph inventory my-crate.zip --json\n',
    )
    .action(async (crate: string, options: InventoryCommandOptions) => {
      const { takeInventory } = await import('../../inspect/take-inventory.js');
      const items = await takeInventory(crate, {
        contexts: await contextsOf(options, io),
        strict: options.strict,
        packages: packagesOf(options, io),
        checksums: options.checksums,
      });
      if (options.json === true) await writeJson(io, [items], 2);
      else {
        const { table } = await import('../table.js');
        const shown =
          options.all === true ? items : items.filter((item) => item.status !== 'ok' || item.problems.length > 0);
        if (shown.length > 0) await show(io, await table(['status', 'path', 'size', 'id', 'problems'], shown.map(row)));
        if (options.quiet !== true) say(io, summary(items));
      }
      if (items.some((item) => ['missing', 'differs', 'refused'].includes(item.status))) status.code = 1;
    });
};

function row({ status, path, size, id, problems }: InventoryItem): (string | number | undefined)[] {
  return [status, path, size, id, problems.join('; ')];
}

function summary(items: readonly InventoryItem[]): string {
  const counts = new Map<string, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return `${items.length} files: ${[...counts].map(([status, count]) => `${count} ${status}`).join(', ') || 'none'}`;
}
