import type { CrateError } from '../../base/errors.js';
import { HttpClient, type HttpOptions, type Traffic } from '../../package/http/http-client.js';
import { untilAborted } from '../../package/abortable.js';
import { isWebAddress, withoutCredentials } from '../../package/package-options.js';
import type { OpenCrateOptions } from '../../package/open/open-crate.js';
import type { GraphStore } from '../../store/port.js';
import { pageIri, readSyncState, stateGraphOf, stateWrite } from './sync-state.js';
import type { Listing } from './catalogue.js';
import { catalogueKind } from './source-kinds.js';
import { compareListing, type Comparison } from './compare-listing.js';
import { invalidCatalogue } from './source-document.js';
import { Robots } from './robots.js';
import { readItems } from './read-items.js';
import { SyncCommits, type ItemResult } from './sync-commits.js';
import { SyncPlan, type ItemAction, type PlannedItem } from './sync-plan.js';

/** How to sync a catalogue. */
export interface SyncOptions extends Pick<OpenCrateOptions, 'contexts' | 'packages' | 'strict' | 'signal'> {
  /** Its kind, by name. Default: what it looks like. */
  readonly kind?: string | undefined;
  /** Only find out what there is to do. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Read all that is listed, also what seems unchanged. Default false. */
  readonly full?: boolean | undefined;
  /** Remove the crates that the catalogue has no more, unless they were changed in the store. Default false: keep them. */
  readonly prune?: boolean | undefined;
  /** Compare each crate that changes with what it was. Default false. */
  readonly diff?: boolean | undefined;
  /** Obey the `robots.txt` of the hosts of crates. Default true. */
  readonly robots?: boolean | undefined;
  /** A mail or web address for the people of the servers, in the user agent. Default: none. */
  readonly contact?: string | undefined;
  /** Hosts that are asked at once, each with one request after the other. Default 8. */
  readonly parallel?: number | undefined;
  /** Called with each crate that is new, changed or gone, cannot be read, or was asked for in vain. */
  readonly onItem?: ((item: ItemResult) => void | Promise<void>) | undefined;
  /** Called now and then. @param total undefined while the catalogue is listed */
  readonly onProgress?: ((done: number, total: number | undefined, name: string) => void) | undefined;
}

/** What a sync has done, or would do. */
export interface SyncReport {
  /** Absolute path or address. */
  readonly catalogue: string;
  readonly kind: string;
  /** Crates that the catalogue lists; of one that lists changes only, these. */
  readonly listed: number;
  /**
   * How many crates there are of each status; of a dry run, what would be read and why. `no crate`: pages that have none,
   * of a catalogue that lists pages of all kinds.
   */
  readonly counts: Readonly<Partial<Record<ItemResult['status'] | ItemAction | 'no crate', number>>>;
  readonly requests: number;
  /** Bytes that servers have sent. */
  readonly bytes: number;
  readonly seconds: number;
}

/** Hosts that are asked at once by default. */
const HOSTS_AT_ONCE = 8;

/**
 * Brings a store up to date with a catalogue of crates: reads what is new or has changed, and marks what has
 * disappeared. What was read before an error or an interruption stays, and the next sync goes on from there.
 * @param place path or address of the catalogue
 * @example
 * const store = await openStore('memory:');
 * const { listed, counts } = await syncCatalogue(store, 'data/crates');
 * console.log(listed, counts);
 * @throws CrateError ERR_CATALOGUE_INVALID, ERR_HTTP, ERR_NOT_FOUND, ERR_USAGE for an unknown kind, and what the store
 * throws; the reason of `options.signal`
 */
export function syncCatalogue(store: GraphStore, place: string, options: SyncOptions = {}): Promise<SyncReport> {
  return untilAborted(options.signal, () => sync(store, place, options));
}

