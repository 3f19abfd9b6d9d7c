import type { ServerResponse } from 'node:http';
import { MemoryStore } from '../../../../src/store/memory-store.js';
import { HttpClient } from '../../../../src/package/http/http-client.js';
import { syncCatalogue, type SyncOptions, type SyncReport } from '../../../../src/tasks/sync/sync-catalogue.js';
import type { CatalogueItem, SourceKind, Listing } from '../../../../src/tasks/sync/catalogue.js';
import type { ItemResult } from '../../../../src/tasks/sync/sync-commits.js';
import { serve } from '../../../package/helpers/server.js';
import { BUNDLED } from '../../../helpers/read.js';

/** An answer: a text, or what is done with the response. */
type Answer = string | ((response: ServerResponse) => void);

/** A server that plays a catalogue. Its answers by path and query may be changed; everything else is 404. */
export interface CatalogueServer {
  readonly url: string;
  readonly answers: Record<string, Answer>;
  /** Paths that were requested since the last call, without `robots.txt`. */
  requested(): string[];
}

/** Starts a server on loopback. @param answers receive its address */
export async function catalogueServer(answers: (url: string) => Record<string, Answer>): Promise<CatalogueServer> {
  const known: Record<string, Answer> = {};
  const { url, requests } = await serve(({ url: path = '' }, response) => {
    const answer = known[path];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.writeHead(200).end(answer);
    else answer(response);
  });
  Object.assign(known, answers(url));
  const requested = () => requests.splice(0).flatMap(({ url: path = '' }) => (path === '/robots.txt' ? [] : [path]));
  return { url, answers: known, requested };
}

/** An answer that ends in the middle: its length is longer than what is sent. */
export function cut(text: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };
}

/** An answer with a media type. */
export function typed(type: string, text: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(200, { 'content-type': type, ...headers }).end(text);
}

/** The metadata document of a small crate. */
export function crateText(name: string): string {
  return JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': './' },
      },
      { '@id': './', '@type': 'Dataset', name },
    ],
  });
}

/** A store that is kept in step with a catalogue. */
export class SyncedStore {
  readonly store = new MemoryStore();

  /** What a sync of it says, with the status of each crate by its source. */
  async sync(place: string, options: SyncOptions = {}): Promise<SyncReport & { items: Record<string, string> }> {
    const items: Record<string, string> = {};
    const onItem = ({ source, status, error }: ItemResult) => void (items[source] = error?.code ?? status);
    const packages = { http: { env: {} } };
    return { ...(await syncCatalogue(this.store, place, { contexts: BUNDLED, packages, onItem, ...options })), items };
  }
}

/** The items that a kind lists, to the end. */
export async function listed(
  kind: SourceKind,
  place: string,
  since?: string,
): Promise<{ items: CatalogueItem[]; listing: Listing }> {
  const listing = await kind.list(place, { client: new HttpClient({ env: {} }), since });
  const items: CatalogueItem[] = [];
  for await (const item of listing.items) items.push(item);
  return { items, listing };
}
