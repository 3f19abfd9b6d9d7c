import type { ContextSource } from '../../crate/context/context-source.js';
import { CrateError } from '../../base/errors.js';
import { prepareSparql } from '../../tasks/query/prepare-sparql.js';
import type { GraphReader } from '../../store/port.js';

/** A query with the values of its parameters, or why there is none. */
export type BoundQuery = { readonly text: string } | { readonly error: string };

/** Sets the parameters of a query as RDF terms: no value is ever read as SPARQL. */
export async function bindQuery(
  query: string,
  parameters: Readonly<Record<string, string>>,
  place: { readonly store: GraphReader; readonly contexts: ContextSource },
): Promise<BoundQuery> {
  try {
    // What our parser does not understand takes no parameters, and is refused for that.
    const { text } = await prepareSparql(query, { ...place, parameters }, () => Promise.resolve());
    return { text };
  } catch (error) {
    if (error instanceof CrateError) return { error: error.message }; // the hints are for the command line
    throw error;
  }
}
