/**
 * crategraph: RO-Crates in and out of RDF graph stores. Twenty names to begin with:
 *
 * A crate:
 * - {@link openCrate}: its entities, to read, edit and save
 * - {@link newCrate}: begins one
 * - {@link initCrate}: describes a folder
 * - {@link checkCrates}: what is wrong with it, and where
 * - {@link diffCrates}: how two differ
 * RDF:
 * - {@link toDataset}: a crate as an RDF/JS dataset
 * - {@link rdfToCrate}: RDF as a crate
 * - {@link writeDocumentText}: the metadata document of quads, also like an earlier one
 * A store:
 * - {@link openStore}: a file, memory or a SPARQL endpoint
 * - {@link loadCrates}: crates into it
 * - {@link listCrates}: what is in it
 * - {@link exportCrate}: a crate out of it, as it was
 * - {@link removeCrates}: what is no longer wanted
 * Questions:
 * - {@link queryStore}: SPARQL over all crates
 * - {@link searchStore}: words in all crates
 * - {@link updateStore}: SPARQL Update, whole or not at all
 * Packages:
 * - {@link detachCrate}: an Attached Package for the web
 * - {@link attachCrate}: a Detached Package on a disk
 * - {@link openServer}: a store as website and endpoint
 * Errors:
 * - {@link CrateError}: each error: code, message, hint and details
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode } from './base/errors.js';
export { openContexts, type ContextOptions } from './package/contexts/open-contexts.js';
export type { ContextSource } from './crate/context/context-source.js';
export { withBase } from './package/open/crate-argument.js';
export type { ByteStream, CrateArgument, CrateWithBase, JsonDocument } from './package/open/crate-argument.js';
export { openCrateDocument, type OpenCrateOptions } from './package/open/open-crate.js';
export type { CrateDocument } from './crate/read/crate-document.js';
export {
  writeCrateDocument as writeDocument,
  writeCrateText as writeDocumentText,
  type WriteDocumentOptions,
} from './tasks/rewrite/write-crate.js';
export type { LikeOptions, QuadSequence } from './crate/follow/write-quads.js';
export type { WriteOptions } from './crate/write/write-document.js';
export { toDataset } from './tasks/rewrite/crate-rdf.js';
export { findGraph, findGraphs, type CrateName } from './tasks/stored/find-graph.js';
export { handlesOf } from './tasks/stored/handles.js';
export { findRoot, rootCandidates, type RootPlace } from './tasks/stored/find-root.js';
export type { RootCandidate } from './crate/choose-root.js';
export { backupStore, openStore, DEFAULT_STORE } from './store/open-store.js';
export { verifyStore } from './tasks/stored/check-store.js';
export type {
  DropWork,
  GraphReader,
  GraphSnapshot,
  GraphStore,
  GraphWrite,
  QueryOptions,
  StoredRecord,
} from './store/port.js';
export { queryTerms, type QueryResult } from './store/rdf-answers.js';
export type { Bindings } from './store/sparql-json.js';
export { syncCatalogue, type SyncOptions, type SyncReport } from './tasks/sync/sync-catalogue.js';
export type { ItemResult } from './tasks/sync/sync-commits.js';
export type { ItemAction } from './tasks/sync/sync-plan.js';
export { loadCrates, type ListedArgument, type LoadOptions, type LoadResult } from './tasks/load/load-crates.js';
export type { ReferenceOptions } from './tasks/load/read-references.js';
export {
  convertCrates,
  type ConversionResult,
  type ConvertCratesOptions,
  type ConvertedCrate,
} from './tasks/load/convert-crates.js';
export {
  searchStore,
  type SearchStoreOptions,
  type SearchedEntity,
  type SearchedStore,
} from './tasks/inspect/search-store.js';
export { listCrates, type ListedCrate } from './tasks/inspect/list-crates.js';
export { type AskOptions } from './tasks/query/answer-query.js';
export { queryCrates, type QueryCratesOptions } from './tasks/query/query-crates.js';
export { queryStore } from './tasks/query/query-store.js';
export { updateStore, type UpdateOptions } from './tasks/query/update-store.js';
export { previewUpdate, type UpdatePreview } from './tasks/query/preview-update.js';
export type { Parameters } from './tasks/query/parameters.js';
export { wellKnownPrefixes } from './base/rdf/vocabulary.js';
export { diffCrates, type CrateDifference, type DiffOptions } from './tasks/inspect/diff-crates.js';
export { dumpShards, type ShardFile, type ShardManifest, type ShardOptions } from './tasks/export/dump-shards.js';
export { dumpStore, type DumpOptions } from './tasks/export/dump-store.js';
export type { LoaderCommands } from './store/endpoint/protocol/engine-facts.js';
export {
  listQueries,
  queriesFolder,
  savedQuery,
  type SavedQueryOptions,
  type SavedQuery,
} from './store/saved-queries.js';
export { removeQuery, saveQuery, type SaveQueryOptions } from './tasks/query/save-query.js';
export type { QueryParameter } from './store/query-header.js';
export { exportChunks, exportCrate, type ExportOptions } from './tasks/export/export-crate.js';
export { exportRdf } from './tasks/export/export-rdf.js';
export { pushCrates, type PushOptions, type PushResult } from './tasks/export/push-crates.js';
export { exportPackage, type ExportPackageOptions } from './tasks/export/export-package.js';
export type { WrittenFiles } from './package/write/write-folder.js';
export { openPackage } from './package/open/open-package.js';
export type { PackageOptions } from './package/package-options.js';
export type { CratePackage } from './package/crate-package.js';
export { fetchCrate, type Fetched, type FetchOptions } from './tasks/fetch/fetch-crate.js';
export { takeStoredInventory } from './tasks/inspect/stored-inventory.js';
export { takeInventory, type InventoryItem, type InventoryOptions } from './tasks/inspect/take-inventory.js';
export { crateStatistics, storeStatistics, type StatisticsOptions } from './tasks/inspect/crate-statistics.js';
export {
  ROOT_PROPERTIES,
  type Completeness,
  type CrateStatistics,
  type FileCount,
  type FileStatistics,
  type FormatStatistics,
  type RootProperty,
  type TypeStatistics,
} from './tasks/inspect/statistics.js';
export {
  addTerms,
  projectTerm,
  type AddedTerms,
  type AddTermsOptions,
  type NewTerm,
} from './tasks/vocabulary/add-terms.js';
export { listTerms, type ListedTerm, type ListTermsOptions } from './tasks/vocabulary/list-terms.js';
export { readTermTable, type TermTableOptions } from './tasks/vocabulary/term-table.js';
export { uniteTerms, type TermUser, type UnitedTerm } from './tasks/vocabulary/unite-terms.js';
export { compareProfiles, type LostTerm, type ProfileDifference } from './tasks/vocabulary/compare-profiles.js';
export {
  extractProfile,
  type AdoptingCrate,
  type ExtractedProfile,
  type ExtractProfileOptions,
  type MovedToProfile,
} from './tasks/vocabulary/extract-profile.js';
export type { NearMiss } from './tasks/vocabulary/term-survey.js';
export type { ReadProfileOptions } from './tasks/vocabulary/read-profile.js';
export type { ProfileFile } from './tasks/vocabulary/profile-crate.js';
export type { TermRole } from './tasks/vocabulary/term-definition-entity.js';
export type { TermFaultKind } from './tasks/vocabulary/term-faults.js';
export type { TermOrigin } from './tasks/vocabulary/term-origins.js';
export {
  makeIdentities,
  type FoundIdentity,
  type FoundMember,
  type IdentityCount,
  type IdentityReport,
  type MakeIdentitiesOptions,
} from './tasks/identity/make-identities.js';
export type { IdentityConflict, IdentityKind, IdentityReason } from './tasks/identity/identity-classes.js';
export { removeCrates } from './tasks/load/remove-crates.js';
export { crateToRdf, rdfToRdf, type RdfToRdfOptions } from './tasks/rewrite/crate-rdf.js';
export { rdfToCrate, type RdfArgument, type RdfToCrateOptions } from './tasks/rewrite/rdf-to-crate.js';
export {
  RoCrateParser,
  RoCrateSerializer,
  type RoCrateParserOptions,
  type RoCrateSerializerOptions,
} from './tasks/rewrite/rdfjs-sinks.js';
export {
  dumpCatalogue,
  previewCrate,
  type CatalogueKind,
  type CatalogueOptions,
  type PreviewFile,
  type PreviewOptions,
  type Unsaid,
} from './site/door.js';
export {
  describeFolder,
  initCrate,
  type DescribedFolder,
  type DescribeOptions,
  type InitOptions,
} from './tasks/author/init-crate.js';
export {
  LocalCrate,
  newCrate,
  openCrate,
  type LocalPlace,
  type NewCrateOptions,
  type SaveOptions,
} from './tasks/author/local-crate.js';
export { Crate, crateOf } from './crate/entities/crate.js';
export { Entity, type WrittenValue } from './crate/entities/entity.js';
export { flattenCrate, relativizeCrate } from './tasks/rewrite/flatten-crate.js';
export type { RewrittenCrate } from './tasks/rewrite/flatten-crate.js';
export type { RewrittenText } from './tasks/rewrite/kept-text.js';
export { detachCrate, type DetachCrateOptions, type Detached } from './tasks/convert/detach/detach-crate.js';
export { planDetach } from './tasks/convert/detach/plan-detach.js';
export { attachCrate, type AttachedCrate, type AttachOptions } from './tasks/convert/attach/attach-crate.js';
export { planAttach, type AttachMode, type PlanAttachOptions } from './tasks/convert/attach/plan-attach.js';
export type { DetachOptions } from './tasks/convert/detach/detach-options.js';
export type { Action, Change, Plan, Step } from './tasks/convert/plan.js';
export { expandCrate } from './tasks/rewrite/expand-crate.js';
export { CATALOGUE, loadRecords } from './tasks/stored/load-records.js';
export { contextsOrDefault } from './package/contexts/open-contexts.js';
export { listen, type NodeServer, type NodeServerOptions } from './server/node-server.js';
export { openHandler } from './server/open-handler.js';
export type { OpenedHandler, OpenHandlerOptions } from './server/open-routes.js';
export { openServer, type RunningServer, type ServeOptions } from './server/open-server.js';
export type { ServedPackage, ServerLimits } from './server/server-context.js';

// Types that the declarations above mention.
export type { Facts, StatedAuthor } from './tasks/author/fact-files.js';
export type { LeftOut, TreeOptions } from './tasks/author/folder-tree.js';
export type { TakenFact } from './tasks/author/stated-facts.js';
export type { CrateParts } from './crate/entities/entity-register.js';
export type { DocumentEntities } from './crate/entities/document-entities.js';
export type { DocumentTerms, EntityKeyword } from './crate/entities/document-terms.js';
export type { EntityCrate } from './crate/entities/entity.js';
export type { EntityHome, EntityRecord } from './crate/entities/entity-record.js';
export type { BuildOptions } from './crate/entities/build-crate.js';
export type {
  AnyEntity,
  Entities,
  FileProperties,
  OrganizationProperties,
  PersonProperties,
  PlaceProperties,
  EntityProperties,
  RootProperties,
  TermProperties,
  Text,
  WorkProperties,
} from './crate/entities/entity-properties.js';
export type { EntityValue, EntityReference, OneValue, TaggedText } from './crate/entities/entity-values.js';
export type { ConvertOptions } from './tasks/convert/open-convertible.js';
export type { ArcpChoice, BaseReason, CrateBase } from './crate/base.js';
export type { ActiveContext } from './crate/context/active-context.js';
export type { Coercion, Expanded, TermDefinition } from './crate/context/term-definition.js';
export type { ByteSource } from './crate/json/byte-source.js';
export type { LazyDocument } from './crate/json/lazy-document.js';
export type { Cut, Window } from './crate/json/outline.js';
export type { JsonObject, JsonValue } from './crate/json/value.js';
export type { BaseEvidence, CrateLocation } from './crate/judge-base.js';
export type { DocumentParts, DocumentSources } from './crate/read/crate-document.js';
export type { ReadCounts, ReadEntity } from './crate/read/lanes.js';
export type { QuadChunk, TermWriter } from './crate/read/quad-writers.js';
export type { Note, Remark, RepairKind, Report, WarningKind } from './crate/read/report.js';
export type { JsonCandidate } from './crate/read/root-statements.js';
export type { StopSignal } from './crate/read/stop-signal.js';
export type { CrateErrorOptions, ErrorCode } from './base/errors.js';
export type { Attached } from './tasks/convert/retrieve/attached-package.js';
export type { FailedPart } from './tasks/convert/retrieve/retrieve-parts.js';
export type { WrittenDistribution } from './tasks/convert/retrieve/write-distribution.js';
export type { ForkAuthor, ForkOptions } from './tasks/convert/attach/fork.js';
export type { RetrievalPolicy } from './tasks/convert/attach/retrieval-policy.js';
export type { RetrieveOptions } from './tasks/convert/retrieve/retrieve-options.js';
export type { OnPartProgress, ProgressUnit } from './tasks/convert/retrieve/part-progress.js';
export type { FetchFilesOptions, FetchedFiles } from './tasks/fetch/fetch-files.js';
export type { PropertyDifference } from './crate/compare-entities.js';
export type { Bag } from './package/bag/bag.js';
export type { DocumentBytes } from './package/bytes/document-bytes.js';
export type { Container, ContainerEntry, ContainerKind, ZipFacts } from './package/container/container.js';
export type { FetchLimits } from './package/contexts/fetch-context.js';
export type { FetchedFrom } from './package/contexts/open-contexts.js';
export type { MetadataEntry, PackageFile, PackageParts, PackageWarning } from './package/crate-package.js';
export type { PackageKind } from './crate/package-kind.js';
export type { PrivateScope } from './package/http/addresses.js';
export type { Environment } from './base/net/environment.js';
export type { Hop, HttpOptions, Traffic } from './package/http/http-client.js';
export type { HttpValidators } from './package/http/validators.js';
export type { TransportOptions } from './package/http/transport.js';
export type { HttpLimits, PackageLimits } from './package/limits.js';
export type { ResultTable } from './tasks/query/query-store.js';
export type { GraphFormat, QueryFormat } from './tasks/query/result-formats.js';
export type { RowFormat } from './base/rdf/row-formats.js';
export type { UpdateDataset } from './store/engine/update-dataset.js';
export type { BlankLabel, Iri, LanguageTag, NodeId } from './base/rdf/checked-text.js';
export type { RowMediaType } from './base/rdf/row-formats.js';
export type { Format, RdfSyntax, WrittenSyntax } from './base/rdf/syntaxes.js';
export type { CredentialChoice } from './tasks/convert/retrieve/credential-hosts.js';
export type { EventStream, StreamModes, TransformingStream } from './tasks/rewrite/event-stream.js';
export type { OpenStore } from './tasks/argument/crate-in-store.js';
export type { PassedOver } from './package/open/passed-over.js';
export type { RdfCrateOptions } from './package/open/rdf-crates.js';
export type { ReadRdfOptions } from './package/open/read-rdf.js';
export type { ConnectionOptions, EndpointTimeouts } from './store/endpoint/protocol/endpoint-connections.js';
export type { EndpointOptions } from './store/endpoint/endpoint-store.js';
export type { GivenAddresses } from './store/endpoint/protocol/find-endpoint.js';
export type { SparqlClientOptions } from './store/endpoint/protocol/sparql-client.js';
export type { OpenStoreOptions, VerifyOptions } from './store/open-store.js';
export type { Packable, PackedBytes } from './store/packable.js';
export type { Capabilities } from './store/capabilities.js';
export type { QueryPlan, QueryStep } from './store/query-plan.js';
export type {
  GraphChange,
  GraphDifference,
  ImportMode,
  IndexWork,
  NQuadsChunks,
  NewGraph,
  NewLines,
  NewPieces,
  NewRecord,
  Piece,
  PutWork,
  QuadStream,
  RecordChoice,
  GraphKeys,
  KeyChoice,
  RecordData,
  ResultMediaType,
  TermPattern,
  RemovalNote,
  TriedGraph,
  UpdateStep,
  UpdateWork,
  WorkOptions,
} from './store/port.js';
export type { FolderReading } from './server/served-store.js';
export type { AccessOptions } from './server/access.js';
export type { Metrics } from './server/metrics.js';
export type { Verified } from './store/sqlite/verify-store.js';
export type { RootOptions } from './tasks/stored/find-root.js';
export type { FollowedReference, LoadRecord } from './tasks/stored/load-records.js';
export type { OriginalOptions } from './tasks/stored/originals.js';
export { fixCrate, fixStored, type FixedCrate, type FixOptions } from './tasks/check/fix/fix-crate.js';
export type { Fix } from './tasks/check/fix/fix.js';
export { checkCrate, checkStored, type CheckOptions } from './tasks/check/check-crate.js';
export {
  checkCrates,
  type CheckCratesOptions,
  type NamedResult,
  type UncheckedCrate,
} from './tasks/check/check-crates.js';
export type { CheckChoice, CheckResult } from './tasks/check/check-document.js';
export type { RuleChoice } from './tasks/check/choose-rules.js';
export type { Finding } from './tasks/check/finding.js';
export type { Severity } from './tasks/check/rule.js';
export type { ReplaceableFile } from './base/disk/replace-unchanged.js';
export { ShapeSources, type FoundShapes } from './tasks/check/shapes/shape-sources.js';
export type { ShapesLimits } from './tasks/check/shapes/run-shapes.js';
export type { NotRun, ShapesGraph } from './tasks/check/shapes/shapes-graph.js';
export { sarifLog } from './tasks/check/sarif-log.js';
export type { TextHit } from './store/search/text-hit.js';
export type { FoundEntity, FoundTexts, SearchOptions } from './store/text/found-texts.js';
export type { ListOptions } from './tasks/inspect/list-crates.js';
export type { ListOrder } from './tasks/inspect/list-orders.js';
