import { Option } from 'commander';
import { CrateError } from '../../base/errors.js';
import type { Crate } from '../../crate/entities/crate.js';
import type { Entity } from '../../crate/entities/entity.js';
import { pathOfId } from '../../package/file-ids.js';
import { editNamedCrate, type EditChoice } from '../edit-crate.js';
import { missingArgument } from '../option-rules.js';
import { contextOptions, jsonOption, limitOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand } from '../options.js';
import { idOfWord, readEdits, type PropertyEdit } from '../property-edits.js';

interface SetCommandOptions extends EditChoice {
  readonly type?: string;
  readonly as?: string;
}

const HELP = `
property=text replaces the values of a property (again: with one value more),
property+=text adds one. Write '<#ada>' for an entity of the crate,
'<https://...>' for an IRI, an ORCID as it is, and := or +:= for JSON: a number,
true, or {"@value": ..., "@language": ...}. Only the lines of what changes
differ; they are shown.

ENTITY is an identifier as the document writes it or whole, ./ for the crate, or
an ORCID. One that the crate does not describe yet needs --type. A file or
folder becomes a part of the folder around it; anything else that nothing refers
to is mentioned by the root.

Examples:
  crategraph set my-crate/ ./ name='Rainfall 2023' keywords=rain keywords+=snow
  crategraph set my-crate.zip ./ 'author+=<#ada-brook>' --dry-run
  crategraph set my-crate/ 0000-0002-1825-0097 --type Person name='Ada Brook' \\
    --as author
  crategraph set my-crate/ data/new.csv --type File encodingFormat=text/csv
  crategraph set 47c378 ./ datePublished=2026-03-01       # in the store
`;

/** `crategraph set`: sets properties of an entity, which may be new. */
export const setCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate>', 'crate folder, metadata file, archive, - for stdin, or a crate of the store')
    .argument('<entity>', 'identifier of the entity')
    .argument('[property=value...]', 'what to set')
    .addOption(new Option('--type <type>', 'describe an entity that the crate does not describe yet'))
    .addOption(new Option('--as <property>', 'let the root refer to the entity with this property, as in author'))
    .option('--dry-run', 'show what would differ, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), contextOptions(), [limitOption()], quietOption(), jsonOption());
  command.action((argument: string, id: string, words: string[], options: SetCommandOptions) => {
    if (words.length === 0 && options.type === undefined && options.as === undefined)
      missingArgument(command, "missing required argument 'property=value'");
    const edits = readEdits(words);
    const same = 'the crate says this already';
    return editNamedCrate(io, argument, { edit: (crate) => edit(crate, id, edits, options), same }, options);
  });
};

function edit(crate: Crate, text: string, edits: readonly PropertyEdit[], { type, as }: SetCommandOptions): void {
  const id = idOfWord(text);
  const isThere = crate.has(id);
  const entity = isThere ? crate.entity(id) : described(crate, id, type);
  if (isThere && type !== undefined && !entity.isA(type))
    throw new CrateError('ERR_USAGE', `${entity.id} is there already, as ${entity.types.join(', ')}`, {
      hint: `leave --type out; '@type=${type}' gives it another type`,
    });
  for (const { property, how, value } of edits) entity[how === 'add' ? 'add' : 'set'](property, value as never);
  if (as !== undefined) crate.root.add(as, entity);
}

/** Describes a new entity. @throws CrateError ERR_ENTITY_NOT_FOUND without a type */
function described(crate: Crate, id: string, type: string | undefined): Entity {
  if (type !== undefined) {
    const path = pathOfId(id) ?? id; // data/a%20b.csv is the identifier of the path data/a b.csv
    if (type === 'File') return crate.addFile(path);
    if (type === 'Dataset' && !/^(?:#|_:)/.test(id)) return crate.addFolder(path);
    return crate.add({ '@type': type, '@id': id });
  }
  try {
    return crate.entity(id);
  } catch (error) {
    throw error instanceof CrateError && !error.hint.startsWith('did you mean')
      ? new CrateError(error.code, error.message, {
          hint: 'to describe a new entity, add --type, as in --type Person',
          cause: error,
        })
      : error;
  }
}
