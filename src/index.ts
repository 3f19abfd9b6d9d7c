/**
 * crategraph: RO-Crates in and out of RDF graph stores.
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode } from './errors.js';
export { openContexts, type ContextOptions } from './package/contexts.js';
export type { ContextSource } from './crate/context/source.js';
export { openCrate, type CrateArgument, type OpenOptions } from './open.js';
export type { CrateDocument } from './crate/read/document.js';
export { writeDocument, type WriteOptions } from './crate/write/document.js';
export { toDataset } from './dataset.js';
export { findRoot, rootCandidates, type RootPlace } from './root.js';
export type { RootCandidate } from './crate/root.js';
export { backupStore, openStore, verifyStore, DEFAULT_STORE } from './store/open.js';
export type { GraphReader, GraphSnapshot, GraphStore, GraphWrite, QueryOptions, StoredRecord } from './store/port.js';
export { match, queryTerms, type Bindings, type QueryResult } from './store/rdf.js';
export { loadCrates, type LoadOptions, type LoadResult } from './load/load.js';
export { listCrates, type ListedCrate } from './list.js';
export { queryCrates, queryStore, type AskOptions } from './query.js';
export { updateStore, type UpdateOptions } from './update.js';
export { diffCrates, type CrateDifference, type DiffOptions } from './diff.js';
export { dumpStore } from './dump.js';
export { listQueries, savedQuery, type SavedQuery } from './queries.js';
export { exportChunks, exportCrate, type ExportOptions } from './export.js';
export { exportPackage, type ExportPackageOptions } from './export-package.js';
export { openPackage } from './package/open.js';
export type { PackageOptions } from './package/settings.js';
export type { CratePackage } from './package/crate-package.js';
export { fetchCrate, type Fetched, type FetchOptions } from './fetch.js';
export { takeInventory, type InventoryItem, type InventoryOptions } from './inventory.js';
export { removeCrates } from './remove.js';
export { crateToRdf, rdfToCrate } from './convert.js';
export { flattenCrate, relativizeCrate } from './flatten.js';
export { expandCrate } from './expand.js';
