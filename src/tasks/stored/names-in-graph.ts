import { DataFactory } from 'n3';
import { valueForm } from '../../base/rdf/literal-value.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { GraphReader } from '../../store/port.js';
import { match } from '../../store/rdf-answers.js';

/** Reads the names that a graph states of its root. */
export async function namesInGraph(store: GraphReader, graph: string): Promise<string[]> {
  const names: string[] = [];
  const root = DataFactory.namedNode(graph);
  for (const name of schemaOrg('name'))
    for await (const { object } of match(store, root, DataFactory.namedNode(name), null, root))
      // A form that no engine respells.
      if (object.termType === 'Literal') names.push(valueForm(object.value, object.datatype.value));
  return names;
}
