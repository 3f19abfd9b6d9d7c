import type { Quad } from '@rdfjs/types';
import { termId } from '../../../base/rdf/nquads.js';
import { RDF_TYPE } from '../../../base/rdf/vocabulary.js';
import { element } from './element.js';
import { resultTermOf } from './graph-table.js';
import { termCell, type CellContext } from './term-cell.js';

/** Shows triples as a list for reading: each subject once, with its types first, and what it leads to as links. */
export function tripleList(triples: readonly Quad[], context: CellContext): HTMLElement {
  const sections = [...grouped(triples, ({ subject }) => termId(subject)).values()].map((group) => {
    const byProperty = [...grouped(group, ({ predicate }) => predicate.value)];
    byProperty.sort(([a], [b]) => Number(b === RDF_TYPE) - Number(a === RDF_TYPE));
    const rows = byProperty.map(([property, values]) =>
      element(
        'div',
        {},
        element('dt', {}, property === RDF_TYPE ? 'type' : termCell({ type: 'uri', value: property }, context)),
        ...values.map(({ object }) => element('dd', {}, termCell(resultTermOf(object), context))),
      ),
    );
    const [first] = group;
    const heading = first === undefined ? '' : termCell(resultTermOf(first.subject), context);
    return element('li', {}, element('h2', {}, heading), element('dl', {}, ...rows));
  });
  return element('ul', { class: 'query-subjects' }, ...sections);
}

function grouped(triples: readonly Quad[], keyOf: (triple: Quad) => string): Map<string, Quad[]> {
  const groups = new Map<string, Quad[]>();
  for (const triple of triples) {
    const group = groups.get(keyOf(triple));
    if (group === undefined) groups.set(keyOf(triple), [triple]);
    else group.push(triple);
  }
  return groups;
}
