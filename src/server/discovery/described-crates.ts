import type { CatalogueEntry, DatasetFacts, Pages, SaidFacts } from '../../site/door.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { JSONLD } from '../../base/rdf/syntaxes.js';
import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { METADATA_FORMS } from '../stored/stored-formats.js';
import type { DirectoryEntry } from './crate-directory.js';
import { linkSetAddress } from './crate-links.js';

/** What crates are described from. */
export interface DescribedSources {
  /** The address of the server, with `/` at its end. */
  readonly address: string;
  readonly pages: Pages;
  readonly packages: readonly { readonly name: string }[];
}

/** Crates that are read at once: other pages are rendered between two of these groups. */
const AT_ONCE = 20;
/** Characters of facts that are remembered: those of some 20,000 crates. */
const MOST_CHARACTERS = 32_000_000;

/** An entry of a crate that the store has. */
type StoredEntry = DirectoryEntry & { readonly graph: string };

/** A crate of a catalogue, with what its store knows of it. */
export interface DescribedCrate extends CatalogueEntry {
  readonly listed: DirectoryEntry;
}

/**
 * Describes crates for catalogues. What a crate says of itself is read when somebody asks, and remembered until it changes.
 */
export class DescribedCrates {
  readonly #sources: DescribedSources;
  /** By graph. */
  readonly #known = new Map<string, { readonly mark: string; readonly facts: string }>();
  #characters = 0;

  constructor(sources: DescribedSources) {
    this.#sources = sources;
  }

  /** The crates of a list that the store has. @throws CrateError as a page does, such as ERR_TIMEOUT */
  async *each(listed: readonly DirectoryEntry[]): AsyncGenerator<DescribedCrate> {
    for (let at = 0; at < listed.length; at += AT_ONCE) yield* await this.#group(listed.slice(at, at + AT_ONCE));
  }

  async #group(listed: readonly DirectoryEntry[]): Promise<DescribedCrate[]> {
    const stored = listed.flatMap((one) =>
      one.graph === undefined ? [] : [{ ...one, graph: one.graph, listed: one }],
    );
    // Others may drive out of memory what is known now.
    const known = stored.map(({ graph, mark }) => {
      const remembered = this.#known.get(graph);
      return remembered?.mark === mark ? remembered.facts : undefined;
    });
    const unknown = stored.filter((_, at) => known[at] === undefined);
    const read = await this.#read(unknown);
    return stored.flatMap((one, at) => {
      const facts = known[at] === undefined ? read.get(one.graph) : (JSON.parse(known[at]) as SaidFacts);
      // It was removed meanwhile.
      if (facts === null || facts === undefined) return [];
      return [{ ...this.#entryOf(one, 'problem' in facts ? unreadFacts(one) : facts), listed: one.listed }];
    });
  }

  /** What crates say of themselves now, by graph; it is remembered. */
  async #read(crates: readonly StoredEntry[]): Promise<ReadonlyMap<string, SaidFacts>> {
    const read = new Map<string, SaidFacts>();
    if (crates.length === 0) return read;
    const request = { page: 'dataset-facts', keys: crates.map(({ key }) => key) } as const;
    const said = JSON.parse((await this.#sources.pages.render(request)).body) as SaidFacts[];
    for (const [at, crate] of crates.entries()) {
      read.set(crate.graph, said[at] ?? null);
      this.#remember(crate, said[at]);
    }
    return read;
  }

  #remember({ graph, mark }: StoredEntry, said: SaidFacts | undefined): void {
    const known = this.#known.get(graph);
    this.#known.delete(graph);
    this.#characters -= known?.facts.length ?? 0;
    if (said === null || said === undefined || 'problem' in said) return;
    const facts = JSON.stringify(said);
    this.#known.set(graph, { mark, facts });
    this.#characters += facts.length;
    for (const [oldest, { facts: text }] of this.#known) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#known.delete(oldest);
      this.#characters -= text.length;
    }
  }

  #entryOf({ key }: DirectoryEntry, facts: DatasetFacts): CatalogueEntry {
    const { address, packages } = this.#sources;
    const page = crateAddress(address, key);
    const form = (href: string, format: string) => ({ address: href, format, size: undefined });
    return {
      facts,
      page,
      downloads: [
        ...facts.downloads,
        ...(packages.some(({ name }) => name === key) ? [form(linkSetAddress(page, '.zip'), 'application/zip')] : []),
        form(`${page}${METADATA_FILE_NAME}`, JSONLD.mediaType),
        ...METADATA_FORMS.map(({ extension, mediaType }) => form(linkSetAddress(page, `.${extension}`), mediaType)),
      ],
    };
  }
}

/** Of a crate that cannot be read, its name. */
function unreadFacts({ graph = '', name }: DirectoryEntry): DatasetFacts {
  return {
    iri: graph,
    name: name?.trim() || undefined,
    description: undefined,
    identifiers: [],
    doi: undefined,
    address: undefined,
    licences: [],
    creators: [],
    publishers: [],
    keywords: [],
    version: undefined,
    published: undefined,
    modified: undefined,
    downloads: [],
    access: [],
    isFree: undefined,
    related: { isBasedOn: [], citation: [], isPartOf: [] },
  };
}
