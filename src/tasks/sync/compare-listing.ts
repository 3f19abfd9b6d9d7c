import { isWebAddress } from '../../package/package-options.js';
import type { GraphReader } from '../../store/port.js';
import { cataloguesOf, eachLoadRecord, type LoadRecord } from '../stored/load-records.js';
import type { CatalogueItem, Listing } from './catalogue.js';
import { currentRecords } from './current-records.js';
import { invalidCatalogue } from './source-document.js';
import { isSameBase } from './same-base.js';
import { pageIri } from './sync-state.js';
import type { ItemAction, PlannedItem, SyncPlan } from './sync-plan.js';

/** Items that are looked up in the store at once. */
const AT_ONCE = 500;

/** A crate of the store that its catalogue has no more. */
export interface GoneCrate {
  readonly graph: string;
  readonly source: string;
  /** Whether another catalogue has it still. */
  readonly isElsewhere: boolean;
}

/** What a catalogue and a store say of each other. */
export interface Comparison {
  /** Items that the catalogue lists. */
  readonly listed: number;
  readonly unchanged: number;
  /** Pages among them that had no crate, and have not changed. */
  readonly withoutCrate: number;
  /** Crates that the catalogue has no more, and that no earlier sync has missed. */
  readonly gone: readonly GoneCrate[];
  /** Crates of the store that a catalogue that names all that there is has no more, now or since an earlier sync. */
  readonly missing: number;
  /** Pages that had no crate when they were last read, and have not changed: their versions by address. */
  readonly passedOver: ReadonlyMap<string, string>;
}

/** How a catalogue is compared. */
export interface CompareOptions {
  readonly catalogue: string;
  /** Pages without a crate, as the last sync has found them. */
  readonly passedOver: ReadonlyMap<string, string>;
  /** Read also what seems unchanged. */
  readonly isFull: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of items that were listed. */
  readonly onListed?: ((items: number) => void) | undefined;
}

/**
 * Compares what a catalogue lists with what a store has of it.
 * @param plan receives the items that have to be read
 * @throws CrateError as the listing
 */
export async function compareListing(
  store: GraphReader,
  listing: Listing,
  plan: SyncPlan,
  options: CompareOptions,
): Promise<Comparison> {
  const comparing = new Comparing(store, plan, options);
  let waiting: CatalogueItem[] = [];
  for await (const item of listing.items) {
    options.signal?.throwIfAborted();
    waiting.push(checkedItem(item, options.catalogue, listing));
    if (waiting.length < AT_ONCE) continue;
    await comparing.add(waiting);
    waiting = [];
  }
  await comparing.add(waiting);
  return comparing.end(listing.isComplete);
}

/** What an item of outside says is checked here, once. @throws CrateError ERR_CATALOGUE_INVALID */
function checkedItem(item: CatalogueItem, catalogue: string, { open }: Listing): CatalogueItem {
  const { source, crate = source } = item;
  if (item.isGone === true && item.name !== undefined) return item;
  const isPlace = (text: string) => !isWebAddress(text) || URL.canParse(text.trim());
  if (source !== '' && [source, crate].every(isPlace)) return item;
  if (open !== undefined) return item;
  throw invalidCatalogue(catalogue, `it lists ${JSON.stringify(crate)}, which is no address`);
}

function knownOf({ graph, sha256, base, validators }: LoadRecord): PlannedItem['known'] {
  return { graph, sha256, base, validators };
}

class Comparing {
  readonly #store: GraphReader;
  readonly #plan: SyncPlan;
  readonly #options: CompareOptions;
  readonly #listed = new Set<string>();
  /** What is to be opened for an item, where that is not its source. */
  readonly #opened = new Map<string, string>();
  readonly #gone: GoneCrate[] = [];
  /** What the catalogue calls crates that are gone, where it says no more of them. */
  readonly #goneNames = new Set<string>();
  readonly #passedOver = new Map<string, string>();
  #unchanged = 0;
  #withoutCrate = 0;
  #missing = 0;

  constructor(store: GraphReader, plan: SyncPlan, options: CompareOptions) {
    this.#store = store;
    this.#plan = plan;
    this.#options = options;
  }

  async add(items: readonly CatalogueItem[]): Promise<void> {
    for (const { name, source, isGone } of items) if (isGone === true && source === '' && name !== undefined) this.#goneNames.add(name); // prettier-ignore
    const fresh = items.filter((item) => item.source !== '' && this.#isFresh(item));
    const bySource = await currentRecords(this.#store, fresh.map(({ source }) => source)); // prettier-ignore
    for (const item of fresh) {
      const record = bySource.get(item.source);
      if (item.isGone === true) this.#addGone(record);
      else if (this.#isPassedOver(item)) {
        this.#passedOver.set(pageIri(item.source), item.version as string);
        this.#withoutCrate += 1;
      } else {
        const action = this.#actionFor(item, record);
        if (action === undefined) this.#unchanged += 1;
        else await this.#plan.add({ ...item, action, known: record && knownOf(record) });
      }
    }
    this.#options.onListed?.(this.#listed.size);
  }

  /** @param isComplete whether a crate that was not listed has disappeared */
  async end(isComplete: boolean): Promise<Comparison> {
    if (isComplete || this.#goneNames.size > 0)
      for await (const record of eachLoadRecord(this.#store)) {
        const isGone = isComplete || this.#goneNames.has(record.itemName ?? '');
        if (!isGone || this.#listed.has(record.source)) continue;
        if (isComplete && this.#isOurs(record)) this.#missing += 1;
        this.#addGone(record);
      }
    return {
      listed: this.#listed.size,
      unchanged: this.#unchanged,
      withoutCrate: this.#withoutCrate,
      gone: this.#gone,
      missing: this.#missing,
      passedOver: isComplete ? this.#passedOver : new Map([...this.#options.passedOver, ...this.#passedOver]),
    };
  }

  /** Whether an item was not listed before. @throws CrateError ERR_CATALOGUE_INVALID for another one at its place */
  #isFresh({ source, crate }: CatalogueItem): boolean {
    const isListed = this.#listed.has(source);
    this.#listed.add(source);
    if (crate === undefined || crate === source) return !isListed;
    if (isListed && this.#opened.get(source) !== crate)
      throw invalidCatalogue(this.#options.catalogue, `it lists two crates as ${source}`);
    this.#opened.set(source, crate);
    return !isListed;
  }

  #addGone(record: LoadRecord | undefined): void {
    if (record === undefined || !this.#isOurs(record)) return;
    if (record.gone !== undefined) return;
    this.#gone.push({ graph: record.graph, source: record.source, isElsewhere: cataloguesOf(record).length > 1 });
  }

  #isOurs(record: LoadRecord): boolean {
    const { catalogue } = this.#options;
    return record.kind === undefined && (record.catalogue === catalogue || record.alsoIn?.includes(catalogue) === true);
  }

  #isPassedOver({ source, version }: CatalogueItem): boolean {
    return version !== undefined && !this.#options.isFull && this.#options.passedOver.get(pageIri(source)) === version;
  }

  /** Why an item is read; undefined if it is known to be unchanged. */
  #actionFor({ base, version }: CatalogueItem, record: LoadRecord | undefined): ItemAction | undefined {
    if (record === undefined) return 'new';
    const isOurs = record.catalogue === this.#options.catalogue;
    if (!isOurs || version === undefined || record.itemVersion === undefined) return 'ask';
    if (record.itemVersion !== version || !isSameBase(base, record.base)) return 'changed';
    return record.gone === undefined && !this.#options.isFull ? undefined : 'ask';
  }
}