async function sync(store: GraphStore, place: string, options: SyncOptions): Promise<SyncReport> {
  const begin = performance.now();
  const traffic: Traffic = { requests: 0, bytes: 0 };
  const { signal, onProgress, full = false } = options;
  const http = { ...options.packages?.http, contact: options.contact, traffic, signal };
  const client = new HttpClient(http);
  const { kind, catalogue } = await catalogueKind(place, options.kind, { client, signal });
  const state = await readSyncState(store, catalogue);
  const listing = await kind.list(catalogue, { client, since: full ? undefined : state.next, signal });
  const plan = await SyncPlan.open();
  try {
    const comparison = await compareListing(store, listing, plan, {
      catalogue,
      passedOver: state.passedOver,
      isFull: full,
      signal,
      onListed: (items) => onProgress?.(items, undefined, catalogue),
    });
    requireSomething(catalogue, comparison, options);
    const done = {
      catalogue,
      kind: kind.name,
      listed: comparison.listed,
      ...(options.dryRun === true
        ? { counts: await announced(plan, comparison, options) }
        : { counts: await carriedOut(store, { catalogue, kind: kind.name, since: state.next, listing, plan, comparison, http }, options) }), // prettier-ignore
    };
    return { ...done, ...traffic, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await plan.close();
  }
}

const LOOK = { hint: 'look at the catalogue; without --prune, the crates are only marked' };

/** An empty answer is more often a fault than the end of a catalogue. @throws CrateError ERR_CATALOGUE_INVALID */
function requireSomething(catalogue: string, { listed, missing }: Comparison, { prune }: SyncOptions): void {
  if (prune !== true || listed > 0 || missing === 0) return;
  throw invalidCatalogue(catalogue, `it lists nothing, and ${missing} of its crates are in the store`, LOOK);
}

/**
 * A catalogue of which nothing can be read has a fault, or is read as another kind than it is.
 * @throws CrateError ERR_CATALOGUE_INVALID
 */
function requireReadable(
  catalogue: string,
  { unchanged, withoutCrate, missing }: Comparison,
  { failed = 0, gone: _, kept: __, ...read }: SyncCommits['counts'],
): void {
  if (failed === 0 || missing === 0 || unchanged + withoutCrate + Object.keys(read).length > 0) return;
  throw invalidCatalogue(catalogue, `nothing of what it lists can be read, and ${missing} of its crates would be removed`, LOOK); // prettier-ignore
}

/** Tells of each item what would be done with it. */
async function announced(
  plan: SyncPlan,
  { gone, unchanged, withoutCrate }: Comparison,
  { onItem }: SyncOptions,
): Promise<SyncReport['counts']> {
  for (const host of plan.hosts)
    for await (const { source, action } of plan.itemsOf(host)) await onItem?.({ source, status: action });
  for (const { source, graph, isElsewhere } of gone)
    await onItem?.({ source, graph, status: isElsewhere ? 'kept' : 'gone' });
  const kept = gone.filter(({ isElsewhere }) => isElsewhere).length;
  return withoutZeros({ ...plan.counts, unchanged, gone: gone.length - kept, kept, 'no crate': withoutCrate });
}

/** What one sync works with. */
interface SyncWork {
  readonly catalogue: string;
  readonly kind: string;
  /** From where the listing went on. */
  readonly since: string | undefined;
  readonly listing: Listing;
  readonly plan: SyncPlan;
  readonly comparison: Comparison;
  readonly http: HttpOptions;
}

async function carriedOut(store: GraphStore, work: SyncWork, options: SyncOptions): Promise<SyncReport['counts']> {
  const { catalogue, listing, plan, comparison, http } = work;
  const { contexts, packages, strict, signal, onProgress } = options;
  const { counts } = plan;
  const total = counts.new + counts.changed + counts.ask;
  const commits = new SyncCommits(store, catalogue, options);
  const robots = options.robots === false ? undefined : new Robots(clientsOf(catalogue, http), signal);
  const clientFor = clientsOf(catalogue, { ...http, beforeRequest: robots && ((url) => robots.admit(url)) });
  const reading = {
    contexts,
    packages,
    strict,
    signal,
    parallel: options.parallel ?? HOSTS_AT_ONCE,
    isFull: options.full === true,
    clientFor,
    open: listing.open,
  };
  const passedOver = new Map(comparison.passedOver);
  let done = 0;
  let { withoutCrate } = comparison;
  // A crate that is at another place now is known by that.
  await commits.mark(comparison.gone);
  for await (const outcome of readItems(plan, reading)) {
    const { source, version } = outcome.item;
    const isPassedOver = listing.isMixed === true && 'error' in outcome && hasNoCrate(outcome);
    const page = pageIri(source);
    passedOver.delete(page);
    if (!isPassedOver) await commits.add(outcome);
    else if (version !== undefined) passedOver.set(page, version);
    if (isPassedOver) withoutCrate += 1;
    onProgress?.((done += 1), total, source);
  }
  await commits.commit();
  if (options.prune === true) {
    requireReadable(catalogue, { ...comparison, withoutCrate }, commits.counts);
    await commits.prune();
  }
  // A list of changes does not name again what failed: the next listing begins where this one did.
  const next = (commits.counts.failed ?? 0) > 0 ? work.since : listing.next?.();
  await keepState(store, work, { next, passedOver });
  const unchanged = comparison.unchanged + (commits.counts.unchanged ?? 0);
  return withoutZeros({ ...commits.counts, unchanged, 'no crate': withoutCrate });
}

/**
 * Whether a page that is new has no crate. JSON-LD that only mentions crates, such as a catalogue, has no root. A page
 * that had a crate has a fault.
 */
function hasNoCrate({ item, error }: { readonly item: PlannedItem; readonly error: CrateError }): boolean {
  return item.action === 'new' && (error.code === 'ERR_NOT_A_CRATE' || error.code === 'ERR_ROOT_NOT_FOUND');
}

/** Writes the state of the catalogue if it has changed. */
async function keepState(
  store: GraphStore,
  { catalogue, kind }: SyncWork,
  state: Parameters<typeof stateWrite>[2],
): Promise<void> {
  const known = await readSyncState(store, catalogue);
  const text = ({ next, passedOver }: typeof state) => JSON.stringify([next, [...passedOver].sort()]);
  if (text(known) === text(state)) return;
  const write = await stateWrite(catalogue, kind, state);
  // Queries are about crates.
  if (write !== undefined) await store.put([{ ...write, apart: store.capabilities.keepsApart }]);
  else await store.drop([stateGraphOf(catalogue)]);
}

/**
 * The client for an address. A catalogue on the web leads to no private addresses but those of its own origin, and other
 * servers are asked without the credentials of the user.
 */
function clientsOf(catalogue: string, http: HttpOptions): (address: string) => HttpClient {
  if (!isWebAddress(catalogue)) {
    const all = new HttpClient(http);
    return () => all;
  }
  const { origin } = new URL(catalogue);
  const { allowPrivate = true } = http;
  const own = new HttpClient({ ...http, allowPrivate: allowPrivate === true ? origin : allowPrivate });
  const others = new HttpClient({ ...withoutCredentials({ http }).http, allowPrivate: false });
  return (address) => (new URL(address).origin === origin ? own : others);
}

function withoutZeros<T extends Readonly<Partial<Record<string, number>>>>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)) as T;
}
