import { CrateError } from '../../base/errors.js';
import { editNamedCrate, type EditChoice } from '../edit-crate.js';
import { missingArgument } from '../option-rules.js';
import { contextOptions, jsonOption, limitOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand } from '../options.js';
import { idOfWord, readUnsets } from '../property-edits.js';

interface UnsetCommandOptions extends EditChoice {
  readonly entity?: boolean;
}

const HELP = `
A property without a value loses all of its values. Values are written as for
\`crategraph set\`.

Examples:
  crategraph unset my-crate/ ./ keywords=snow
  crategraph unset my-crate.zip ./ contributor 'author=<#ada-brook>'
  crategraph unset my-crate/ '#ada-brook' --entity
`;

/** `crategraph unset`: removes properties of an entity, values of them, or the entity. */
export const unsetCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate>', 'crate folder, metadata file, archive, - for stdin, or a crate of the store')
    .argument('<entity>', 'identifier of the entity, as the document writes it or whole')
    .argument('[property[=value]...]', 'what to remove')
    .option('--entity', 'remove the entity itself, and all references to it; files stay')
    .option('--dry-run', 'show what would differ, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), contextOptions(), [limitOption()], quietOption(), jsonOption());
  command.action((argument: string, id: string, words: string[], options: UnsetCommandOptions) => {
    if (options.entity === true && words.length > 0)
      throw new CrateError('ERR_USAGE', '--entity removes the whole entity', { hint: 'leave the properties out' });
    if (options.entity !== true && words.length === 0) missingArgument(command, "missing required argument 'property'");
    const edits = readUnsets(words);
    return editNamedCrate(
      io,
      argument,
      {
        edit: (crate) => {
          const entity = crate.entity(idOfWord(id));
          if (options.entity === true) crate.remove(entity);
          for (const { property, value } of edits) entity.unset(property, value as never);
        },
        same: 'the crate does not say this',
      },
      options,
    );
  });
};
