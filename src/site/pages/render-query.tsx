import type { ContextSource } from '../../crate/context/context-source.js';
import type { GraphReader } from '../../store/port.js';
import { listQueries } from '../../store/saved-queries.js';
import type { StoreIndex } from '../view/store-index.js';
import { bindQuery } from './bound-query.js';
import { htmlDocument } from './html-document.js';
import type { PageRequest, RenderedPage } from './page-request.js';
import { declaredForYou, editorTerms } from './query-terms.js';
import { QueryPage } from './query.js';
import { resultLinks } from './result-links.js';

/** The query page, and what its script asks for. */
export type QueryPageRequest = Extract<PageRequest, { page: 'query' | 'query-terms' | 'bound-query' | 'links' }>;

/** What the query page shows of a store. */
export interface QueryPlace {
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
    return { status: 200, contentType: 'text/html; charset=utf-8', body: htmlDocument(String(await page)) };
  }
  if (request.page === 'query-terms') return json(await editorTerms(place.index, place.contexts));
  if (request.page === 'links') return json(resultLinks(place.index, request.iris));
  const bound = await bindQuery(request.query, request.parameters, place);
  return json(bound, 'error' in bound ? 400 : 200);
}

function json(value: object, status: RenderedPage['status'] = 200): RenderedPage {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
