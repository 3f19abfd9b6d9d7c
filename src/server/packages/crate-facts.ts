import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyIfUnavailable, type ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../base/errors.js';
import { crateLinks, type SignpostedCrate } from '../link-headers.js';
import { signpostedEntities } from '../signposted-entities.js';
import { isMediaType } from '../http/media-types.js';
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
    const found = await stat(path).catch(() => undefined);
    const mark = found?.isFile() !== true ? '' : `${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
    const known = this.#known.get(path);
    if (known?.mark === mark) return known.facts;
    const crate = {
      address: folderAddress(this.#address, served),
      metadata: metadataAddress(this.#address, served),
      zip: zipAddress(this.#address, served),
    };
    const nothing: CrateFacts = {
      links: crateLinks({ ...crate, root: undefined, entities: new Map() }),
      mediaTypes: new Map(),
    };
    // A document that cannot be read says nothing; that is no error of the request.
    const facts = mark === '' ? Promise.resolve(nothing) : this.#read(served, crate).catch(() => nothing);
    this.#known.set(path, { mark, facts });
    return facts;
  }

  async #read(served: ServedFolder, crate: Pick<SignpostedCrate, 'address' | 'metadata' | 'zip'>): Promise<CrateFacts> {
    const document = await openFolderDocument(this.#address, served, this.#contexts);
    const folder = document.base.root;
    const entities = await signpostedEntities(document.nquadsBytes(folder), folder);
    const mediaTypes = new Map<string, string>();
    for (const [iri, entity] of entities) {
      const file = pathBelow(folder, iri);
      const mediaType = entity.get('encodingFormat')?.find(isMediaType);
      if (file !== undefined && mediaType !== undefined) mediaTypes.set(file, mediaType);
    }
    return { links: crateLinks({ ...crate, root: rootOf(document), entities }), mediaTypes };
  }
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
