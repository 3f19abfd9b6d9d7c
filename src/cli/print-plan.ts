import { ACTIONS, type Change, type Plan } from '../tasks/convert/plan.js';
import { chooseColumns } from '../store/write-rows.js';
import { countOf } from './count-of.js';
import { printMessage, writeJson, type Io } from './io.js';
import type { JsonOption, QuietOption } from './options.js';
import { noRoomFor, printTable, tableWidth, type Cell, type TableChoice } from './table.js';

/** How to print a plan. */
export interface PlanChoice extends TableChoice, QuietOption, JsonOption {}

/** The columns of a plan. Those that no change fills are shown only if the user asks for them. */
const HEADER = ['step', 'action', 'old', 'new', 'size', 'type', 'license', 'risk', 'why'] as const;
/** The columns that a narrow terminal does without, so that one can read the others. */
const DETAILS: ReadonlySet<string> = new Set(['size', 'type', 'license']);
/** Below this width the other columns need all the room. */
const WIDE_ENOUGH = 110;
/** How many risks are worth a line each. */
const MOST_RISKS = 10;

/** Checks the columns that the user wants before a plan is made. @throws CrateError ERR_USAGE */
export function checkPlanColumns({ columns }: PlanChoice): void {
  if (columns !== undefined) chooseColumns(HEADER, columns);
}

/** Prints a plan: as JSON that `--plan` reads, or as a table, with a sum line on stderr. */
export async function printPlan(io: Io, plan: Plan, options: PlanChoice): Promise<void> {
  if (options.json === true) await writeJson(io, [plan], 2);
  else if (plan.changes.length > 0) await printChanges(io, plan.changes.map(row), options);
  if (options.quiet === true) return;
  printMessage(io, `dry run: ${sumOf(plan)}`);
  if (plan.credentials !== undefined)
    printMessage(io, `your credentials, if you have any, go to ${plan.credentials.join(', ')}`);
}

/** Prints the columns that contain something. */
async function printChanges(io: Io, rows: readonly (readonly Cell[])[], options: PlanChoice): Promise<void> {
  const filled = HEADER.filter((_, place) => rows.some((row) => row[place] !== undefined));
  const isNarrow = (tableWidth(io, options) ?? Infinity) < WIDE_ENOUGH;
  const hidden = options.columns === undefined && isNarrow ? filled.filter((name) => DETAILS.has(name)) : [];
  const columns = options.columns ?? filled.filter((name) => !hidden.includes(name));
  await printTable(io, { header: HEADER, rows }, { ...options, columns });
  if (hidden.length > 0) printMessage(io, noRoomFor(hidden));
}

/** The number of changes of a plan by action, in one line. */
export function sumOf({ changes, verb }: Plan): string {
  const made = changes.filter(({ action }) => action !== 'leave');
  if (made.length === 0) return `nothing to change: the crate is ${verb}ed already`;
  const counts = ACTIONS.map((action) => [action, made.filter((one) => one.action === action).length] as const);
  const named = counts.filter(([, count]) => count > 0).map(([action, count]) => `${count} ${action}`);
  const risks = changes.filter(({ risk }) => risk !== undefined).length;
  return `${countOf(made.length, 'change')}: ${named.join(', ')}${risks === 0 ? '' : `; ${risks} with a risk`}`;
}

/** Prints the risks of a plan that is carried out, and what it changes, to stderr. */
export function printRisks(io: Io, plan: Plan, { quiet }: QuietOption): void {
  if (quiet === true) return;
  printRiskLines(io, plan);
  printMessage(io, sumOf(plan));
}

/** A line on stderr for each of the first risks of a plan. */
export function printRiskLines(io: Io, plan: Plan): void {
  const risks = plan.changes.filter(({ risk }) => risk !== undefined);
  for (const { id, risk } of risks.slice(0, MOST_RISKS)) printMessage(io, `risk: ${id}: ${risk}`);
  if (risks.length > MOST_RISKS)
    printMessage(io, `risk: ${risks.length - MOST_RISKS} more; --dry-run shows all of them`);
}

function row({ id, newId, step, action, size, mediaType, license, why, risk }: Change) {
  return [step, action, id, newId, size, mediaType, license, risk, why];
}
