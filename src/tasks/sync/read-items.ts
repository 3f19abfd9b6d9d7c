import { setTimeout as sleep } from 'node:timers/promises';
import { trimAddress } from '../../crate/context/context-address.js';
import type { CrateError } from '../../base/errors.js';
import { asCrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { timerDelay } from '../../package/limits.js';
import type { HttpClient } from '../../package/http/http-client.js';
import { NotModified } from '../../package/http/validators.js';
import { isWebAddress, type WebPackageOptions } from '../../package/package-options.js';
import { readHere, type ReaderOptions } from '../load/crate-readers.js';
import type { CrateIdentity, ReadCrate } from '../load/read-crate.js';
import { inTurns } from './in-turns.js';
import { isSameBase } from './same-base.js';
import type { Robots } from './robots.js';
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
  /** Undefined: nobody asks for it. */
  readonly robots: Robots | undefined;
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
  let earliest = 0;
  for await (const item of items) {
    const { signal, robots } = reading;
    const address = item.crate ?? item.source;
    const isRemote = reading.open === undefined && isWebAddress(address);
    let isAsked = false;
    try {
      signal?.throwIfAborted();
      if (isRemote && robots !== undefined) {
        await robots.requireAllowed(address);
        const wait = earliest - performance.now();
        if (wait > 0) await sleep(timerDelay(wait), undefined, signal && { signal });
      }
      isAsked = true;
      yield await readItem(item, reading);
    } catch (error) {
      signal?.throwIfAborted();
      yield { item, error: asCrateError(error, item.source) };
    }
    if (isAsked && isRemote && robots !== undefined) earliest = performance.now() + (await robots.delayOf(address));
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
