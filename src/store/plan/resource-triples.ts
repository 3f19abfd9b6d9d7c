import type { PlanRun } from './plan-run.js';
import { QuadScan } from './quad-scan.js';
import type { RowTable } from './row-table.js';
import { termText } from './term-value.js';
import type { TranslatedQuery } from './translate-query.js';

/**
 * The description of the resources of a DESCRIBE (SPARQL 1.1 Query, section 16.4), as the engine makes it: the triples
 * of the default graph that have a resource as their subject, and those of the blank nodes that these lead to.
 * @param table the solutions; where there is none, nothing is described
 * @returns N-Triples, each once
 */
export function resourceTriples(run: PlanRun, { described, variables }: TranslatedQuery, table: RowTable): string[] {
  const { index, terms, dataset } = run;
  const subjects = new Set(table.size === 0 ? [] : described.map((term) => index.idOf(term)));
  for (const { slot } of variables) for (const id of table.columns.get(slot) ?? []) subjects.add(id);
  const text = (id: number): string => termText(terms.value(id));
  const lines: string[] = [];
  for (const subject of subjects) {
    if (subject <= 0) continue; // no quad has it
    run.check();
    new QuadScan(index, [subject, 0, 0], { marks: dataset.unnamed, isMerge: true }).all((s, p, o) => {
      lines.push(`${text(s)} ${text(p)} ${text(o)} .\n`);
      if (terms.value(o).kind === 'blank') subjects.add(o); // the loop comes to it
    });
  }
  return lines;
}
