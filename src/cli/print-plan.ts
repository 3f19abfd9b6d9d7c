import type { Plan } from '../convert/plan.js';
import type { Io } from './io.js';
import { printTable, type TableChoice } from './table.js';

const HEADER = ['id', 'new id', 'step', 'action', 'size', 'media type', 'license', 'why', 'risk'];

/** Prints a plan as a table. */
export async function printPlan(io: Io, plan: Plan, options: TableChoice): Promise<void> {
  const rows = plan.changes.map(({ id, newId, step, action, size, mediaType, license, why, risk }) => [id, newId, step, action, size, mediaType, license, why, risk]); // prettier-ignore
  await printTable(io, { header: HEADER, rows }, options);
}
