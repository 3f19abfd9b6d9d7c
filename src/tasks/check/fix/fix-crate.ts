import { storedDocument } from '../../argument/stored-crate.js';
import { chunksOf, type ByteSource } from '../../../crate/json/byte-source.js';
import type { CrateArgument } from '../../../package/open/crate-argument.js';
import {
  openBytes,
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../../package/open/open-crate.js';
import type { ReplaceableFile } from '../../../base/disk/replace-unchanged.js';
import type { CratePackage } from '../../../package/crate-package.js';
import type { GraphReader } from '../../../store/port.js';
import type { Fix } from './fix.js';
import { fixDocument } from './fix-document.js';

/** How to read the crate that is repaired. */
export type FixOptions = Omit<OpenCrateOptions, 'strict' | 'allNotes'>;

/** The metadata document of a crate before and after its repair. */
export interface FixedCrate {
  /** The document in UTF-8. What was not repaired keeps its bytes. */
  readonly bytes: Uint8Array;
  /** The document as it was. */
  readonly before: Uint8Array;
  /** What was repaired; nothing if the bytes are the same. */
  readonly fixes: readonly Fix[];
  /** The metadata file, if it can be edited in place: not in an archive, in a bag, or on the web. */
  readonly replaces?: ReplaceableFile | undefined;
}

/**
 * Repairs what has one right answer in the metadata document of a crate, and writes nothing. Everything else keeps its
 * text; a second repair changes nothing.
 * @param crate a folder, metadata file, archive, bag, URL or `-`; or the crate itself
 * @example
 * const { fixes, bytes } = await fixCrate('data/crates/rainfall-survey');
 * for (const { rule, entity, message } of fixes) console.log(rule, entity, message);
 * console.log(new TextDecoder().decode(bytes).length);
 * @throws CrateError ERR_JSON_SYNTAX, also for bytes that are not UTF-8, and as `openCrateDocument`
 */
export async function fixCrate(crate: CrateArgument, options: FixOptions = {}): Promise<FixedCrate> {
  return withPackage(
    crate,
    async (found) => {
      const { content } = found.metadata;
      const document = await openPackageDocument(found, { ...options, allNotes: true });
      const fixed = await fixDocument(document, () => pathsIn(found));
      return { ...fixed, before: bytesOf(content), replaces: found.replaceable };
    },
    packagesWithSignal(options),
  );
}

/**
 * Repairs the document that an export of a stored crate would write. The store stays as it is.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates/rainfall-survey');
 * console.log((await fixStored(store, await findGraph(store, 'data/crates/rainfall-survey'))).fixes.length);
 * @throws CrateError ERR_GRAPH_NOT_FOUND, and as {@link fixCrate}
 */
export async function fixStored(store: GraphReader, graph: string, options: FixOptions = {}): Promise<FixedCrate> {
  const { bytes } = await storedDocument(store, graph, options);
  const document = await openBytes(bytes, { ...options, allNotes: true, remembered: graph });
  return { ...(await fixDocument(document)), before: bytes };
}

async function pathsIn(found: CratePackage): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for await (const { path } of found.files(() => undefined)) paths.add(path);
  return paths;
}

function bytesOf(source: ByteSource): Uint8Array {
  return Buffer.concat([...chunksOf(source)]);
}
