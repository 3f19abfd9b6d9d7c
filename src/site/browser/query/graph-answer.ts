import type { Quad } from '@rdfjs/types';
import { writeTurtle } from '../../../base/rdf/turtle/write-turtle.js';
import { element } from './element.js';
import { tableOfTriples } from './graph-table.js';
import { browserKeeper, KeptValue } from './kept-value.js';
import { resultTable, type TableContext } from './result-table.js';
import { tripleList } from './triple-list.js';
import { triplePicture } from './triple-picture.js';

const VIEWS = ['Links', 'Table', 'Picture', 'Turtle'] as const;

/** How triples are shown. */
type GraphView = (typeof VIEWS)[number];

/** What showing triples needs. */
type GraphContext = Omit<TableContext, 'rowName' | 'changed'>;

let groups = 0;

/** Shows triples as links, a table, a picture or Turtle; the browser remembers the choice. */
export function graphAnswer(triples: readonly Quad[], context: GraphContext): HTMLElement {
  const kept = new KeptValue(browserKeeper('localStorage'), 'crategraph.graph-view', viewOf);
  const box = element('div');
  const name = `query-view-${String((groups += 1))}`;
  const choose = (view: GraphView): void => {
    kept.keep(view);
    void show(box, view, { triples, context });
  };
  const choices = VIEWS.map((view) => {
    const radio = element('input', { type: 'radio', name, value: view, checked: view === kept.value });
    radio.addEventListener('change', () => choose(view));
    return element('label', {}, radio, ` ${view}`);
  });
  const legend = element('legend', {}, 'Show as');
  void show(box, kept.value, { triples, context });
  return element('div', {}, element('fieldset', { class: 'query-views' }, legend, ...choices), box);
}

function viewOf(kept: unknown): GraphView {
  return VIEWS.find((view) => view === kept) ?? 'Links';
}

/** Shows a view; where IRIs lead comes a moment later. */
async function show(
  box: HTMLElement,
  view: GraphView,
  { triples, context }: { readonly triples: readonly Quad[]; readonly context: GraphContext },
): Promise<void> {
  if (view === 'Turtle') {
    const text = [...writeTurtle(triples, { prefixes: context.prefixes })].join('');
    box.replaceChildren(element('pre', { tabindex: 0, 'aria-label': 'Result as Turtle' }, text));
  } else if (view === 'Table') {
    box.replaceChildren(
      resultTable(tableOfTriples(triples), { ...context, rowName: 'triple', changed: () => undefined }),
    );
  } else {
    const draw = view === 'Links' ? tripleList : triplePicture;
    const first = draw(triples, { ...context, links: new Map() });
    box.replaceChildren(first);
    const links = await context.linksOf(irisOf(triples));
    // Another view may have been chosen meanwhile.
    if (links.size > 0 && box.contains(first)) box.replaceChildren(draw(triples, { ...context, links }));
  }
}

function irisOf(triples: readonly Quad[]): string[] {
  const terms = triples.flatMap(({ subject, object }) => [subject, object]);
  return [...new Set(terms.filter(({ termType }) => termType === 'NamedNode').map(({ value }) => value))];
}
