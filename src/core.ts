/**
 * The part of crategraph that runs anywhere, browsers included: reads and writes RO-Crate Metadata Documents, and needs
 * neither a file system nor a store. The contexts of RO-Crate come ready-made from `crategraph/contexts`.
 * @module
 */
export { CrateError, ERROR_CODES, type CrateErrorCode, type CrateErrorOptions, type ErrorCode } from './base/errors.js';

// The base that relative identifiers resolve against.
export type { ArcpChoice, BaseReason, CrateBase } from './crate/base.js';
export { judgeBase, type BaseEvidence } from './crate/judge-base.js';

// Contexts.
export { ActiveContext } from './crate/context/active-context.js';
export { contextsFromText, type BundleTexts } from './crate/context/context-bundle.js';
export { contextInDocument, firstOf, remembered, type ContextSource } from './crate/context/context-source.js';
export { resolveContext } from './crate/context/resolve-context.js';

// From a document to quads.
export { bytesInMemory, type ByteSource } from './crate/json/byte-source.js';
export type { JsonObject, JsonValue } from './crate/json/value.js';
export { type CrateDocument } from './crate/read/crate-document.js';
export { openDocument, type DocumentOptions } from './crate/read/open-document.js';
export {
  Report,
  REPAIRS,
  WARNINGS,
  type Note,
  type Remark,
  type RepairKind,
  type WarningKind,
} from './crate/read/report.js';

// The Root Data Entity.
export type { PackageKind } from './crate/package-kind.js';
export { chooseRoot, type RootCandidate } from './crate/choose-root.js';
export { isMetadataFileName, METADATA_FILE_NAME, METADATA_FILE_NAMES } from './crate/metadata-names.js';

// From quads to a document.
export {
  arrangeDocument,
  documentText,
  type ArrangedDocument,
  type WriteOptions,
} from './crate/write/write-document.js';
export {
  writeQuads as writeDocument,
  writeText,
  type LikeOptions,
  type QuadSequence,
} from './crate/follow/write-quads.js';
export { withEmbeddedContext } from './crate/write/written-context.js';

// Crates as entities, new or opened.
export { buildCrate, type BuildOptions } from './crate/entities/build-crate.js';
export { Crate, crateOf } from './crate/entities/crate.js';
export { Entity, type WrittenValue } from './crate/entities/entity.js';

// RDF.
export { dataFactory } from './base/rdf/data-factory.js';
export { quadsToNQuads } from './base/rdf/nquads.js';

// Types that the declarations above mention.
export type { Expanded, TermDefinition } from './crate/context/term-definition.js';
export type { LazyDocument } from './crate/json/lazy-document.js';
export type { Window } from './crate/json/outline.js';
export type { DocumentParts, DocumentSources } from './crate/read/crate-document.js';
export type { ReadCounts, ReadEntity } from './crate/read/lanes.js';
export type { QuadChunk, TermWriter } from './crate/read/quad-writers.js';
export type { JsonCandidate } from './crate/read/root-statements.js';
export type { StopSignal } from './crate/read/stop-signal.js';
export type { LanguageTag } from './base/rdf/checked-text.js';
export type { Cut } from './crate/json/outline.js';
export type { Coercion } from './crate/context/term-definition.js';
export type { BlankLabel } from './base/rdf/checked-text.js';
export type { Iri } from './base/rdf/checked-text.js';
export type { NodeId } from './base/rdf/checked-text.js';
export type { CrateParts } from './crate/entities/entity-register.js';
export type { DocumentEntities } from './crate/entities/document-entities.js';
export type { DocumentTerms, EntityKeyword } from './crate/entities/document-terms.js';
export type { EntityCrate } from './crate/entities/entity.js';
export type { EntityHome, EntityRecord } from './crate/entities/entity-record.js';
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
