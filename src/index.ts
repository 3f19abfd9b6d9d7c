/**
 * crategraph: RO-Crates in and out of RDF graph stores.
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode } from './errors.js';
export { openContexts, type ContextOptions } from './package/contexts/open-contexts.js';
export type { ContextSource } from './crate/context/context-source.js';
export type { ByteStream, CrateArgument, JsonDocument } from './open/crate-argument.js';
export { openCrate, type OpenCrateOptions } from './open/open-crate.js';
export type { CrateDocument } from './crate/read/crate-document.js';
export {
  writeCrateDocument as writeDocument,
  writeCrateText as writeDocumentText,
  type WriteDocumentOptions,
} from './rewrite/write-crate.js';
export type { LikeOptions, QuadSequence } from './crate/follow/write-quads.js';
export type { WriteOptions } from './crate/write/write-document.js';
export { toDataset } from './rewrite/crate-rdf.js';
export { findRoot, rootCandidates, type RootPlace } from './stored/find-root.js';
export type { RootCandidate } from './crate/choose-root.js';
export { backupStore, openStore, verifyStore, DEFAULT_STORE } from './store/open-store.js';
export type { GraphReader, GraphSnapshot, GraphStore, GraphWrite, QueryOptions, StoredRecord } from './store/port.js';
export { queryTerms, type QueryResult } from './store/rdf-answers.js';
export type { Bindings } from './store/sparql-json.js';
export { loadCrates, type LoadOptions, type LoadResult } from './load/load-crates.js';
export { listCrates, type ListedCrate } from './inspect/list-crates.js';
export { queryCrates, queryStore, type AskOptions } from './query/query-store.js';
export { updateStore, type UpdateOptions } from './query/update-store.js';
export { diffCrates, type CrateDifference, type DiffOptions } from './inspect/diff-crates.js';
export { dumpStore } from './export/dump-store.js';
export { listQueries, savedQuery, type SavedQuery } from './store/saved-queries.js';
export { exportChunks, exportCrate, type ExportOptions } from './export/export-crate.js';
export { exportPackage, type ExportPackageOptions } from './export/export-package.js';
export { openPackage } from './open/open-package.js';
export type { PackageOptions } from './package/package-options.js';
export type { CratePackage } from './package/crate-package.js';
export { fetchCrate, type Fetched, type FetchOptions } from './fetch/fetch-crate.js';
export { takeInventory, type InventoryItem, type InventoryOptions } from './inspect/take-inventory.js';
export { removeCrates } from './load/remove-crates.js';
export { crateToRdf } from './rewrite/crate-rdf.js';
export { rdfToCrate, type RdfArgument, type RdfToCrateOptions } from './rewrite/rdf-to-crate.js';
export {
  RoCrateParser,
  RoCrateSerializer,
  type RoCrateParserOptions,
  type RoCrateSerializerOptions,
} from './rewrite/rdfjs-sinks.js';
export { flattenCrate, relativizeCrate } from './rewrite/flatten-crate.js';
export { expandCrate } from './rewrite/expand-crate.js';
