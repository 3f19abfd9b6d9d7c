import { CrateError } from '../../base/errors.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import type { CrateView, ViewEntity } from '../../site/door.js';
import type { NamedResult, UncheckedCrate } from '../../tasks/check/check-crates.js';
import { peopleNames } from '../../tasks/stored/handles.js';
import { styleOn } from '../colours.js';
import { writeJson, writeOutput, type Io } from '../io.js';
import { exclusive } from '../option-rules.js';
import { jsonOption, quietOption, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { namedView, noteMissingContext, type NamedView } from '../named-view.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { crateText, entityText, type ShownPlace } from '../show-text.js';

interface ShowCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption {
  readonly all?: boolean;
}

const HELP = `
The crate is checked as \`crategraph check\` does it. ENTITY is an identifier, as
the document writes it or whole, or an exact name.

Examples:
  crategraph show my-crate/
  crategraph show 47c378 ./
  crategraph show my-crate.zip 'Ada Brook' --json | jq .mentions
`;

/** `crategraph show`: says what a crate is, or an entity of it. */
export const showCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate>', 'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store')
    .argument('[entity]', 'an entity of the crate: all that it says, and what refers to it')
    .option('--all', 'show all values in full, not only some')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), readingOptions(), quietOption(), jsonOption());
  exclusive(command, '--all', '--json', 'leave --all out: --json has all values');
  command.action(async (argument: string, id: string | undefined, options: ShowCommandOptions) => {
    const { loadDescriptions } = await import('../../site/door.js');
    const { crateInWords, entityInWords } = await loadDescriptions();
    const named = await namedView(io, argument, options);
    noteMissingContext(io, named.view);
    const entity = id === undefined ? undefined : await entityInWords(named.view, entityOf(named.view, id));
    const crate = entity === undefined ? crateInWords(named.view) : undefined;
    const place = entity === undefined ? await placeOf(io, argument, named, options) : undefined;
    printNotes(io, options, argument, named.report);
    if (options.json === true) return writeJson(io, [entity ?? { ...crate, ...place }], 2);
    const look = { style: styleOn(io.stdout, io), all: options.all === true };
    if (entity !== undefined) return writeOutput(io, undefined, entityText(entity, look));
    if (crate !== undefined && place !== undefined)
      return writeOutput(io, undefined, crateText(crate, { ...place, argument }, look));
  });
};

/** The entity of an identifier or of an exact name. @throws CrateError ERR_NOT_FOUND, ERR_USAGE for a name of several */
function entityOf(view: CrateView, text: string): ViewEntity {
  const found = view.entity(text);
  if (found !== undefined) return found;
  const [named, ...others] = view.entities.filter(({ name }) => name === text);
  if (named !== undefined && others.length === 0) return named;
  if (named !== undefined)
    throw new CrateError('ERR_USAGE', `${others.length + 1} entities are named ${JSON.stringify(text)}`, {
      hint: `give an identifier: ${[named, ...others]
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}`,
    });
  const near = nearNames(
    text,
    view.entities.map(({ id }) => id),
  );
  const some = view.entities.slice(-3).map(({ id }) => id);
  throw new CrateError('ERR_NOT_FOUND', `the crate has no entity ${JSON.stringify(text)}`, {
    hint: didYouMean(near) ?? `it describes ${view.entities.length} entities, such as ${some.join(', ')}`,
  });
}

/** Where a crate is, when it was loaded, and what is wrong with it. */
async function placeOf(io: Io, argument: string, named: NamedView, options: ShowCommandOptions): Promise<ShownPlace> {
  const { view, records, file, version } = named;
  const checked = argument === '-' ? undefined : await checkOf(io, argument, options);
  const known = checked !== undefined && 'findings' in checked ? checked : undefined;
  return {
    ...(records !== undefined && { handle: peopleNames(view.iri, undefined).handle }),
    version: known?.version ?? version,
    kind: records === undefined ? known?.kind : undefined,
    sources: records?.map(({ source }) => source) ?? (file === undefined ? [] : [file]),
    ...(records !== undefined && { loaded: records.at(-1)?.loaded, changed: records.some(({ changed }) => changed) }),
    findings: known?.findings,
    ...(checked !== undefined && 'error' in checked && { unchecked: checked.error.message }),
  };
}

/** The check of one crate; undefined if it is not there any more. */
async function checkOf(
  io: Io,
  argument: string,
  options: ShowCommandOptions,
): Promise<NamedResult | UncheckedCrate | undefined> {
  const { checkCrates } = await import('../../tasks/check/check-crates.js');
  const { contexts, packages } = await readingOf(options, io);
  return withStore(options, 'read', async (store) => {
    for await (const result of checkCrates([argument], { contexts, packages, store })) return result;
    return undefined;
  });
}
