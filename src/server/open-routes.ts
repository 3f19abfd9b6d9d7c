import { CrateError } from '../base/errors.js';
import { isLoopbackHost } from '../base/net/loopback.js';
import { contextOptionsOf, contextsOrDefault } from '../package/contexts/open-contexts.js';
import { loadBranding, loadPages } from '../site/door.js';
import { Access, type AccessOptions } from './access.js';
import { createHandler } from './create-handler.js';
import { CrateDirectory } from './discovery/crate-directory.js';
import { DescribedCrates } from './discovery/described-crates.js';
import { SignpostedCrates } from './discovery/signposted-crates.js';
import { Metrics } from './metrics.js';
import type { GraphStore } from '../store/port.js';
import { ifWritable } from '../store/if-writable.js';
import { FolderFacts } from './packages/crate-facts.js';
import { servedFolders } from './packages/served-folders.js';
import { parsePermalink, type Permalink } from './permalinks.js';
import { findFolders, loadFolders, type FolderReading } from './served-store.js';
import type { ServedPackage, ServerLimits } from './server-context.js';
import { GraphBodies } from './sparql/graph-bodies.js';
import { IndexKeeper } from './sparql/index-keeper.js';
import { QueryThreads } from './sparql/query-threads.js';
import { UpdateTexts } from './sparql/update-texts.js';
import { CrateExports } from './stored/crate-exports.js';
import { StoredCrates } from './stored/stored-crates.js';

/** What a handler serves, and how. */
export interface OpenHandlerOptions extends AccessOptions, FolderReading {
  /**
   * The address at which clients see the handler, such as `https://data.example.org/`. At one of loopback, websites may
   * only read the files of `folders`; see `origins`.
   */
  readonly address: string;
  /** Crate folders; each is served at `crates/<its name>/`. */
  readonly folders?: readonly string[] | undefined;
  /** Path of a store. Without one the folders are loaded into a temporary store. */
  readonly store?: string | undefined;
  /** Path of the file that says how the website presents itself: `title`, `introduction`, `logo`, `imprint`, `accent`. */
  readonly site?: string | undefined;
  /** Redirects, such as `/w/survey=/crates/survey/`. */
  readonly permalinks?: readonly string[] | undefined;
  /** An address of mail, whom harvesters (OAI-PMH) may write to. */
  readonly contact?: string | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** What `/metrics` shows besides the queries. */
  readonly metrics?: Metrics | undefined;
  /** Called with each error that a client only sees as "Internal Server Error". */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A handler with what it has opened. */
export interface OpenedHandler {
  /** With `/` at its end. */
  readonly address: string;
  /** Answers requests; it throws nothing. */
  readonly handler: (request: Request) => Promise<Response>;
  readonly packages: readonly ServedPackage[];
  /** What a user should know, such as crates that could not be loaded. */
  readonly notes: readonly string[];
  /** Closes store and threads, and removes the temporary store. */
  close(): Promise<void>;
}

const LIMITS: ServerLimits = { seconds: 30, rows: 1_000_000, threads: 4, bodyBytes: 100_000_000 };

/** As `openHandler`, for our own server: small answers are instances of `ContentResponse`. */
export async function openRoutes(options: OpenHandlerOptions): Promise<OpenedHandler> {
  const address = publicAddress(options.address);
  const folders = await servedFolders(options.folders ?? []);
  const permalinks = (options.permalinks ?? []).map(parsePermalink);
  const contact = mailAddress(options.contact);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  const opened = <T extends { close(): Promise<void> }>(one: T): T => {
    closing.push(() => one.close());
    return one;
  };
  try {
    const { readBranding } = await loadBranding();
    const branding = await readBranding(options.site);
    const { store: location, metrics = new Metrics(), onFault } = options;
    const served = location === undefined ? loadFolders(folders, address, options) : findFolders(location, folders);
    const { store, place, packages, notes } = opened(await served);
    const begun = location !== undefined && (await beginRemovals(store));
    const contexts = contextsOrDefault(options.contexts);
    const contextOptions = contextOptionsOf(contexts) ?? { offline: true }; // threads cannot have a source of others
    const limits = { ...LIMITS, ...options.limits };
    const index = opened(new IndexKeeper(store, { place }));
    const { seconds } = limits;
    const { openPages } = await loadPages();
    const pages = opened(
      openPages(place, { address, branding, folders: packages, contexts: contextOptions, seconds, index }),
    );
    const exports = opened(new CrateExports({ place, contexts: contextOptions }));
    const bodies = opened(new GraphBodies({ contexts: contextOptions }));
    const updates = opened(new UpdateTexts(store, contexts, { place, contexts: contextOptions }));
    const queries = opened(new QueryThreads({ ...limits, place, index }));
    const facts = new FolderFacts(address, contexts);
    const crates = new StoredCrates({ store, packages });
    const signposts = new SignpostedCrates({ address, store, packages, facts, crates });
    const access = new Access(options, { isLocal: isLoopbackHost(new URL(address).hostname) });
    const context = {
      address,
      branding,
      contact,
      store,
      place,
      packages,
      facts,
      crates,
      signposts,
      directory: new CrateDirectory({ store, packages }),
      described: new DescribedCrates({ address, pages, packages }),
      pages,
      exports,
      queries,
      bodies,
      updates,
      metrics,
      contexts,
      access,
      limits,
    };
    const handler = createHandler(context, { permalinks, onFault });
    await checkPermalinks(permalinks, address, (path) => handler(ownRequest(path, options)));
    return { address, handler, packages, notes: begun ? [...notes, REMOVALS_BEGUN] : notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address of a server as its clients see it. @throws CrateError ERR_USAGE */
function publicAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    throw new CrateError('ERR_USAGE', `invalid --address ${text}`, {
      hint: 'write the public address of the server, as in https://data.example.org/',
    });
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** An address of mail, as OAI-PMH wants it. @throws CrateError ERR_USAGE */
function mailAddress(text: string | undefined): string | undefined {
  if (text === undefined || /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]+$/.test(text)) return text;
  throw new CrateError('ERR_USAGE', `invalid --contact ${text}`, {
    hint: 'write an address of mail, as in data@example.org',
  });
}

/** A request of the server to itself, which may read everything. */
function ownRequest(path: string, { token }: AccessOptions): Request {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Request(`http://localhost/${path}`, { method: 'HEAD', headers });
}

/** @throws CrateError ERR_USAGE for a permalink to nowhere */
async function checkPermalinks(
  permalinks: readonly Permalink[],
  address: string,
  ask: (path: string) => Promise<Response>,
): Promise<void> {
  for (const { to } of permalinks) {
    const { status, body } = await ask(to);
    await body?.cancel();
    if (status === 404)
      throw new CrateError('ERR_USAGE', `a permalink leads to nothing: there is no ${address}${to}`, {
        hint: 'give the path of a crate or file of this server, as in /crates/survey/',
      });
  }
}

/** The first removal that is kept makes the file one that older versions refuse. */
const REMOVALS_BEGUN =
  'from now on the store keeps the names of graphs that are removed, for harvesters; crategraph 0.9.0 cannot open it';

/** Has a store keep what is removed, so that harvesters can follow (OAI-PMH). @returns whether it has just begun */
async function beginRemovals(store: GraphStore): Promise<boolean> {
  let begun = false;
  await ifWritable(store.keepRemovals().then((isNew) => void (begun = isNew)));
  return begun;
}
