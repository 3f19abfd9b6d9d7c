import { join } from 'node:path';
import { asCrateError, CrateError } from '../../base/errors.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { resolveIri } from '../../base/rdf/iri.js';
import { RDFXML, syntaxOfFile } from '../../base/rdf/syntaxes.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { FolderContainer } from '../../package/container/folder-container.js';
import { contextsFor, contextsOrDefault } from '../../package/contexts/open-contexts.js';
import type { CratePackage } from '../../package/crate-package.js';
import { describedFiles } from '../../package/described-files.js';
import { isRdfFile } from '../../package/open/read-rdf.js';
import type { CrateRdf, FailedRdf, LoadReadOptions, ReadCrate } from './read-crate.js';
import { readPackedReferences } from './read-references.js';

/** A file with the ending `xml` is rarely RDF. */
const isOftenOther = (path: string): boolean => syntaxOfFile(path) === RDFXML && /\.xml(?:\.gz)?$/i.test(path);

/**
 * Reads the RDF files that a crate describes and that its package has: by their endings, except for JSON-LD. The default
 * graph of a file is called as the file, and the base of its IRIs is the same; see {@link nameInFile} for its named
 * graphs.
 * @param graph of the crate
 */
export async function readCrateRdf(
  opened: CratePackage,
  document: CrateDocument,
  graph: string,
  options: LoadReadOptions,
): Promise<CrateRdf> {
  const wanted = new Map<string, string>();
  for (const { id, path } of describedFiles(document))
    if (path !== undefined && isRdfFile(path) && !isOftenOther(path))
      wanted.set(path, repairIri(resolveIri(id, document.base.iri)));
  const graphs: ReadCrate[] = [];
  const failed: FailedRdf[] = [];
  const fail = (path: string, error: unknown): void => {
    options.signal?.throwIfAborted();
    const { code, message } = asCrateError(error, path);
    failed.push({ iri: wanted.get(path) ?? path, path, code, message });
  };
  const contexts = contextsFor(contextsOrDefault(options.contexts), opened.fetchedFrom);
  const { strict, signal, rdf: { apart } = {} } = options;
  const missing = new Set(wanted.keys());
  const files = wanted.size === 0 ? [] : opened.files((path, error) => void (wanted.has(path) && fail(path, error)));
  for await (const { path, content } of files) {
    const iri = wanted.get(path);
    if (iri === undefined) continue;
    missing.delete(path);
    const how = { content: content(), base: iri, contexts, packages: { signal }, strict, apart, partOf: graph };
    const nameOf = (written: string) => nameInFile(iri, written);
    try {
      for (const read of await readPackedReferences(path, sourceOfFile(opened, path, iri), nameOf, how))
        graphs.push(read);
    } catch (error) {
      fail(path, error);
    }
  }
  const hasPackage = opened.container !== undefined;
  for (const path of missing)
    fail(path, new CrateError('ERR_NOT_FOUND', hasPackage ? 'it is not in the package' : ON_THE_WEB));
  return { graphs, failed, hasPackage };
}

const ON_THE_WEB = 'only the metadata document is at hand; load the file with --reference, or the crate as an archive';

/**
 * The name in a store of a graph of a file. One that begins with the IRI of the file and `#` is that of the file alone;
 * any other may be that of a crate, or of a graph of another file.
 */
function nameInFile(iri: string, written: string): string {
  if (written === '') return iri;
  return written.startsWith(`${iri}#`) ? written : `${iri}#graph=${encodeURIComponent(written)}`;
}

/** How a store recognises the file when it is loaded again. */
function sourceOfFile({ container, root, source }: CratePackage, path: string, iri: string): string {
  if (container instanceof FolderContainer) return join(container.folder, root, path);
  return source === '-' ? iri : `${source}/${root}${path}`;
}
