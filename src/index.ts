/**
 * crategraph: RO-Crates in and out of RDF graph stores.
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode } from './errors.js';
export { openContexts, type ContextOptions } from './package/contexts/open-contexts.js';
export type { ContextSource } from './crate/context/context-source.js';
export { withBase } from './open/crate-argument.js';
export type { ByteStream, CrateArgument, CrateWithBase, JsonDocument } from './open/crate-argument.js';
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
export { findGraph, findGraphs, type CrateName } from './stored/find-graph.js';
export { handlesOf } from './stored/handles.js';
export { findRoot, rootCandidates, type RootPlace } from './stored/find-root.js';
export type { RootCandidate } from './crate/choose-root.js';
export { backupStore, openStore, DEFAULT_STORE } from './store/open-store.js';
export { verifyStore } from './stored/check-store.js';
export type { GraphReader, GraphSnapshot, GraphStore, GraphWrite, QueryOptions, StoredRecord } from './store/port.js';
export { queryTerms, type QueryResult } from './store/rdf-answers.js';
export type { Bindings } from './store/sparql-json.js';
export { loadCrates, type ListedArgument, type LoadOptions, type LoadResult } from './load/load-crates.js';
export {
  convertCrates,
  type ConversionResult,
  type ConvertCratesOptions,
  type ConvertedCrate,
} from './load/convert-crates.js';
export {
  searchStore,
  type SearchStoreOptions,
  type SearchedEntity,
  type SearchedStore,
} from './inspect/search-store.js';
export { listCrates, type ListedCrate } from './inspect/list-crates.js';
export { type AskOptions } from './query/answer-query.js';
export { queryCrates, type QueryCratesOptions } from './query/query-crates.js';
export { queryStore } from './query/query-store.js';
export { updateStore, type UpdateOptions } from './query/update-store.js';
export { previewUpdate, type UpdatePreview } from './query/preview-update.js';
export type { Parameters } from './query/parameters.js';
export { wellKnownPrefixes } from './rdf/vocabulary.js';
export { diffCrates, type CrateDifference, type DiffOptions } from './inspect/diff-crates.js';
export { dumpShards, type ShardFile, type ShardManifest, type ShardOptions } from './export/dump-shards.js';
export { dumpStore } from './export/dump-store.js';
export type { LoaderCommands } from './store/endpoint/protocol/engines.js';
export { listQueries, savedQuery, type SavedQuery } from './store/saved-queries.js';
export type { QueryParameter } from './store/query-header.js';
export { exportChunks, exportCrate, type ExportOptions } from './export/export-crate.js';
export { exportRdf } from './export/export-rdf.js';
export { pushCrates, type PushOptions, type PushResult } from './export/push-crates.js';
export { exportPackage, type ExportPackageOptions } from './export/export-package.js';
export type { WrittenFiles } from './package/write/write-folder.js';
export { openPackage } from './open/open-package.js';
export type { PackageOptions } from './package/package-options.js';
export type { CratePackage } from './package/crate-package.js';
export { fetchCrate, type Fetched, type FetchOptions } from './fetch/fetch-crate.js';
export { takeStoredInventory } from './inspect/stored-inventory.js';
export { takeInventory, type InventoryItem, type InventoryOptions } from './inspect/take-inventory.js';
export { crateStatistics, storeStatistics, type StatisticsOptions } from './inspect/crate-statistics.js';
export {
  ROOT_PROPERTIES,
  type Completeness,
  type CrateStatistics,
  type FileCount,
  type FileStatistics,
  type FormatStatistics,
  type RootProperty,
  type TypeStatistics,
} from './inspect/statistics.js';
export { addTerms, projectTerm, type AddedTerms, type AddTermsOptions, type NewTerm } from './vocabulary/add-terms.js';
export { listTerms, type ListedTerm, type ListTermsOptions } from './vocabulary/list-terms.js';
export { readTermTable, type TermTableOptions } from './vocabulary/term-table.js';
export { uniteTerms, type TermUser, type UnitedTerm } from './vocabulary/unite-terms.js';
export { compareProfiles, type LostTerm, type ProfileDifference } from './vocabulary/compare-profiles.js';
export {
  extractProfile,
  type AdoptingCrate,
  type ExtractedProfile,
  type ExtractProfileOptions,
  type MovedToProfile,
} from './vocabulary/extract-profile.js';
export type { NearMiss } from './vocabulary/term-survey.js';
export type { ReadProfileOptions } from './vocabulary/read-profile.js';
export type { ProfileFile } from './vocabulary/profile-crate.js';
export type { TermRole } from './vocabulary/term-definition-entity.js';
export type { TermFaultKind } from './vocabulary/term-faults.js';
export type { TermOrigin } from './vocabulary/term-origins.js';
export { removeCrates } from './load/remove-crates.js';
export { crateToRdf, rdfToRdf, type RdfToRdfOptions } from './rewrite/crate-rdf.js';
export { rdfToCrate, type RdfArgument, type RdfToCrateOptions } from './rewrite/rdf-to-crate.js';
export {
  RoCrateParser,
  RoCrateSerializer,
  type RoCrateParserOptions,
  type RoCrateSerializerOptions,
} from './rewrite/rdfjs-sinks.js';
export { previewCrate, type PreviewFile, type PreviewOptions } from './pages/preview/preview-crate.js';
export {
  describeFolder,
  initCrate,
  type DescribedFolder,
  type DescribeOptions,
  type InitOptions,
} from './author/init-crate.js';
export { newCrate, type NewCrateOptions } from './author/new-crate.js';
export { CrateBuilder } from './crate/build/crate-builder.js';
export { BuiltEntity } from './crate/build/built-entity.js';
export { flattenCrate, relativizeCrate } from './rewrite/flatten-crate.js';
export type { RewrittenCrate } from './rewrite/flatten-crate.js';
export type { RewrittenText } from './rewrite/kept-text.js';
export { detachCrate, type DetachCrateOptions, type Detached } from './convert/detach/detach-crate.js';
export { planDetach } from './convert/detach/plan-detach.js';
export { attachCrate, type AttachedCrate, type AttachOptions } from './convert/attach/attach-crate.js';
export { planAttach, type AttachMode, type PlanAttachOptions } from './convert/attach/plan-attach.js';
export type { DetachOptions } from './convert/detach/detach-options.js';
export type { Action, Change, Plan, Step } from './convert/plan.js';
export { expandCrate } from './rewrite/expand-crate.js';
export { CATALOGUE, loadRecords } from './stored/load-records.js';
export { contextsOrDefault } from './package/contexts/open-contexts.js';
export { listen, type NodeServer, type NodeServerOptions } from './server/node-server.js';
export { openHandler } from './server/open-handler.js';
export type { OpenedHandler, OpenHandlerOptions } from './server/open-routes.js';
export { openServer, type RunningServer, type ServeOptions } from './server/open-server.js';
export type { ServedPackage, ServerLimits } from './server/server-context.js';

// Types that the declarations above mention.
export type { Facts, StatedAuthor } from './author/fact-files.js';
export type { LeftOut, TreeOptions } from './author/folder-tree.js';
export type { TakenFact } from './author/stated-facts.js';
export type { BuilderTerms } from './crate/build/builder-terms.js';
export type { NameCheck } from './crate/build/built-entity.js';
export type { BuildOptions } from './crate/build/crate-builder.js';
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
} from './crate/build/entity-properties.js';
export type { EntityValue, EntityReference, OneValue, TaggedText } from './crate/build/entity-values.js';
export type { ConvertOptions } from './convert/open-convertible.js';
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
export type { Note, RepairKind, Report, WarningKind } from './crate/read/report.js';
export type { JsonCandidate } from './crate/read/root-statements.js';
export type { StopSignal } from './crate/read/stop-signal.js';
export type { CrateErrorOptions, ErrorCode } from './errors.js';
export type { Attached } from './convert/retrieve/attached-package.js';
export type { FailedPart } from './convert/retrieve/retrieve-parts.js';
export type { WrittenDistribution } from './convert/retrieve/write-distribution.js';
export type { ForkAuthor, ForkOptions } from './convert/attach/fork.js';
export type { RetrievalPolicy } from './convert/attach/retrieval-policy.js';
export type { RetrieveOptions } from './convert/retrieve/retrieve-options.js';
export type { OnPartProgress, ProgressUnit } from './convert/retrieve/part-progress.js';
export type { FetchFilesOptions, FetchedFiles } from './fetch/fetch-files.js';
export type { PropertyDifference } from './crate/compare-entities.js';
export type { Bag } from './package/bag/bag.js';
export type { DocumentBytes } from './package/bytes/document-bytes.js';
export type { Container, ContainerEntry, ContainerKind } from './package/container/container.js';
export type { FetchLimits } from './package/contexts/fetch-context.js';
export type { FetchedFrom } from './package/contexts/open-contexts.js';
export type { MetadataEntry, PackageFile, PackageParts, PackageWarning } from './package/crate-package.js';
export type { PackageKind } from './crate/package-kind.js';
export type { PrivateScope } from './package/http/addresses.js';
export type { Environment } from './net/credentials.js';
export type { Hop, HttpOptions } from './package/http/http-client.js';
export type { TransportOptions } from './package/http/transport.js';
export type { HttpLimits, PackageLimits } from './package/limits.js';
export type { ResultTable } from './query/query-store.js';
export type { GraphFormat, QueryFormat } from './query/result-formats.js';
export type { RowFormat } from './rdf/row-formats.js';
export type { UpdateDataset } from './store/engine/update-dataset.js';
export type { BlankLabel, Iri, LanguageTag, NodeId } from './rdf/checked-text.js';
export type { RowMediaType } from './rdf/row-formats.js';
export type { Format, RdfSyntax, WrittenSyntax } from './rdf/syntaxes.js';
export type { CredentialChoice } from './convert/retrieve/credential-hosts.js';
export type { EventStream, StreamModes, TransformingStream } from './rewrite/event-stream.js';
export type { OpenStore } from './argument/crate-in-store.js';
export type { PassedOver } from './open/passed-over.js';
export type { RdfCrateOptions } from './open/rdf-crates.js';
export type { ReadRdfOptions } from './open/read-rdf.js';
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
  QuadStream,
  RecordChoice,
  GraphKeys,
  KeyChoice,
  RecordData,
  ResultMediaType,
  TermPattern,
  TriedGraph,
  UpdateStep,
  UpdateWork,
  WorkOptions,
} from './store/port.js';
export type { FolderReading } from './server/served-store.js';
export type { AccessOptions } from './server/access.js';
export type { Metrics } from './server/metrics.js';
export type { Verified } from './store/sqlite/verify-store.js';
export type { RootOptions } from './stored/find-root.js';
export type { FollowedReference, LoadRecord } from './stored/load-records.js';
export type { OriginalOptions } from './stored/originals.js';
export { fixCrate, fixStored, type FixedCrate, type FixOptions } from './check/fix/fix-crate.js';
export type { Fix } from './check/fix/fix.js';
export { checkCrate, checkStored, type CheckOptions } from './check/check-crate.js';
export { checkCrates, type CheckCratesOptions, type NamedResult, type UncheckedCrate } from './check/check-crates.js';
export type { CheckChoice, CheckResult } from './check/check-document.js';
export type { RuleChoice } from './check/choose-rules.js';
export type { Finding } from './check/finding.js';
export type { Severity } from './check/rule.js';
export type { ReplaceableFile } from './disk/replace-unchanged.js';
export { ShapeSources, type FoundShapes } from './check/shapes/shape-sources.js';
export type { ShapesLimits } from './check/shapes/run-shapes.js';
export type { NotRun, ShapesGraph } from './check/shapes/shapes-graph.js';
export { sarifLog } from './check/sarif-log.js';
export type { TextHit } from './store/search/text-hit.js';
export type { FoundEntity, FoundTexts, SearchOptions } from './store/text/found-texts.js';
export type { ListOptions } from './inspect/list-crates.js';
export type { ListOrder } from './inspect/list-orders.js';
