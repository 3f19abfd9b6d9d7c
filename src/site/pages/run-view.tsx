import type { CrateView } from '../view/crate-view.js';
import { runGraph, type RunAction, type RunThing } from '../view/run-graph.js';
import { RunPicture } from './graph/run-picture.js';
import { runBoxes } from './graph/run-boxes.js';
import { STATUS_WORDS, timeLine } from './graph/run-words.js';
import type { RunLinks } from './graph/run-links.js';
import { pageOf } from './listing/page-of.js';
import { Pagination } from './parts.js';

/** So many names of one list are shown at once; the others unfold. */
const NAMES = 12;

interface RunViewProps {
  readonly view: CrateView;
  /** The page that is shown. */
  readonly page: number;
  readonly links: RunLinks;
  /** Actions on one page. Default 50 */
  readonly size?: number;
}

/** Shows what a crate says about runs: a picture of some actions, and the same in sentences. */
export function RunView({ view, page: wanted, links, size }: RunViewProps) {
  const graph = runGraph(view);
  if (graph.actions.length === 0) {
    return (
      <p>This crate describes no workflow and no run: it has no CreateAction or other action that made something.</p>
    );
  }
  const { items, page, pages } = pageOf(graph.actions, wanted, size);
  const first = graph.actions.indexOf(items[0]!);
  const last = first + items.length;
  const all = graph.actions.length.toLocaleString('en');
  const drawn = runBoxes({ actions: items, earlier: graph.actions.slice(0, first), later: graph.actions.slice(last), page }); // prettier-ignore
  return (
    <section class="run-view">
      {graph.isPlan && <p class="graph-note">This crate describes no run. Here is what its workflow may do.</p>}
      {pages > 1 && (
        <p class="graph-note">
          Actions {(first + 1).toLocaleString('en')} to {last.toLocaleString('en')} of {all}, in the picture and in
          words; dashed boxes stand for the others.
        </p>
      )}
      <div class="run-frame">
        <div class="run-scroll" tabindex={0} role="region" aria-label="Picture of the run, scrolls sideways">
          <RunPicture {...drawn} links={links} />
        </div>
      </div>
      <ul class="graph-legend" aria-label="What the boxes and arrows mean">
        <li class="legend-action">{graph.isPlan ? 'workflow or step' : 'action'}</li>
        <li class="legend-file">file</li>
        <li class="legend-folder">folder or collection</li>
        <li class="legend-value">value</li>
        <li class="legend-thing">other thing</li>
        {drawn.arrows.some(({ role }) => role === 'control') && <li class="legend-control">started or directed</li>}
      </ul>
      <h2 id="run-list">In words</h2>
      <ol class="run-list" start={first + 1}>
        {items.map((action) => (
          <li>
            <ActionSentence action={action} isPlan={graph.isPlan} links={links} />
          </li>
        ))}
      </ol>
      {links.page(1) === undefined ? null : (
        <Pagination page={page} pages={pages} href={(to) => links.page(to) ?? ''} />
      )}
    </section>
  );
}

interface SentenceProps {
  readonly action: RunAction;
  readonly isPlan: boolean;
  readonly links: RunLinks;
}

function ActionSentence({ action, isPlan, links }: SentenceProps) {
  const { thing, type, status, error, inputs, outputs, controls, tools, agents } = action;
  const time = timeLine(action);
  return (
    <>
      <strong>
        <ThingLink thing={thing} links={links} />
      </strong>{' '}
      <span class="run-type">({[type, status && STATUS_WORDS[status], time].filter(Boolean).join(', ')})</span>
      <Part words={isPlan ? ' makes ' : ' made '} things={outputs} links={links} />
      <Part words={outputs.length > 0 ? ' from ' : isPlan ? ' takes ' : ' used '} things={inputs} links={links} />
      <Part words=" with " things={tools} links={links} />
      <Part words=", by " things={agents} links={links} />
      <Part words={isPlan ? ', in the steps ' : ', and started or directed '} things={controls} links={links} />.
      {error !== undefined && <span class="run-error"> Error: {error}</span>}
    </>
  );
}

interface NamesProps {
  readonly things: readonly RunThing[];
  readonly links: RunLinks;
}

function Part({ words, things, links }: NamesProps & { readonly words: string }) {
  if (things.length === 0) return <></>;
  const rest = things.slice(NAMES);
  return (
    <>
      {words}
      <Names things={things.slice(0, NAMES)} links={links} />
      {rest.length > 0 && (
        <details>
          <summary>and {rest.length.toLocaleString('en')} more</summary>
          <Names things={rest} links={links} />
        </details>
      )}
    </>
  );
}

function Names({ things, links }: NamesProps) {
  return (
    <>
      {things.map((thing, place) => (
        <>
          {place > 0 && ', '}
          <ThingLink thing={thing} links={links} />
        </>
      ))}
    </>
  );
}

/** What the crate does not describe has no page: its identifier is shown. */
function ThingLink({ thing, links }: { readonly thing: RunThing; readonly links: RunLinks }) {
  const { id, label, isDescribed } = thing;
  return isDescribed ? <a href={links.thing(id)}>{label}</a> : <span title={id}>{label}</span>;
}
