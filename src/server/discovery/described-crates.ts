import type { CatalogueEntry, DatasetFacts, Pages, SaidFacts } from '../../site/door.js';
import { METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { JSONLD } from '../../base/rdf/syntaxes.js';
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

/** A crate of a catalogue, with what its store knows of it. */
export interface DescribedCrate extends CatalogueEntry {
  readonly listed: DirectoryEntry;
}

/**
 * Describes crates for catalogues. What a crate says of itself is read when somebody asks, and remembered until it changes.
 */
export class DescribedCrates {
  readonly #sources: DescribedSources;
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
    const stored = listed.filter(({ graph }) => graph !== undefined);
    const unknown = stored.filter(({ key, mark }) => this.#known.get(key)?.mark !== mark);
    const said = new Map<string, SaidFacts>();
    if (unknown.length > 0) {
      const keys = unknown.map(({ key }) => key);
      const { body } = await this.#sources.pages.render({ page: 'dataset-facts', keys });
      for (const [at, facts] of (JSON.parse(body) as SaidFacts[]).entries()) said.set(keys[at] as string, facts);
    }
    return stored.flatMap((one) => {
      const facts = said.has(one.key) ? said.get(one.key) : (JSON.parse(this.#known.get(one.key)?.facts ?? 'null') as SaidFacts); // prettier-ignore
      if (said.has(one.key)) this.#remember(one, facts);
      // It was removed meanwhile.
      if (facts === null || facts === undefined) return [];
      return [{ ...this.#entryOf(one, 'problem' in facts ? unreadFacts(one) : facts), listed: one }];
    });
  }

  #remember({ key, mark }: DirectoryEntry, said: SaidFacts | undefined): void {
    const known = this.#known.get(key);
    this.#known.delete(key);
    this.#characters -= known?.facts.length ?? 0;
    if (said === null || said === undefined || 'problem' in said) return;
    const facts = JSON.stringify(said);
    this.#known.set(key, { mark, facts });
    this.#characters += facts.length;
    for (const [oldest, { facts: text }] of this.#known) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#known.delete(oldest);
      this.#characters -= text.length;
    }
  }

  #entryOf({ key }: DirectoryEntry, facts: DatasetFacts): CatalogueEntry {
    const { address, packages } = this.#sources;
    const page = `${address}crates/${encodeURIComponent(key)}/`;
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
  };
}
