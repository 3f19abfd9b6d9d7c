import type { QueryPlan } from '../store/query-plan.js';
import type { Io } from './io.js';
import { printLines, writeJson } from './io.js';
import type { JsonOption } from './options.js';
import { printTable, type TableChoice } from './table.js';

/** How a query was answered, for people and for machines. */
export interface ExplainedQuery {
  readonly name: string | undefined;
  /** Undefined where an endpoint has answered. */
  readonly plan: QueryPlan | undefined;
}

/** Prints how a query was answered: what ran, in its order, with the rows that were expected and those that came. */
export async function printExplained(
  io: Io,
  { name, plan }: ExplainedQuery,
  options: TableChoice & JsonOption,
): Promise<void> {
  if (options.json === true) return writeJson(io, [{ query: name, plan: plan ?? { by: 'endpoint' } }]);
  const heading = name === undefined ? '' : `# ${name}: `;
  if (plan === undefined) return printLines(io, [`${heading}answered by the endpoint, which has a plan of its own`]);
  if (plan.by === 'engine')
    return printLines(io, [`${heading}answered by the engine over ${plan.quads} quads: ${plan.reason}`]);
  await printLines(io, [`${heading}answered from the index`]);
  const rows = plan.steps.map(({ step, expected, rows: came }) => [expected, came, step]);
  await printTable(io, { header: ['expected', 'rows', 'step'], rows }, options);
}
