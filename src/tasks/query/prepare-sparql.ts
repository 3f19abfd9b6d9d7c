import { CrateError } from '../../base/errors.js';
import { explainSyntax, requireShallow } from '../../store/engine/explain-syntax.js';
import { sparqlGraphs, type SparqlGraphs } from '../../store/engine/sparql-graphs.js';
import { iriToSparql } from './align-terms.js';
import { declarePrefixes, type PrefixPlace } from './declare-prefixes.js';
import type { Parameters } from './parameters.js';

/** A SPARQL text that is ready to run. */
export interface PreparedSparql {
  readonly text: string;
  readonly graphs: SparqlGraphs;
  /** Explains an error of the engine, with the place in the text that the user wrote. */
  explain(error: unknown): unknown;
}

/** What a caller sets for a SPARQL text. */
interface SparqlSettings {
  readonly parameters?: Parameters | undefined;
  /** What relative IRIs resolve against. */
  readonly base?: string | undefined;
}

/**
 * Prepares a SPARQL text: declares its prefixes, checks its syntax and sets its parameters.
 * @param check runs a text on no data; only called if our parser does not understand it
 * @throws CrateError ERR_QUERY_SYNTAX with the place; ERR_USAGE for parameters
 */
export async function prepareSparql(
  sparql: string,
  { parameters = {}, base, ...place }: PrefixPlace & SparqlSettings,
  check: (text: string) => Promise<unknown>,
): Promise<PreparedSparql> {
  requireShallow(sparql); // here, for its place in the text of the user
  const { text: declared, added } = await declarePrefixes(sparql, place);
  const text = base === undefined ? declared : `BASE ${iriToSparql({ value: base })}\n${declared}`;
  const explain = (error: unknown): unknown => explainSyntax(error, sparql, added, base);
  const graphs = graphsIn(text, explain);
  if (!graphs.isParsed)
    await check(text).catch((error: unknown) => {
      if (error instanceof CrateError && error.code === 'ERR_QUERY_SYNTAX') throw explain(error);
    });
  if (Object.keys(parameters).length === 0 && !/^#\+[ \t]*param:/m.test(sparql)) return { text, graphs, explain };
  const { withParameters } = await import('./parameters.js');
  const bound = withParameters(text, parameters);
  return { text: bound, graphs: sparqlGraphs(bound), explain };
}

/** @throws CrateError ERR_QUERY_SYNTAX with the place in the text of the user */
function graphsIn(text: string, explain: PreparedSparql['explain']): SparqlGraphs {
  try {
    return sparqlGraphs(text);
  } catch (error) {
    throw explain(error);
  }
}
