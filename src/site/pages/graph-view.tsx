import { wholeGraph, type CrateGraph, type GraphNode } from '../view/crate-graph.js';
import type { CrateView, ViewEntity } from '../view/crate-view.js';
import { entityLabel } from '../view/entity-label.js';
import { KIND_NAMES, type KindOfEntity } from '../view/entity-kind.js';
import { MOST_FOLDS } from '../view/fold-entities.js';
import { foundGraph, graphAround, overviewGraph } from '../view/folded-graph.js';
import { pageHref, pageOf } from './listing/page-of.js';
import { entityHref } from './crate/site-links.js';
import { GraphPicture } from './graph/graph-picture.js';
import { kindShape } from './graph/kind-shape.js';
import { aroundHref, nodeHref } from './graph/node-href.js';
import { EmptyState, Pagination } from './parts.js';

/** A picture with more nodes is drawn by the script that can draw thousands. */
const SMALL = 300;
/** So many entities the list beside the picture has. */
const LISTED = 300;

/** What the page of a picture needs. */
export interface GraphViewProps {
  readonly view: CrateView;
  /** The search of the address: `q`, `around` or `nodes=all`. */
  readonly search: URLSearchParams;
  /** Path to the start of the website, for the script. */
  readonly home: string;
}

type DrawnProps = Pick<GraphViewProps, 'view' | 'search'>;

/** What a picture shows: a crate folded or whole, what a search found, or what is around an entity. */
interface Drawn {
  /** Undefined where there is nothing to draw. */
  readonly graph: CrateGraph | undefined;
  /** What was looked for, and found. */
  readonly found?: { readonly words: string; readonly entities: readonly ViewEntity[] };
  /** The identifier that the picture is around, and its entity. */
  readonly around?: { readonly id: string; readonly entity: ViewEntity | undefined };
  readonly isWhole?: true;
}

/** Shows the entities of a crate and their references as a picture, and as a list. */
export function GraphView({ view, search, home }: GraphViewProps) {
  const drawn = drawnGraph({ view, search });
  const { graph } = drawn;
  return (
    <section class="graph-view">
      <form class="fields graph-form" role="search" aria-label="In the picture">
        <input type="hidden" name="view" value="graph" />
        <label>
          Search in the picture{' '}
          <input type="search" name="q" value={drawn.found?.words ?? ''} placeholder="name, identifier or type" />
        </label>
        <button type="submit">Search</button>
      </form>
      <Said drawn={drawn} search={search} />
      {graph === undefined ? null : <Picture graph={graph} isWhole={drawn.isWhole === true} home={home} />}
    </section>
  );
}

/** The picture that an address asks for: of words that were looked for, around an entity, of all, or the overview. */
export function drawnGraph({ view, search }: DrawnProps): Drawn {
  const words = (search.get('q') ?? '').trim();
  if (words !== '') {
    const { found, graph } = foundGraph(view, words);
    return { graph: found.length === 0 ? undefined : graph, found: { words, entities: found } };
  }
  const id = search.get('around');
  if (id !== null) {
    const entity = view.entity(id);
    return { graph: entity && graphAround(view, entity), around: { id, entity } };
  }
  if (search.get('nodes') === 'all') return { graph: wholeGraph(view), isWhole: true };
  return { graph: overviewGraph(view) };
}

/** What the picture shows, in words, and the way to other pictures. */
function Said({ drawn, search }: { readonly drawn: Drawn; readonly search: URLSearchParams }) {
  const { graph, found, around, isWhole } = drawn;
  const notes = graph?.notes.join(' ') ?? '';
  const overview = <a href="?view=graph">Draw an overview</a>;
  if (found !== undefined) return <Found words={found.words} entities={found.entities} notes={notes} search={search} />;
  if (around !== undefined) {
    if (graph === undefined || around.entity === undefined)
      return <EmptyState title={`The crate does not describe “${around.id}”.`}>{overview}</EmptyState>;
    return (
      <p class="graph-note">
        Around <a href={entityHref(around.entity.id)}>{entityLabel(around.entity)}</a>: what it refers to, and what
        refers to it. {notes} {overview}
      </p>
    );
  }
  if (isWhole === true)
    return (
      <p class="graph-note">
        Each entity by itself. {notes} {overview}
      </p>
    );
  return notes === '' ? null : (
    <p class="graph-note">
      {notes} <a href="?view=graph&nodes=all">Draw each entity by itself</a>
    </p>
  );
}

interface FoundProps {
  readonly words: string;
  readonly entities: readonly ViewEntity[];
  readonly notes: string;
  readonly search: URLSearchParams;
}

