import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Crate } from '../../crate/entities/crate.js';
import type { EntityProperties } from '../../crate/entities/entity-properties.js';
import { unreadable } from '../../base/disk/read-file.js';
import { mediaTypeOf } from '../../package/media-type.js';
import type { FoundEntry } from './folder-tree.js';
import { readCode, type Code } from './read-code.js';

/** RO-Crate demands a version of each language; a person can add which one was used. */
const UNSTATED = 'not stated';

/** Describes the files of a folder in a crate: with media type, size and checksum, scripts and workflows as such. */
export class FileDescriber {
  readonly #crate: Crate;
  readonly #folder: string;
  readonly #paths: ReadonlySet<string>;
  readonly #checksums: boolean;
  readonly #languages = new Map<string, string>();
  readonly #unversioned = new Set<string>();
  readonly #problems: string[] = [];

  /** @param found all that the crate describes */
  constructor(crate: Crate, folder: string, found: readonly FoundEntry[], checksums: boolean) {
    this.#crate = crate;
    this.#folder = folder;
    this.#paths = new Set(found.map(({ path }) => path));
    this.#checksums = checksums;
  }

  /** Languages of which no file states the version, by name. */
  get unversioned(): readonly string[] {
    return [...this.#unversioned].sort();
  }

  /** Files that could not be understood, in words. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Adds a file. @throws CrateError ERR_NOT_FOUND for one that cannot be read */
  async add(file: FoundEntry): Promise<void> {
    const { path, size } = file;
    const code = await readCode(this.#folder, file, this.#paths);
    if (code?.problem !== undefined) this.#problems.push(code.problem);
    this.#crate.addFile(`./${path}`, {
      ...(code !== undefined && { '@type': typesOf(code) }),
      name: code?.title ?? path.slice(path.lastIndexOf('/') + 1),
      encodingFormat: code === undefined ? mediaTypeOf(path) : codeTypeOf(path),
      ...(code?.language !== undefined && { programmingLanguage: { '@id': this.#languageOf(code, code.language) } }),
      ...(this.#checksums ? await this.#digest(path) : { contentSize: size }),
    });
  }

  /** The entity of a language in one version, as RO-Crate asks for it. */
  #languageOf({ version }: Code, { name, alternateName, url }: Code['language'] & object): string {
    if (version === undefined) this.#unversioned.add(alternateName ?? name);
    const key = JSON.stringify([name, version]);
    const known = this.#languages.get(key);
    if (known !== undefined) return known;
    const { id } = this.#crate.add({
      '@type': 'ComputerLanguage',
      name: version === undefined ? name : `${name} ${version}`,
      alternateName,
      url,
      version: version ?? UNSTATED,
    });
    this.#languages.set(key, id);
    return id;
  }

  async #digest(path: string): Promise<EntityProperties> {
    const hash = createHash('sha256');
    let contentSize = 0; // the file may have grown since it was found
    try {
      for await (const chunk of createReadStream(join(this.#folder, path)) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        contentSize += chunk.length;
      }
    } catch (error) {
      throw unreadable(join(this.#folder, path), error);
    }
    return { contentSize, sha256: hash.digest('hex') };
  }
}

/** The media type of a file that has been read: it is a text, also where its extension means a film. */
function codeTypeOf(path: string): string {
  const suggested = mediaTypeOf(path) ?? 'text/plain';
  return suggested === 'video/mp2t' ? 'text/x-typescript' : suggested;
}

function typesOf({ isWorkflow }: Code): string[] {
  return isWorkflow === true ? ['SoftwareSourceCode', 'ComputationalWorkflow'] : ['SoftwareSourceCode'];
}
