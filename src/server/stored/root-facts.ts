import { withSnapshot } from '../../store/store-snapshots.js';
import { crateLinks } from '../link-headers.js';
import type { ServerContext } from '../server-context.js';
import { signpostedEntities } from '../signposted-entities.js';

/** Crates whose links are remembered. */
const MOST = 1000;

/** A crate of the store, with its addresses. */
interface AddressedCrate {
  /** IRI of its graph, and of its root. */
  readonly graph: string;
  /** The mark of the graph. */
  readonly mark: string;
  readonly address: string;
  readonly metadata: string;
}

/**
 * The `Link` headers of crates of the store, from facts that are read when they are first needed and after each change.
 */
export class RootFacts {
  readonly #store: ServerContext['store'];
  readonly #known = new Map<string, { readonly mark: string; readonly links: Promise<string> }>();

  constructor({ store }: Pick<ServerContext, 'store'>) {
    this.#store = store;
  }

  async links({ graph, mark, ...crate }: AddressedCrate): Promise<string> {
    const known = this.#known.get(graph);
    this.#known.delete(graph); // the one that was not used for the longest time goes first
    const links = known?.mark === mark ? known.links : this.#read(graph, crate);
    this.#known.set(graph, { mark, links });
    links.catch(() => this.#known.delete(graph));
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return links;
  }

  async #read(graph: string, crate: Pick<AddressedCrate, 'address' | 'metadata'>): Promise<string> {
    const entities = await withSnapshot(this.#store, (store) => signpostedEntities(store.nquads(graph), graph));
    return crateLinks({ ...crate, root: graph, entities });
  }
}