function Found({ words, entities, notes, search }: FoundProps) {
  if (entities.length === 0)
    return (
      <EmptyState title={`No entity has “${words}” in its name, identifier or type.`}>
        <a href="?view=graph">Draw an overview</a>
      </EmptyState>
    );
  const { items, page, pages } = pageOf(entities, search);
  const count = entities.length === 1 ? '1 entity matches' : `${entities.length.toLocaleString('en')} entities match`;
  return (
    <>
      <p class="graph-note">
        {count} “{words}”: marked in the picture, with what leads to {entities.length === 1 ? 'it' : 'them'}. {notes}{' '}
        <a href="?view=graph">Draw an overview</a>
      </p>
      <ul class="graph-found" id="found">
        {items.map((entity) => (
          <li>
            <a href={entityHref(entity.id)}>{entityLabel(entity)}</a>{' '}
            <a class="quiet" href={aroundHref(entity.id)} aria-label={`Picture around ${entityLabel(entity)}`}>
              around
            </a>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => `${pageHref(search, to)}#found`} />
    </>
  );
}

interface PictureProps {
  readonly graph: CrateGraph;
  readonly isWhole: boolean;
  readonly home: string;
}

function Picture({ graph, isWhole, home }: PictureProps) {
  const isSmall = graph.nodes.length <= SMALL;
  return (
    <>
      <details class="roomy" open>
        <summary>Zoom and filter</summary>
        <Tools isSmall={isSmall} isCrowded={graph.nodes.length > MOST_FOLDS} />
        <Legend graph={graph} />
      </details>
      <div class="graph-box" tabindex={0} role="region" aria-label="Picture of the crate">
        {isSmall ? (
          <GraphPicture graph={graph} />
        ) : (
          <p class="graph-wait">
            {graph.nodes.length.toLocaleString('en')} entities: a script of this page draws them. The overview needs
            none.
          </p>
        )}
      </div>
      <h2>As a list</h2>
      <GraphList graph={graph} isWhole={isWhole} />
      <script type="module" src={`${home}assets/${isSmall ? 'graph.js' : 'graph-large.js'}`}></script>
    </>
  );
}

/** Controls that need a script, which shows them. */
function Tools({ isSmall, isCrowded }: { readonly isSmall: boolean; readonly isCrowded: boolean }) {
  return (
    <>
      <div class="graph-tools" hidden>
        {isSmall ? null : (
          <label>
            Mark <input type="search" class="graph-search" autocomplete="off" />
          </label>
        )}
        {isCrowded && (
          <label>
            <input type="checkbox" class="graph-labels" /> All labels
          </label>
        )}
        <button type="button" data-graph="in" aria-label="Zoom in">
          +
        </button>
        <button type="button" data-graph="out" aria-label="Zoom out">
          −
        </button>
        <button type="button" data-graph="fit">
          Fit
        </button>
        <button type="button" data-graph="full">
          Full screen
        </button>
        {isSmall && (
          <button type="button" data-graph="svg">
            Save SVG
          </button>
        )}
        <button type="button" data-graph="png">
          Save PNG
        </button>
      </div>
      {isSmall ? null : (
        <>
          <p class="graph-said" role="status"></p>
          <ul class="graph-found" hidden></ul>
        </>
      )}
    </>
  );
}

/** The kinds in the picture with their shapes; with scripts, each can be switched off. */
function Legend({ graph }: { readonly graph: CrateGraph }) {
  const counts = new Map<KindOfEntity, number>();
  for (const { kind, count } of graph.nodes) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const kinds = (Object.keys(KIND_NAMES) as KindOfEntity[]).filter((kind) => counts.has(kind));
  return (
    <ul class="graph-legend" aria-label="Kinds of entities in the picture">
      {kinds.map((kind) => (
        <li>
          <label>
            <input type="checkbox" class="graph-kind" value={kind} checked hidden />
            <svg class={`kind-${kind}`} width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
              <path d={kindShape(kind, 6.5)} />
            </svg>{' '}
            {KIND_NAMES[kind]} <span class="graph-count">{counts.get(kind)!.toLocaleString('en')}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

interface GraphListProps {
  readonly graph: CrateGraph;
  readonly isWhole: boolean;
}

function GraphList({ graph: { nodes, edges }, isWhole }: GraphListProps) {
  const leaving = new Map<number, { readonly target: number; readonly keys: readonly string[] }[]>();
  for (const edge of edges) {
    const known = leaving.get(edge.source);
    if (known === undefined) leaving.set(edge.source, [edge]);
    else known.push(edge);
  }
  const rest = nodes.length - LISTED;
  return (
    <>
      <ul class="graph-list">
        {nodes.slice(0, LISTED).map((node, number) => (
          <li>
            <NodeLink node={node} /> <span class="graph-types">{node.types.join(', ')}</span>
            {isWhole || node.count > 1 ? null : (
              <>
                {' '}
                <a class="quiet" href={aroundHref(node.id)} aria-label={`Picture around ${node.label}`}>
                  around
                </a>
              </>
            )}
            {leaving
              .get(number)
              ?.slice(0, 20)
              .map(({ target, keys }) => (
                <>
                  {' '}
                  · {keys.join(', ')} <NodeLink node={nodes[target]!} />
                </>
              ))}
            {(leaving.get(number)?.length ?? 0) > 20 && <> · and {leaving.get(number)!.length - 20} more</>}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p>
          {rest.toLocaleString('en')} more entities are on the <a href="./">page of the crate</a>.
        </p>
      )}
    </>
  );
}

function NodeLink({ node }: { readonly node: GraphNode }) {
  return <a href={nodeHref(node)}>{node.label}</a>;
}
