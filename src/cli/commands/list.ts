import { Option } from 'commander';
import { localDay } from '../../crate/iso-date.js';
import { placeFromHere } from '../crate-label.js';
import type { ListedCrate } from '../../tasks/inspect/list-crates.js';
import { shortHandle } from '../../tasks/stored/handles.js';
import { LIST_ORDERS, type ListOrder } from '../../tasks/inspect/list-orders.js';
import { printMessage, writeJson } from '../io.js';
import { tableFormat } from '../option-rules.js';
import { jsonOption, storeOption, tableFormatOption, tableOptions, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, StoreOption } from '../options.js';
import { inStore } from '../resources.js';
import { wholeNumber } from '../whole-number.js';
import { printTable, type Cell, type TableChoice } from '../table.js';

interface ListCommandOptions extends StoreOption, JsonOption, TableChoice {
  readonly rows?: number;
  readonly sort: ListOrder;
  readonly name?: string;
  readonly references?: boolean;
}

const HELP = `
Examples:
  crategraph list
  crategraph export 47c378     # a handle names its crate for all verbs
  crategraph list --columns handle,name
  crategraph list --rows 20 --sort loaded
  crategraph list --format csv > crates.csv
  crategraph list --name survey
  crategraph list --references
  crategraph list --json | jq -r '.[].graph'
`;

/** The columns for people; the names of graphs may be long, and say little. */
const BRIEF = ['handle', 'name', 'loaded', 'entities', 'changed', 'place'];

/** `crategraph list`: lists the crates of the store. */
export const listCommand: DefineCommand = (command, io) => {
  command.addHelpText('after', HELP);
  command
    .addOption(new Option('--rows <number>', 'list at most this many crates (default: all)').argParser(wholeNumber(1)))
    .addOption(
      new Option('--sort <column>', 'the order; the most quads or entities and the latest load come first')
        .choices(LIST_ORDERS)
        .default('graph'),
    )
    .option('--name <text>', 'only crates with this text in their name, in any case')
    .option('--references', 'list the reference graphs instead: RDF that is no crate');
  withOptions(command, storeOption(), tableFormatOption(), tableOptions(), jsonOption());
  tableFormat(command);
  command.action(async (options: ListCommandOptions) => {
    const { listCrates } = await import('../../tasks/inspect/list-crates.js');
    const { rows: most, sort, name: text, references } = options;
    const crates = await inStore(options, 'read', (store) =>
      listCrates(store, { rows: most, sort, name: text, references }),
    );
    if (options.json === true) return writeJson(io, [crates], 2);
    if (crates.length === 0) printMessage(io, emptyText(text, references));
    const isForPeople = options.format === undefined || options.format === 'table';
    const more = references === true ? ['partOf'] : [];
    const rows = crates.map((crate) => rowOf(crate, isForPeople));
    return printTable(io, { header: [...HEADER, ...more], rows, brief: [...BRIEF, ...more] }, options);
  });
};

function emptyText(text: string | undefined, references: boolean | undefined): string {
  const [one, many] = references === true ? ['reference graph', 'reference graphs'] : ['crate', 'crates'];
  return text === undefined ? `the store has no ${many}` : `no ${one} has this text in its name`;
}

const HEADER = [...BRIEF, 'graph', 'version', 'quads', 'source'];

/**
 * People read days of their calendar, places as seen from here, and of a crate its handle; a file of a script may be read
 * anywhere. A reference graph, which knows whether it is apart, has a cell more.
 */
function rowOf(crate: ListedCrate, isForPeople: boolean): Cell[] {
  const { handle, name, loaded, entities, changed, apart, sources, graph, version, quads, source, gone, partOf } =
    crate;
  const [day, places, whole] = isForPeople
    ? [loaded && localDay(new Date(loaded)), sources.map(placeFromHere), partOf && shortHandle(partOf)]
    : [loaded, sources, partOf];
  // Another program has written such a graph, or an update.
  const states =
    loaded === undefined ? ['not loaded'] : [changed && 'changed', apart && 'apart', gone !== undefined && 'gone'];
  const state = states.filter((one) => typeof one === 'string').join(', ');
  const cells = [handle, name, day, entities, state, places.join(', '), graph, version, quads, source];
  return apart === undefined ? cells : [...cells, whole];
}
