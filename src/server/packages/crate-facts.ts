import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyIfUnavailable, type ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../base/errors.js';
import type { SignpostedCrate } from '../discovery/crate-links.js';
import { crateLinks } from '../discovery/link-headers.js';
import { signpostedEntities } from '../discovery/signposted-entities.js';
import { isMediaType } from '../../package/media-type.js';
import { folderAddress, metadataAddress, openFolderDocument, zipAddress } from './folder-base.js';
import type { ServedFolder } from './served-folders.js';

/** What the metadata document of a served folder says, as headers need it. */
export interface CrateFacts {
  /** The `Link` header of the crate. */
  readonly links: string;
  /** The media types that the crate states, by the paths of its files inside the folder. */
  readonly mediaTypes: ReadonlyMap<string, string>;
}

/** Knows the facts about the served folders, and reads them again when a metadata file has changed. */
export class FolderFacts {
  readonly #address: string;
  readonly #contexts: ContextSource;
  readonly #known = new Map<string, { readonly mark: string; readonly facts: Promise<CrateFacts> }>();

  /** @param address that of the server, with `/` at its end */
  constructor(address: string, contexts: ContextSource) {
    this.#address = address;
    this.#contexts = emptyIfUnavailable(contexts); // what the other contexts define is still true
  }

  async of(served: ServedFolder): Promise<CrateFacts> {
    const path = join(served.folder, served.metadata);
    const mark = await this.markOf(served);
    const known = this.#known.get(path);
    if (known?.mark === mark) return known.facts;
    const facts = this.#signposted(served, mark).then(factsOf);
    this.#known.set(path, { mark, facts });
    return facts;
  }

  /** Differs after every change of the metadata file; '' if there is none. */
  async markOf({ folder, metadata }: ServedFolder): Promise<string> {
    const found = await stat(join(folder, metadata)).catch(() => undefined);
    return found?.isFile() !== true ? '' : `${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  }

  /**
   * The crate with all that its links need, which is not remembered: it may be large.
   * @throws CrateError if the document cannot be read
   */
  async read(served: ServedFolder): Promise<SignpostedCrate> {
    return (await this.#read(served)).crate;
  }

  /** A document that is not there, or cannot be read, says nothing; that is no error of a request for something else. */
  async #signposted(served: ServedFolder, mark: string): Promise<ReadFolder> {
    const { address, ...addresses } = this.#addresses(served);
    const nothing = { folder: address, crate: { ...addresses, address, root: undefined, entities: new Map() } };
    return mark === '' ? nothing : this.#read(served).catch(() => nothing);
  }

  async #read(served: ServedFolder): Promise<ReadFolder> {
    const document = await openFolderDocument(this.#address, served, this.#contexts);
    const folder = document.base.root;
    const entities = await signpostedEntities(document.nquadsBytes(folder), folder);
    return { folder, crate: { ...this.#addresses(served), root: rootOf(document), entities } };
  }

  #addresses(served: ServedFolder): Pick<SignpostedCrate, 'address' | 'metadata' | 'zip'> {
    return {
      address: folderAddress(this.#address, served),
      metadata: metadataAddress(this.#address, served),
      zip: zipAddress(this.#address, served),
    };
  }
}

/** The crate of a folder, and the IRI of the folder: that of its files begins with it. */
interface ReadFolder {
  readonly folder: string;
  readonly crate: SignpostedCrate;
}

function factsOf({ folder, crate }: ReadFolder): CrateFacts {
  const mediaTypes = new Map<string, string>();
  for (const [iri, entity] of crate.entities) {
    const file = pathBelow(folder, iri);
    const mediaType = entity.get('encodingFormat')?.find(isMediaType);
    if (file !== undefined && mediaType !== undefined) mediaTypes.set(file, mediaType);
  }
  return { links: crateLinks(crate), mediaTypes };
}

/** The IRI of the root; undefined for a document without one, or with several. */
function rootOf(document: CrateDocument): string | undefined {
  try {
    return document.root.root;
  } catch (error) {
    if (error instanceof CrateError) return undefined;
    throw error;
  }
}

/** The path of a file below the folder of its crate; undefined for everything else. */
function pathBelow(folder: string, iri: string): string | undefined {
  if (!iri.startsWith(folder) || /[?#]/.test(iri)) return undefined;
  try {
    return decodeURIComponent(iri.slice(folder.length));
  } catch {
    return undefined;
  }
}
