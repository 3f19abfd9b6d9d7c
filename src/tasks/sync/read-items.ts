import { trimAddress } from '../../crate/context/context-address.js';
import type { CrateError } from '../../base/errors.js';
import { asCrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import type { HttpClient } from '../../package/http/http-client.js';
import { NotModified } from '../../package/http/validators.js';
import { isWebAddress, type WebPackageOptions } from '../../package/package-options.js';
import { readHere, type ReaderOptions } from '../load/crate-readers.js';
import type { CrateIdentity, ReadCrate } from '../load/read-crate.js';
import { inTurns } from './in-turns.js';
import { isSameBase } from './same-base.js';
import type { PlannedItem, SyncPlan } from './sync-plan.js';

/** What came of reading an item. */
export type ReadItem = { readonly item: PlannedItem } & (
  | { readonly read: ReadCrate | CrateIdentity }
  /** Its server says that it has not changed. */
  | { readonly isSame: true }
  | { readonly error: CrateError }
);

/** How items are read. */
export interface ItemReading extends ReaderOptions {
  /** The client for an address. */
  readonly clientFor: (address: string) => HttpClient;
  /** Hosts that are asked at once; each of them gets one request after the other. */
  readonly parallel: number;
  /** Ask also for what has not changed. */
  readonly isFull: boolean;
  /** Opens items that are neither paths nor addresses. */
  readonly open?: ((item: PlannedItem) => Promise<CrateArgument>) | undefined;
}

/** Reads the items of a plan, host by host. An item that cannot be read comes with its error. */
export function readItems(plan: SyncPlan, reading: ItemReading): AsyncGenerator<ReadItem> {
  const hosts = plan.hosts.map((host) => itemsOfHost(plan.itemsOf(host), reading));
  return inTurns(hosts, reading.parallel);
}

async function* itemsOfHost(items: AsyncIterable<PlannedItem>, reading: ItemReading): AsyncGenerator<ReadItem> {
  for await (const item of items) {
    const { signal } = reading;
    try {
      signal?.throwIfAborted();
      yield await readItem(item, reading);
    } catch (error) {
      signal?.throwIfAborted();
      yield { item, error: asCrateError(error, item.source) };
    }
  }
}

async function readItem(item: PlannedItem, reading: ItemReading): Promise<ReadItem> {
  const { source, crate = source, base, known } = item;
  const isKnownBase = isSameBase(base, known?.base);
  const validators = reading.isFull || item.action === 'changed' || !isKnownBase ? undefined : known?.validators;
  const packages: WebPackageOptions = {
    ...reading.packages,
    ...(isWebAddress(crate) && { client: reading.clientFor(trimAddress(crate)), validators }),
  };
  const opened = reading.open === undefined ? crate : await reading.open(item);
  // Only what this source has had is not read in full: a load cannot open an item a second time.
  const isKnown = (sha256: string) => isKnownBase && sha256 === known?.sha256;
  const reader = readHere({ ...reading, packages, isKnown });
  try {
    return { item, read: await reader.begin({ file: source, crate: opened, base, knownBase: known?.base })() };
  } catch (error) {
    if (error instanceof NotModified) return { item, isSame: true };
    throw error;
  } finally {
    await reader.close();
  }
}
