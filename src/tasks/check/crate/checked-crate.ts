import { addToList } from '../../../base/list-map.js';
import { CrateError } from '../../../base/errors.js';
import { isMetadataFileName } from '../../../crate/metadata-names.js';
import { documentKind, type PackageKind } from '../../../crate/package-kind.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import type { Note } from '../../../crate/read/report.js';
import { versionOf } from '../../../crate/spec-version.js';
import type { InventoryItem } from '../../inspect/take-inventory.js';
import type { CrateTerms } from '../../vocabulary/crate-terms.js';
import { CheckedEntity } from './checked-entity.js';
import { EntityIndex } from './entity-index.js';
import { Names } from './meanings.js';
import { documentNodes, type NoNode } from './nodes.js';

/** What an entity is in the crate. Data entities are files and folders; the root is not one of them here. */
export type EntityRole = 'descriptor' | 'root' | 'file' | 'folder' | 'contextual';

/** What is known of a crate before rules run. */
export interface PackageFacts {
  /** As the package says; undefined where the document decides. */
  readonly kind?: PackageKind | undefined;
  /** Its files compared with their descriptions; undefined if there are none to compare. */
  readonly files?: readonly InventoryItem[] | undefined;
  /** The terms that it uses and defines, for the rules about them. */
  readonly terms?: CrateTerms | undefined;
  /** Name of the metadata file; undefined for a stream and a crate of a store. */
  readonly fileName?: string | undefined;
  /** What is wrong with the bag that it is in. */
  readonly bagFaults?: readonly CrateError[] | undefined;
  /** Profiles whose rules run, whether or not the crate names them. */
  readonly demanded?: readonly string[] | undefined;
}

/** A crate as rules see it. Entities are parsed again whenever rules go through them; the index knows all of them. */
export class CheckedCrate {
  readonly document: CrateDocument;
  readonly names: Names;
  readonly files: readonly InventoryItem[] | undefined;
  readonly fileName: string | undefined;
  readonly bagFaults: readonly CrateError[];
  readonly demanded: readonly string[];
  readonly #terms: CrateTerms | undefined;
  /** Items of `@graph` that are no objects. */
  readonly otherItems: readonly NoNode[];
  readonly index: EntityIndex;
  /** The error if the root is not clear: the rules see the likely one. */
  readonly rootError: CrateError | undefined;
  readonly descriptor: CheckedEntity | undefined;
  readonly root: CheckedEntity | undefined;
  readonly descriptorIri: string | undefined;
  readonly rootIri: string | undefined;
  readonly kind: PackageKind;
  /** Version of the format by the descriptor (format document, section 9): `1.2`, of a draft too; undefined if none. */
  readonly version: string | undefined;
  readonly #since = new Map<string, boolean>();
  readonly #notes: ReadonlyMap<string, readonly Note[]>;

  /** @throws CrateError ERR_JSON_SYNTAX */
  constructor(document: CrateDocument, { kind, terms, files, fileName, bagFaults = [], demanded = [] }: PackageFacts) {
    this.document = document;
    this.#terms = terms;
    this.files = files;
    this.fileName = fileName;
    this.bagFaults = bagFaults;
    this.demanded = demanded;
    this.names = new Names(document);
    const others: NoNode[] = [];
    const roots = rootOf(document);
    this.index = new EntityIndex(this.names);
    let descriptorIri = roots.descriptor;
    for (const node of documentNodes(document, (other) => others.push(other))) {
      const entity = new CheckedEntity(this.names, node);
      this.index.add(entity);
      if (roots.error !== undefined && entity.id !== undefined && isMetadataFileName(entity.id))
        descriptorIri ??= entity.iri;
    }
    this.otherItems = others;
    this.rootError = roots.error;
    this.descriptorIri = descriptorIri;
    this.descriptor = descriptorIri === undefined ? undefined : this.entity(descriptorIri);
    this.rootIri = roots.root ?? this.#likelyRoot();
    this.root = this.rootIri === undefined ? undefined : this.entity(this.rootIri);
    this.version = versionIn(this.descriptor);
    this.kind = kind ?? documentKind(this.rootIri, document.base);
    const notes = new Map<string, Note[]>();
    for (const note of document.report.notes) {
      addToList(notes, note.kind, note);
    }
    this.#notes = notes;
    this.index.reachFrom(this.rootIri, this.descriptorIri);
  }

  /** Whether the crate is of this version or a newer one. Without a version it counts as 1.1. */
  since(version: string): boolean {
    let since = this.#since.get(version);
    if (since === undefined) {
      since = (this.version ?? '1.1').localeCompare(version, 'en', { numeric: true }) >= 0;
      this.#since.set(version, since);
    }
    return since;
  }

  /** The terms that it uses and defines, which are read before the rules run. */
  get terms(): CrateTerms {
    if (this.#terms === undefined) throw new TypeError('the terms of the crate were not read');
    return this.#terms;
  }

  /** All entities in order, each before those nested in it. */
  *entities(): Generator<CheckedEntity> {
    for (const node of documentNodes(this.document)) yield new CheckedEntity(this.names, node);
  }

  /** An entity by its IRI, if the document describes it; of several descriptions the first with a type. */
  entity(iri: string): CheckedEntity | undefined {
    const pointer = this.index.pointerTo(iri);
    if (pointer === undefined) return undefined;
    return this.index.read(pointer);
  }

  /** What an entity is in this crate. */
  roleOf(entity: CheckedEntity): EntityRole {
    if (entity.iri !== '' && entity.iri === this.descriptorIri) return 'descriptor';
    if (entity.iri !== '' && entity.iri === this.rootIri) return 'root';
    if (entity.is('File')) return 'file';
    return entity.is('Dataset') ? 'folder' : 'contextual';
  }

  /** The entities that a property refers to and the crate describes. */
  targets(entity: CheckedEntity, name: string): CheckedEntity[] {
    return entity.references(name).flatMap(({ iri }) => this.entity(iri) ?? []);
  }

  /** The profiles that the root conforms to: IRIs as resolved. */
  get profiles(): string[] {
    return this.root?.references('conformsTo').map(({ iri }) => iri) ?? [];
  }

  /** What reading has noted. @param kind of repair or warning */
  notes(kind: Note['kind']): readonly Note[] {
    return this.#notes.get(kind) ?? [];
  }

  #likelyRoot(): string | undefined {
    const [about] = this.descriptor?.references('about') ?? [];
    const iri = about?.iri ?? this.names.resolveId('./');
    return this.index.isDescribed(iri) ? iri : undefined;
  }
}

function versionIn(descriptor: CheckedEntity | undefined): string | undefined {
  const values = descriptor?.references('conformsTo').map(({ iri }) => iri) ?? [];
  const texts = descriptor?.texts('conformsTo') ?? [];
  return [...values, ...texts].map(versionOf).find((version) => version !== undefined);
}

interface FoundRoot {
  readonly descriptor?: string;
  readonly root?: string;
  readonly error?: CrateError;
}

function rootOf(document: CrateDocument): FoundRoot {
  try {
    return document.root;
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    return { error };
  }
}
