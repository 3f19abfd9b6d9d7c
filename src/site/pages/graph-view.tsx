import { crateGraph, type CrateGraph } from '../view/crate-graph.js';
import type { CrateView } from '../view/crate-view.js';
import { oncePer } from '../view/once-per.js';
import { KIND_NAMES, type KindOfEntity } from '../view/entity-kind.js';
import { kindShape } from './graph/kind-shape.js';
import { GraphPicture } from './graph/graph-picture.js';
import type { RenderedPage } from './page-request.js';

/** A picture with more nodes is drawn by the script that can draw thousands. */
const SMALL = 300;
/** So many nodes a picture shows unless more are wanted. */
const OVERVIEW = 120;
/** No picture has more nodes. */
const MOST = 20_000;
/** So many entities the list beside the picture has. */
const LISTED = 300;

/** What the page of a picture needs. */
export interface GraphViewProps {
  readonly view: CrateView;
  /** The search of the address: `?view=graph&nodes=all`. */
  readonly search: URLSearchParams;
  /** Path to the start of the website, for the script. */
  readonly home: string;
}

type DrawnProps = Pick<GraphViewProps, 'view' | 'search'>;

/** The data of a picture, for its script: `?view=graph&format=json`. */
export function graphData(props: DrawnProps): RenderedPage {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(drawnGraph(props)) };
}

/** Shows the entities of a crate and their references as a picture, and as a list. */
export function GraphView({ view, search, home }: GraphViewProps) {
  const graph = drawnGraph({ view, search });
  const isAll = wantsAll(search);
  return (
    <section class="graph-view">
      {graph.notes.length > 0 && (
        <p class="graph-note">
          {graph.notes.join(' ')} <a href="?view=graph&nodes=all">Draw each entity by itself</a>
        </p>
      )}
      {isAll && (
        <p class="graph-note">
          Each entity by itself. <a href="?view=graph">Draw an overview</a>
        </p>
      )}
      <details class="roomy" open>
        <summary>Search, zoom and filter</summary>
        <div class="graph-tools" hidden>
          <label>
            Find <input type="search" class="graph-search" autocomplete="off" />
          </label>
          <label>
            <input type="checkbox" class="graph-labels" /> All labels
          </label>
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
          {isSmall(graph) && (
            <button type="button" data-graph="svg">
              Save SVG
            </button>
          )}
          <button type="button" data-graph="png">
            Save PNG
          </button>
        </div>
        <p class="graph-said" role="status"></p>
        <ul class="graph-found" hidden></ul>
        <Legend graph={graph} />
      </details>
      <div class="graph-box" tabindex={0} role="region" aria-label="Picture of the crate">
        {isSmall(graph) ? (
          <GraphPicture graph={graph} />
        ) : (
          <p class="graph-wait">
            {graph.nodes.length.toLocaleString('en')} entities: a script of this page draws them. The overview needs
            none.
          </p>
        )}
      </div>
      <h2>As a list</h2>
      <GraphList graph={graph} />
      <script type="module" src={`${home}assets/${isSmall(graph) ? 'graph.js' : 'graph-large.js'}`}></script>
    </section>
  );
}

function drawnGraph({ view, search }: DrawnProps): CrateGraph {
  return wantsAll(search) ? crateGraph(view, { most: MOST, isBundled: false }) : overview(view);
}

const overview = oncePer((view: CrateView) => crateGraph(view, { most: OVERVIEW, isBundled: true }));

function wantsAll(search: URLSearchParams): boolean {
  return search.get('nodes') === 'all';
}

function isSmall({ nodes }: CrateGraph): boolean {
  return nodes.length <= SMALL;
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

function GraphList({ graph: { nodes, edges } }: { readonly graph: CrateGraph }) {
  const leaving = new Map<number, { readonly target: number; readonly keys: readonly string[] }[]>();
  for (const edge of edges) {
    const known = leaving.get(edge.source);
    if (known === undefined) leaving.set(edge.source, [edge]);
    else known.push(edge);
  }
  const link = (number: number) => {
    const { id, label } = nodes[number]!;
    return <a href={`?entity=${encodeURIComponent(id)}`}>{label}</a>;
  };
  const rest = nodes.length - LISTED;
  return (
    <>
      <ul class="graph-list">
        {nodes.slice(0, LISTED).map(({ types }, number) => (
          <li>
            {link(number)} <span class="graph-types">{types.join(', ')}</span>
            {leaving
              .get(number)
              ?.slice(0, 20)
              .map(({ target, keys }) => (
                <>
                  {' '}
                  · {keys.join(', ')} {link(target)}
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
