import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { createHash } from 'node:crypto';
import type { GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import type { FolderFacts } from '../packages/crate-facts.js';
import type { ServedFolder } from '../packages/served-folders.js';
import type { StoredCrates } from '../stored/stored-crates.js';
import { METADATA_FORMS } from '../stored/stored-formats.js';
import { linkSetAddress, type SignpostedCrate } from './crate-links.js';
import { crateLinks } from './link-headers.js';
import { signpostedEntities } from './signposted-entities.js';

/** Crates whose links are remembered. */
const MOST = 1000;

/** What the links of crates are made of. */
export interface SignpostSources {
  /** The address of the server, with `/` at its end. */
  readonly address: string;
  readonly store: GraphStore;
  readonly packages: readonly ServedFolder[];
  readonly facts: FolderFacts;
  readonly crates: StoredCrates;
}

/** A crate whose links can be read, at one moment. */
export interface LinkSetSource {
  /** Differs after every change of what the links say. */
  readonly tag: string;
  read(): Promise<SignpostedCrate>;
}

/**
 * The links of crates by their keys, whether they are served as folders or stored. The `Link` headers of crates of the
 * store are remembered, and made again after each change.
 */
export class SignpostedCrates {
  readonly #sources: SignpostSources;
  readonly #known = new Map<string, { readonly mark: string; readonly links: Promise<string> }>();

  constructor(sources: SignpostSources) {
    this.#sources = sources;
  }

  /** The `Link` header of the address of a crate. @param graph its graph, if the store has it */
  async links(key: string, graph: string | undefined): Promise<string> {
    const served = this.#served(key);
    if (served !== undefined) return (await this.#sources.facts.of(served)).links;
    if (graph === undefined) return crateLinks(this.#addresses(key));
    // The key of a graph changes when another crate gets a similar one.
    const mark = `${key} ${await this.#mark(graph)}`;
    const known = this.#known.get(graph);
    this.#known.delete(graph); // the one that was not used for the longest time goes first
    const links = known?.mark === mark ? known.links : this.#read(key, graph).then(crateLinks);
    this.#known.set(graph, { mark, links });
    links.catch(() => this.#known.delete(graph));
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return links;
  }

  /** What the link set of a crate is made of; undefined if there is no such crate. */
  async toRead(key: string): Promise<LinkSetSource | undefined> {
    const { facts, crates } = this.#sources;
    const served = this.#served(key);
    const graph = await crates.graphOf(key);
    const forms = graph === undefined ? [] : this.#forms(key);
    if (served !== undefined) {
      const tag = tagOf(this.#addressOf(key), await facts.markOf(served), graph ?? '');
      return { tag, read: async () => ({ ...(await facts.read(served)), forms }) };
    }
    if (graph === undefined) return undefined;
    const tag = tagOf(this.#addressOf(key), await this.#mark(graph), graph);
    return { tag, read: async () => ({ ...(await this.#read(key, graph)), forms }) };
  }

  async #read(key: string, graph: string): Promise<SignpostedCrate> {
    const entities = await withSnapshot(this.#sources.store, (store) => signpostedEntities(store.nquads(graph), graph));
    return { ...this.#addresses(key), root: graph, entities };
  }

  async #mark(graph: string): Promise<string> {
    return (await this.#sources.store.marks([graph])).get(graph) ?? '';
  }

  #served(key: string): ServedFolder | undefined {
    return this.#sources.packages.find(({ name }) => name === key);
  }

  #addresses(key: string): SignpostedCrate {
    const address = this.#addressOf(key);
    return { address, metadata: `${address}${METADATA_FILE_NAME}`, root: undefined, entities: new Map() };
  }

  #forms(key: string): SignpostedCrate['forms'] {
    const address = this.#addressOf(key);
    return METADATA_FORMS.map(({ extension, mediaType }) => ({
      address: linkSetAddress(address, `.${extension}`),
      type: mediaType,
    }));
  }

  #addressOf(key: string): string {
    return crateAddress(this.#sources.address, key);
  }
}

function tagOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 27);
}
