import type { IdentityConflict } from '../../tasks/identity/identity-classes.js';
import type { IdentityCount, IdentityReport } from '../../tasks/identity/make-identities.js';
import { countOf } from '../count-of.js';
import { withIndexProgress } from '../index-progress.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import { jsonOption, quietOption, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { printable } from '../printable.js';
import { inStore } from '../resources.js';
import { printTable } from '../table.js';

interface IdentitiesOptions extends StoreOption, QuietOption, JsonOption {
  readonly dryRun?: boolean;
}

const HELP = `
People are the same by ORCID and by e-mail, organisations by ROR, works by DOI,
licences by their SPDX identifier, files by SHA-256, SHA-384 or SHA-512, in
whatever spelling: as the IRI of the entity, or as a value of it. Nothing is the
same by its name alone. What is found goes into a graph of its own, with the
reasons; no crate changes. Run it again after a load.

\`query --same\` sees each of them as one, and the website shows the crates of all
of its IRIs. What cannot all be true, such as one ORCID with two names, is
listed and in --json.

Examples:
  crategraph identities
  crategraph identities --dry-run --json | jq .conflicts
  crategraph query --name identities
  crategraph query --same --name shared-entities
  crategraph remove urn:crategraph:identities
`;

/** Conflicts that people see; --json has all. */
const MOST_CONFLICTS = 20;
/** Values of a conflict that people see. */
const MOST_VALUES = 5;

/** `crategraph identities`: finds what is the same across the crates of the store, and writes it into a graph. */
export const identitiesCommand: DefineCommand = (command, io) => {
  command.addHelpText('after', HELP).option('--dry-run', 'find and print what is the same, and write nothing');
  withOptions(command, storeOption(), quietOption(), jsonOption());
  command.action(async (options: IdentitiesOptions) => {
    const { makeIdentities } = await import('../../tasks/identity/make-identities.js');
    const { dryRun } = options;
    const report = await withIndexProgress(io, options, (onProgress) =>
      inStore(options, dryRun === true ? 'read' : 'change', (store) => makeIdentities(store, { dryRun, onProgress })),
    );
    if (options.json === true) return writeJson(io, [report], 2);
    await printTable(io, { header: ['what', 'joined', 'IRIs', 'crates'], rows: report.kinds.map(rowOf) }, {});
    if (report.conflicts.length > 0) await printLines(io, conflictLines(report.conflicts));
    if (options.quiet !== true) printSummary(io, report);
  });
};

const KINDS: Readonly<Record<IdentityCount['kind'], string>> = {
  person: 'people',
  organisation: 'organisations',
  licence: 'licences',
  work: 'works',
  file: 'files',
};

function rowOf({ kind, classes, iris, crates }: IdentityCount): (string | number)[] {
  return [KINDS[kind], classes, iris, crates];
}

function conflictLines(conflicts: readonly IdentityConflict[]): string[] {
  const lines = ['', `${countOf(conflicts.length, 'conflict')}:`];
  for (const conflict of conflicts.slice(0, MOST_CONFLICTS)) lines.push(`  ${printable(conflictText(conflict))}`);
  if (conflicts.length > MOST_CONFLICTS) lines.push(`  and ${conflicts.length - MOST_CONFLICTS} more, see --json`);
  return lines;
}

const DIFFERENCES: Readonly<Record<IdentityConflict['kind'], string>> = {
  names: 'different names',
  titles: 'different titles',
  identifiers: 'different identifiers',
  sizes: 'different sizes',
  entities: 'several entities of one crate',
};

function conflictText({ kind, identifier, values, entities, joined }: IdentityConflict): string {
  const shown = kind === 'entities' ? entities : values;
  const more = shown.length > MOST_VALUES ? `; and ${shown.length - MOST_VALUES} more` : '';
  const result = joined ? 'joined' : 'not joined';
  return `${identifier} has ${DIFFERENCES[kind]} (${result}): ${shown.slice(0, MOST_VALUES).join('; ')}${more}`;
}

function printSummary(io: Io, { status, graph, quads, crates, blank }: IdentityReport): void {
  printMessage(io, `${status}: <${graph}>, ${countOf(quads, 'quad')} from ${countOf(crates, 'crate')}`);
  if (blank > 0) printMessage(io, `left out: ${countOf(blank, 'node')} without a name, which no other graph can name`);
}
