import type { AskQuery, SelectQuery } from 'sparqljs';
import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { generateSparql } from '../../engine/parse-sparql.js';
import { withEachAlternative } from '../../engine/path-alternatives.js';
import type { QueryOptions } from '../../port.js';
import { readSparqlJson } from '../../sparql-json.js';
import { readAnswer, type AnswerRows } from '../protocol/endpoint-answer.js';
import { withCutSelects } from './cut-selects.js';
import { withExactPaths } from './exact-paths.js';
import { withExactValues } from './exact-values.js';
import { ExtraGraphs, readsExtraOnly } from './extra-graphs.js';
import { BookkeepingHider } from './hide-bookkeeping.js';
import { datasetOf, fromClauses, type FromClauses, type QueryDataset } from './query-dataset.js';
import { hasClosurePath, matchesActiveGraph, visitSyntax } from './query-syntax.js';
import { withUndefBranches } from './undef-branches.js';
import type { EndpointQuery, QuerySite } from '../protocol/query-site.js';

/** A parsed query of rows. */
export type RowQuery = SelectQuery | AskQuery;

/** A parsed query of any form. */
interface AnyQuery {
  readonly queryType: string;
  readonly from?: FromClauses | undefined;
}

/** Asks an endpoint SELECT and ASK queries of a user, over the dataset of its options. */
export class EndpointAsker {
  readonly site: QuerySite;
  readonly #options: QueryOptions;
  #pending: Promise<readonly string[]> | undefined;
  #hasLoose: Promise<boolean> | undefined;

  constructor(site: QuerySite, options: QueryOptions) {
    this.site = site;
    this.#options = options;
  }

  /** Whether a query reads nothing of the endpoint. */
  needsNoEndpoint(query: AnyQuery): boolean {
    const dataset = datasetOf(query.from, this.#options);
    if (query.queryType === 'DESCRIBE' && dataset.unnamed.stored?.length !== 0) return false;
    return readsExtraOnly(query, dataset);
  }

  /**
   * Asks a query. The rows have skolem IRIs for blank nodes.
   * @throws CrateError ERR_ENDPOINT, ERR_LIMIT, ERR_UNSUPPORTED
   */
  async ask(query: RowQuery): Promise<AnswerRows> {
    const { facts } = this.site;
    const { signal } = this.#options;
    const answer = await this.site.ask(await this.rewritten(query), { signal });
    return readAnswer(answer, query.queryType, facts.rowLimit);
  }

  /** Rewrites a query for the endpoint. */
  async rewritten(query: RowQuery): Promise<EndpointQuery> {
    const { facts, predicates } = this.site;
    const { signal } = this.#options;
    const dataset = datasetOf(query.from as FromClauses | undefined, this.#options);
    const isOfAll = dataset.unnamed.stored === undefined;
    const whole = await this.#withExtra(await this.#withCutSelects(query), dataset);

    const { text: prologue, leftOut } = facts.union.by === 'prologue' ? facts.union : { text: '', leftOut: [] };
    const usesPrologue = prologue !== '' && matchesActiveGraph(whole);
    // Beside a prologue, `GRAPH <iri>` finds nothing.
    const isCut = (await (this.#pending ??= this.site.pending({ signal }))).length > 0;
    let isListed = isCut || !isOfAll || facts.union.by === 'listed' || (usesPrologue && namesGraphs(whole));
    isListed ||= matchesActiveGraph(whole) && (await (this.#hasLoose ??= this.#findsLoose()));
    const hide = (names?: ReadonlySet<string>) => {
      const union = !isListed && facts.union.by === 'graph' ? facts.union.iri : undefined;
      const { filtersEarly } = facts;
      const hider = new BookkeepingHider({ hides: !isListed, predicates, union, names, leftOut, filtersEarly });
      return { query: hider.query(whole as SelectQuery), needs: hider.needs };
    };
    let hidden = hide();
    let all: ReadonlySet<string> = new Set();
    if (isCut || hidden.needs !== undefined || (isListed && isOfAll)) {
      all = new Set(await this.site.graphs({ signal }));
      isListed ||= hidden.needs === 'list';
      const { stored } = dataset.named;
      hidden = hide(stored === undefined ? all : new Set(stored.filter((name) => all.has(name))));
    }
    const { from: _, ...text } = this.#exact(hidden.query) as SelectQuery & { from?: unknown };
    const present = (names: readonly string[] = [...all]) => (isCut ? names.filter((name) => all.has(name)) : names);
    const unnamed = matchesActiveGraph(text) ? present(dataset.unnamed.stored) : [];
    const named = namesGraphs(text) ? present(dataset.named.stored) : [];
    const from = isListed ? fromClauses(unnamed, named) : undefined;
    const isByParameter = !isListed && facts.union.by === 'parameter';
    return {
      sparql: `${usesPrologue && !isListed ? prologue : ''}${generateSparql({ ...text, ...(from && { from }) } as SelectQuery)}`,
      parameters: isByParameter ? [[facts.union.name, facts.union.value]] : [],
    };
  }

  /** Whether the union of the engine has triples that are in no graph. */
  async #findsLoose(): Promise<boolean> {
    const { looseTriples: sparql, rowLimit } = this.site.facts;
    if (sparql === undefined) return false;
    const answer = await this.site.ask({ sparql, parameters: [] }, { signal: this.#options.signal });
    return readAnswer(answer, 'SELECT', rowLimit).bindings.length > 0;
  }

  /** Rewrites what the engine would answer against SPARQL. */
  #exact(query: SelectQuery): SelectQuery {
    const { losesValues, countsWays, alternativesOnce, mixesValues } = this.site.facts;
    const joined = losesValues && hasClosurePath(query) ? withUndefBranches(query) : query;
    const counted = alternativesOnce ? withEachAlternative(joined) : joined;
    const exact = countsWays ? withExactPaths(counted) : counted;
    return mixesValues ? withExactValues(exact) : exact;
  }

  async #withCutSelects(query: RowQuery): Promise<RowQuery> {
    if (!this.site.facts.cutsAgain) return query;
    const { from } = query;
    return withCutSelects(query, (select) => this.ask({ ...select, ...(from && { from }) }));
  }

  async #withExtra(query: RowQuery, dataset: QueryDataset): Promise<RowQuery> {
    const { extra, signal } = this.#options;
    if (dataset.unnamed.extra.length + dataset.named.extra.length === 0) return query;
    const options = { graphs: dataset.unnamed.extra, named: dataset.named.extra, extra, signal };
    const graphs = new ExtraGraphs(dataset, async (sparql) => {
      const bytes = await this.site.askHere(sparql, SPARQL_JSON, options);
      return readSparqlJson(new TextDecoder().decode(bytes));
    });
    return graphs.query(query);
  }
}

function namesGraphs(query: unknown): boolean {
  let found = false;
  visitSyntax(query, ({ type }) => !(found ||= type === 'graph'));
  return found;
}
