import type { AddedTerms, NewTerm } from '../tasks/vocabulary/add-terms.js';
import { replaceUnchanged, requireUnchanged } from '../base/disk/replace-unchanged.js';
import { CrateError } from '../base/errors.js';
import { printLines, printMessage, writeJson, writeOutput, type Io } from './io.js';
import { checkNew, sayWritten, type WrittenChoice } from './output.js';
import { textOfFile } from './saved-plan.js';

/** Values of the options that say which terms are added. */
export interface AddingChoice extends WrittenChoice {
  readonly add?: string[];
  readonly define?: string;
  readonly project?: string;
  readonly type?: 'property' | 'class' | 'term';
  readonly label?: string;
  readonly description?: string;
  readonly rdfs?: boolean;
  readonly dryRun?: boolean;
}

/** A crate that gets terms, and where its new document goes. */
interface ChangedCrate {
  readonly crate: string;
  readonly added: AddedTerms;
  /** Undefined if nothing is written. */
  readonly output: string | undefined;
}

/** The terms that options and their file name. @throws CrateError ERR_USAGE, ERR_NOT_FOUND */
export async function chosenTerms(options: AddingChoice): Promise<NewTerm[]> {
  const { add = [], define, project, type: role, label, description } = options;
  const { projectTerm } = await import('../tasks/vocabulary/add-terms.js');
  if (add.length > 1 && (label !== undefined || description !== undefined))
    throw new CrateError('ERR_USAGE', '--label and --description are about one term', {
      hint: 'add one term at a time, or write them all into a file for --define',
    });
  const single = add.map((text): NewTerm => {
    const [, name = text, iri = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (iri === '' && project === undefined)
      throw new CrateError('ERR_USAGE', `--add ${text} has no IRI`, { hint: 'write --add name=IRI, or use --project' });
    return { name, iri: iri === '' ? projectTerm(project ?? '', name) : iri, role, label, description };
  });
  if (define === undefined) return single;
  const { readTermTable } = await import('../tasks/vocabulary/term-table.js');
  return [...single, ...readTermTable(await textOfFile(define), { name: define, project })];
}

/**
 * Adds terms to crates, and says what they get. Nothing is written before all of them can be changed.
 * @param added what each crate gets, in their order
 * @throws CrateError ERR_USAGE, ERR_OUTPUT
 */
export async function writeAdded(
  io: Io,
  added: readonly { readonly crate: string; readonly added: AddedTerms }[],
  options: AddingChoice,
): Promise<void> {
  const isTrial = options.dryRun === true;
  const changed = added.map((one): ChangedCrate => ({ ...one, output: isTrial ? undefined : targetOf(one, options) }));
  if (options.output !== undefined) await checkNew(options);
  const changing = changed.filter((one) => isChanged(one.added));
  const twice = changing.find(({ output }, at) => changing.findIndex((one) => one.output === output) !== at);
  if (twice?.output !== undefined)
    throw new CrateError('ERR_USAGE', `${twice.output} is named twice`, { hint: 'name it once' });
  for (const {
    output,
    added: { replaces },
  } of changing)
    if (replaces !== undefined && replaces.path === output) await requireUnchanged(replaces);
  if (!isTrial) for (const one of changed) await write(io, one, options);
  if (options.json === true) {
    const shown = changed.map(({ crate, output, added: { context, entities, advice } }) => ({
      ...(changed.length > 1 && { crate }),
      output,
      context,
      entities,
      advice,
    }));
    await writeJson(io, shown.length === 1 ? shown : [shown], 2);
  }
  for (const one of changed) await report(io, one, options, changed.length > 1 ? `${one.crate}: ` : '');
  if (isTrial && options.quiet !== true) printMessage(io, 'dry run: nothing is written');
}

function isChanged({ entities, context }: AddedTerms): boolean {
  return entities.length > 0 || Object.keys(context).length > 0;
}

async function write(io: Io, { added, output }: ChangedCrate, options: AddingChoice): Promise<void> {
  const { replaces, chunks } = added;
  if (replaces === undefined || output !== replaces.path) await writeOutput(io, output, chunks);
  else if (isChanged(added)) await replaceUnchanged(replaces, chunks);
  if (isChanged(added))
    await sayWritten(io, { ...options, ...(output !== undefined && { output }) }, 'metadata document');
}

/** What people read of a change; `about` names the crate, if there are several. */
async function report(io: Io, { crate, added }: ChangedCrate, options: AddingChoice, about: string): Promise<void> {
  const { quiet, json, dryRun } = options;
  if (dryRun === true && json !== true) await printLines(io, [...(about === '' ? [] : [crate]), ...addedLines(added)]);
  if (quiet === true) return;
  if (dryRun !== true && !isChanged(added))
    printMessage(io, `${about}nothing to add: the crate already has all of them`);
  for (const one of added.advice) printMessage(io, `warning: ${about}${one}`);
}

/** Where the new document of a crate goes. @throws CrateError ERR_USAGE */
function targetOf(
  { crate, added: { replaces } }: Omit<ChangedCrate, 'output'>,
  { output, json }: AddingChoice,
): string {
  const target = output ?? (crate === '-' ? '-' : replaces?.path);
  if (target === undefined)
    throw new CrateError('ERR_USAGE', `${crate} cannot be changed where it is`, {
      hint: 'write the new document to a file with -o',
    });
  if (target === '-' && json === true)
    throw new CrateError('ERR_USAGE', '--json does not work here: the document is on stdout', {
      hint: 'write to a file with -o, or leave --json out',
    });
  return target;
}

function addedLines({ context, entities }: AddedTerms): string[] {
  return [
    ...Object.entries(context).map(([name, iri]) => `context   ${name}  ${String(iri)}`),
    ...entities.map((entity) => `entity    ${JSON.stringify(entity)}`),
  ];
}
