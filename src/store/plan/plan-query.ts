import type { Query } from 'sparqljs';
import { parsedSparql } from '../engine/parse-sparql.js';
import type { QuadIndex } from '../index/quad-index.js';
import { searchedQuery } from '../search/search-triples.js';
import type { TextSearch } from '../search/text-search.js';
import { describeNode, nameSlots } from './describe-node.js';
import { existsFor, joinNodeWith } from './join-node.js';
import { NotCovered } from './not-covered.js';
import { PlanAnswer } from './plan-answer.js';
import { planDataset, type PlanGraphs } from './plan-dataset.js';
import type { QueryStep } from '../query-plan.js';
import type { PlanRun } from './plan-run.js';
import { PlanTerms } from './plan-terms.js';
import { UNIT, type RowTable } from './row-table.js';
import { translateQuery, type TranslatedQuery } from './translate-query.js';
import { QuadScan } from './quad-scan.js';
import { termText } from './term-value.js';

/** What became of a query. */
export interface PlanOutcome {
  /** Undefined if the engine has to answer. */
  readonly answer: PlanAnswer | undefined;
  /** Why not, in some words; undefined if there is an answer. */
  readonly reason: string | undefined;
  /** What ran, in its order. */
  readonly steps: readonly QueryStep[];
}

/** What a caller may say about a query. */
export interface PlanOptions extends PlanGraphs {
  /** Called often; what it throws ends the query. */
  readonly check?: (() => void) | undefined;
  /** What `cg:search` asks. Default: the engine has to answer such a query. */
  readonly search?: TextSearch | undefined;
}

/**
 * Answers a SPARQL query from the index, without the engine: all of the answer, or nothing.
 * @param sparql the text, with its prefixes
 * @throws CrateError for a damaged index, and what `check` throws
 */
export function answerFromIndex(index: QuadIndex, sparql: string, options: PlanOptions = {}): PlanOutcome {
  const query = parsedQuery(sparql);
  if (query === undefined) return { answer: undefined, reason: 'a text that our parser does not know', steps: [] };
  const steps: QueryStep[] = [];
  try {
    return { answer: answerOf(index, query, options, steps), reason: undefined, steps };
  } catch (error) {
    if (error instanceof NotCovered) return { answer: undefined, reason: error.message, steps: [] };
    throw error;
  }
}

/** A query, with its searches; undefined for any other text. */
function parsedQuery(sparql: string): Query | undefined {
  const parsed = parsedSparql(sparql);
  return parsed?.type === 'query' ? (searchedQuery(parsed).query as Query) : undefined;
}

function answerOf(index: QuadIndex, query: Query, options: PlanOptions, steps: QueryStep[]): PlanAnswer {
  const translated = translateQuery(query);
  let tags = -1;
  const terms = new PlanTerms(index);
  const ran: QueryStep[] = [];
  const run: PlanRun = {
    index,
    terms,
    dataset: planDataset(index, query, options),
    steps: ran,
    search: options.search,
    join: (node, input) => joinNodeWith(run, node, input),
    exists: (exists, table) => existsFor(run, exists, table),
    newTag: () => (tags -= 1),
    check: options.check ?? (() => undefined),
  };
  const table = joinNodeWith(run, translated.node, UNIT);
  ran.push({ step: describeNode(translated.node), expected: undefined, rows: table.size });
  for (const { step, ...rows } of ran)
    steps.push({ step: nameSlots(step, (slot) => translated.slots.name(slot)), ...rows });
  const described = translated.form === 'DESCRIBE' ? resourceTriples(run, translated, table) : [];
  return new PlanAnswer(translated, terms, table, described);
}

/**
 * The description of the resources of a DESCRIBE (SPARQL 1.1 Query, section 16.4), as the engine makes it: the triples
 * of the default graph that have a resource as their subject, and those of the blank nodes that these lead to.
 * @param table the solutions; where there is none, nothing is described
 * @returns N-Triples, each once
 */
function resourceTriples(run: PlanRun, { described, variables }: TranslatedQuery, table: RowTable): string[] {
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
