import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openJson,
  topEntities,
  entitiesAmong,
  type JsonObject,
  type JsonValue,
} from '../../crate/json/lazy-document.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import type { SignpostedEntity } from '../link-headers.js';
import { isMediaType } from './media-types.js';

/** What the metadata document of a served folder says about its files. */
export interface CrateFacts {
  readonly root: SignpostedEntity | undefined;
  entity(id: string): SignpostedEntity | undefined;
  /** The media type that the crate states for a file, by its path inside the folder. */
  mediaType(path: string): string | undefined;
}

const NONE: CrateFacts = { root: undefined, entity: () => undefined, mediaType: () => undefined };

/** Keys of entities that answers need. */
const KEPT = ['identifier', 'license', 'author', 'hasPart', 'encodingFormat', 'url', 'value'];

/** Knows the facts about one served folder, and reads them again when its metadata file has changed. */
export class FactsOfFolder {
  readonly #path: string;
  #mark = '';
  #facts: Promise<CrateFacts> = Promise.resolve(NONE);

  constructor(folder: string, metadata: string) {
    this.#path = join(folder, metadata);
  }

  async current(): Promise<CrateFacts> {
    const found = await stat(this.#path).catch(() => undefined);
    const mark = found?.isFile() !== true ? '' : `${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
    if (mark !== this.#mark) {
      this.#mark = mark;
      // A document that cannot be read says nothing; whoever serves the folder has been told.
      this.#facts = mark === '' ? Promise.resolve(NONE) : readFacts(this.#path).catch(() => NONE);
    }
    return this.#facts;
  }
}

/** Reads a document part by part, so that other requests are answered meanwhile. */
async function readFacts(path: string): Promise<CrateFacts> {
  const document = openJson(DocumentBytes.ofFile(path, path, PACKAGE_LIMITS.metadataBytes), () => undefined);
  const entities = new Map<string, JsonEntity>();
  let rootId: string | undefined;
  const add = (entity: JsonObject) => {
    const id = entity['@id'];
    if (typeof id !== 'string') return;
    const [about] = isMetadataFileName(id) ? textsOf(entity['about']) : [];
    rootId ??= about;
    const kept = new JsonEntity(id, entity);
    if (!kept.isEmpty) entities.set(id, kept);
  };
  for (const window of document.windows) {
    entitiesAmong(document.entities(window)).forEach(add);
    await nextTurn();
  }
  topEntities(document).forEach(add);
  const types = new Map<string, string>();
  for (const { id, mediaType } of entities.values()) {
    const path = pathOf(id);
    if (path !== undefined && mediaType !== undefined) types.set(path, mediaType);
  }
  return {
    root: rootId === undefined ? undefined : entities.get(rootId),
    entity: (id) => entities.get(id),
    mediaType: (file) => types.get(file),
  };
}

/** An entity with only those properties that answers need. */
class JsonEntity implements SignpostedEntity {
  readonly id: string;
  readonly #values = new Map<string, readonly string[]>();

  constructor(id: string, entity: JsonObject) {
    this.id = id;
    for (const key of KEPT) {
      const values = textsOf(entity[key]);
      if (values.length > 0) this.#values.set(key, values);
    }
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  get mediaType(): string | undefined {
    return this.values('encodingFormat').find(isMediaType);
  }

  values(key: string): readonly string[] {
    return this.#values.get(key) ?? [];
  }
}

/** The texts and identifiers among the values of a property. */
function textsOf(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().flatMap((one) => {
    const text = typeof one === 'object' && one !== null && !Array.isArray(one) ? (one['@id'] ?? one['@value']) : one;
    return typeof text === 'string' ? [text] : [];
  });
}

/** The path that a relative identifier means; undefined for an address and for what cannot be a path. */
function pathOf(id: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(id)) return undefined;
  try {
    return decodeURIComponent(id.replace(/^(?:\.\/)+/, ''));
  } catch {
    return undefined;
  }
}
