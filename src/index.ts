/**
 * crategraph: RO-Crates in and out of RDF graph stores.
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode } from './errors.js';
export { openContexts, type ContextOptions } from './package/contexts/open-contexts.js';
export type { ContextSource } from './crate/context/context-source.js';
export { openCrate, type CrateArgument, type OpenCrateOptions } from './open/open-crate.js';
export type { CrateDocument } from './crate/read/crate-document.js';
export { writeDocument, type WriteOptions } from './crate/write/write-document.js';
export { toDataset } from './rewrite/crate-rdf.js';
export { findGraph, findGraphs, type CrateName } from './stored/find-graph.js';
export { handlesOf } from './stored/handles.js';
export { findRoot, rootCandidates, type RootPlace } from './stored/find-root.js';
export type { RootCandidate } from './crate/choose-root.js';
export { backupStore, openStore, verifyStore, DEFAULT_STORE } from './store/open-store.js';
export type { GraphReader, GraphSnapshot, GraphStore, GraphWrite, QueryOptions, StoredRecord } from './store/port.js';
export { match, queryTerms, type QueryResult } from './store/rdf-answers.js';
export type { Bindings } from './store/sparql-json.js';
export { loadCrates, type LoadOptions, type LoadResult } from './load/load-crates.js';
export { listCrates, type ListedCrate } from './inspect/list-crates.js';
export { type AskOptions } from './query/answer-query.js';
export { queryCrates, type QueryCratesOptions } from './query/query-crates.js';
export { queryStore } from './query/query-store.js';
export { updateStore, type UpdateOptions } from './query/update-store.js';
export { previewUpdate, type UpdatePreview } from './query/preview-update.js';
export type { Parameters } from './query/parameters.js';
export { wellKnownPrefixes } from './rdf/vocabulary.js';
export { diffCrates, type CrateDifference, type DiffOptions } from './inspect/diff-crates.js';
export { dumpStore } from './export/dump-store.js';
export { listQueries, savedQuery, type SavedQuery } from './store/saved-queries.js';
export type { QueryParameter } from './store/query-header.js';
export { exportChunks, exportCrate, type ExportOptions } from './export/export-crate.js';
export { exportRdf } from './export/export-rdf.js';
export { exportPackage, type ExportPackageOptions } from './export/export-package.js';
export { openPackage } from './open/open-package.js';
export type { PackageOptions } from './package/package-options.js';
export type { CratePackage } from './package/crate-package.js';
export { fetchCrate, type Fetched, type FetchOptions } from './fetch/fetch-crate.js';
export { takeStoredInventory } from './inspect/stored-inventory.js';
export { takeInventory, type InventoryItem, type InventoryOptions } from './inspect/take-inventory.js';
export { removeCrates } from './load/remove-crates.js';
export { crateToRdf, rdfToCrate, rdfToRdf, type RdfToCrateOptions, type RdfToRdfOptions } from './rewrite/crate-rdf.js';
export { flattenCrate, relativizeCrate } from './rewrite/flatten-crate.js';
export { expandCrate } from './rewrite/expand-crate.js';
