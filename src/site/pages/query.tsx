import { queryGroup } from '../../store/query-header.js';
import { type SavedQuery, listQueries } from '../../store/saved-queries.js';
import { Layout } from './layout.js';
import { websitePage } from './website-page.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { GraphReader } from '../../store/port.js';
import type { StoreIndex } from '../view/store-index.js';
import { bindQuery } from './bound-query.js';
import type { Branding } from '../branding/branding.js';
import { jsonPage } from './json-page.js';
import type { PageRequest, RenderedPage } from './page-request.js';
import { declaredForYou, editorTerms } from './query-terms.js';
import { resultLinks } from './result-links.js';

/** The query page, and what its script asks for. */
type QueryPageRequest = Extract<PageRequest, { page: 'query' | 'query-terms' | 'bound-query' | 'links' }>;

/** What the query page shows of a store. */
interface QueryPlace {
  readonly branding: Branding;
  readonly store: GraphReader;
  /** Should not need the network. */
  readonly contexts: ContextSource;
  readonly index: Pick<StoreIndex, 'crateOf' | 'cratesWith' | 'nameOf' | 'usedTerms' | 'declaredContexts'>;
}

/** Renders the query page, or answers its script. */
export async function renderQuery(request: QueryPageRequest, place: QueryPlace): Promise<RenderedPage> {
  if (request.page === 'query') {
    const [queries, prefixes] = await Promise.all([listQueries(), declaredForYou(place)]);
    const page = <QueryPage home="./" search={request.search} queries={queries} prefixes={prefixes} />;
    return { status: 200, contentType: 'text/html; charset=utf-8', body: websitePage(page, place.branding) };
  }
  if (request.page === 'query-terms') return jsonPage(await editorTerms(place.index, place.contexts));
  if (request.page === 'links') return jsonPage(resultLinks(place.index, request.iris));
  const bound = await bindQuery(request.query, request.parameters, place);
  return jsonPage(bound, 'error' in bound ? 400 : 200);
}

/** What the query page shows before a script adds to it. */
interface QueryPageProps {
  /** Path from the page to the website's start, ending in `/`. */
  readonly home: string;
  /** The query string of the address: `query` is a text to begin with, `saved` the name of a saved query. */
  readonly search: string;
  readonly queries: readonly SavedQuery[];
  /** The prefixes that a query need not declare, with their namespaces. */
  readonly prefixes: Readonly<Record<string, string>>;
}

const FIRST_QUERY = `# The crates of this store, the newest first
SELECT ?crate ?name ?date
WHERE {
  GRAPH ?crate {
    ?crate a schema:Dataset .
    OPTIONAL { ?crate schema:name ?name }
    OPTIONAL { ?crate schema:datePublished ?date }
  }
}
ORDER BY DESC(?date)
LIMIT 100
`;

/** Renders the query page. It is a plain form; `assets/query.js` makes an editor of it. */
function QueryPage({ home, search, queries, prefixes }: QueryPageProps) {
  const asked = new URLSearchParams(search);
  const saved = queries.find(({ name }) => name === asked.get('saved'));
  const text = asked.get('query') ?? saved?.text ?? FIRST_QUERY;
  return (
    <Layout title="Query" home={home} current="query" scripts={['query.js']}>
      <header class="page-header">
        <h1>Query</h1>
        <p class="lead">Ask all crates at once, in SPARQL. The default graph is the union of the crates.</p>
      </header>
      <div class="columns query-page">
        <div>
          <nav id="query-tabs" class="query-tabs" aria-label="Open queries" hidden></nav>
          <form id="query-form" class="query-form" method="get" action={`${home}sparql`} data-home={home}>
            <label id="query-label" for="query-text">
              SPARQL query
            </label>
            <textarea id="query-text" name="query" rows={14} spellcheck={false} aria-describedby="query-keys">
              {`\n${text}`}
            </textarea>
            <p id="query-keys" class="query-keys quiet small" hidden>
              <kbd>Ctrl</kbd>+<kbd>Enter</kbd> runs, <kbd>Esc</kbd> cancels, <kbd>Ctrl</kbd>+<kbd>Space</kbd> completes,{' '}
              <kbd>Tab</kbd> leaves the editor.
            </p>
            <div id="query-update" class="notice warn query-update" hidden></div>
            <div id="query-parameters" class="fields" hidden></div>
            <div class="buttons">
              <button class="main" type="submit">
                Run
              </button>
              <button id="query-cancel" type="button" hidden>
                Cancel
              </button>
              <button id="query-share" type="button" hidden>
                Copy link
              </button>
              <label id="query-format" class="query-format">
                Answer as{' '}
                <select name="format">
                  {['json', 'csv', 'tsv', 'xml'].map((format) => (
                    <option value={format}>{format.toUpperCase()}</option>
                  ))}
                </select>
              </label>
            </div>
          </form>
          <div id="query-status" role="status"></div>
          <section id="query-results" aria-label="Results" tabindex={-1} hidden></section>
        </div>
        <SideColumn queries={queries} prefixes={prefixes} open={saved?.name} />
      </div>
    </Layout>
  );
}

/** What stands beside the editor. */
interface SideColumnProps extends Pick<QueryPageProps, 'queries' | 'prefixes'> {
  /** The saved query that the page begins with. */
  readonly open: string | undefined;
}

function SideColumn({ queries, prefixes, open }: SideColumnProps) {
  return (
    <aside class="query-side" aria-label="Queries and prefixes">
      <section id="query-own" hidden></section>
      <section id="query-history" hidden></section>
      <section id="query-saved">
        <h2>Ready-made queries</h2>
        {groupsOf(queries).map(([group, members]) => (
          <QueryGroup name={group} queries={members} isOpen={members.some(({ name }) => name === open)} />
        ))}
      </section>
      <details>
        <summary>
          <h2>Prefixes</h2>
        </summary>
        <p class="quiet small">These need no declaration.</p>
        <dl class="query-prefixes">
          {Object.entries(prefixes).map(([prefix, namespace]) => (
            <div>
              <dt>
                <code>{prefix}:</code>
              </dt>
              <dd>{namespace}</dd>
            </div>
          ))}
        </dl>
      </details>
    </aside>
  );
}

interface QueryGroupProps {
  readonly name: string;
  readonly queries: readonly SavedQuery[];
  readonly isOpen: boolean;
}

/** The queries that ask about the same, folded. */
function QueryGroup({ name: group, queries, isOpen }: QueryGroupProps) {
  return (
    <details open={isOpen}>
      <summary>
        {group} <span class="quiet">{queries.length}</span>
      </summary>
      <ul class="query-list">
        {queries.map(({ name, summary, parameters }) => (
          <li>
            <a href={`?saved=${name}`}>{name}</a>
            <span>
              {summary}
              {parameters.length === 0 ? '' : `. Needs: ${parameters.map((one) => one.name).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function groupsOf(queries: readonly SavedQuery[]): (readonly [group: string, queries: readonly SavedQuery[]])[] {
  const names = [...new Set(queries.map(({ text }) => queryGroup(text) ?? OTHERS))].sort();
  return names.map((group) => [group, queries.filter(({ text }) => (queryGroup(text) ?? OTHERS) === group)]);
}

const OTHERS = 'Others';
