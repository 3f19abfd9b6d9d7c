import { CrateError } from '../../errors.js';
import type { Iri } from '../../rdf/checked-text.js';
import { isAbsoluteIri } from '../../rdf/iri.js';
import { repairIri } from '../../rdf/iri-repair.js';

/** The name of a graph that a caller asked for. @throws CrateError ERR_USAGE for what is no absolute, legal IRI */
export function graphName(graph: string | undefined): Iri | undefined {
  if (graph === undefined) return undefined;
  const legal = repairIri(graph);
  if (legal === graph && isAbsoluteIri(graph)) return legal;
  throw new CrateError('ERR_USAGE', `the graph name ${JSON.stringify(graph)} is no absolute, legal IRI`);
}
