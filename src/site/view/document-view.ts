import { isObject, type JsonObject, type JsonValue } from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { coercedDatatype } from '../../crate/context/term-definition.js';
import { unalias, type KeyMeaning } from '../../crate/read/property-keys.js';
import { RDF, schemaOrg, XSD } from '../../base/rdf/vocabulary.js';
import type { CrateView, Mention, ViewEntity, ViewProperty, ViewValue } from './crate-view.js';
import { EntityWindows } from './entity-windows.js';
import { MentionIndex } from './mention-index.js';
import type { PlainDocument, PlainEntity } from './plain-entities.js';

const NAME: readonly string[] = schemaOrg('name');

/**
 * A crate as people read it, from its metadata document. Entities and their properties are read when they are shown.
 */
export class DocumentView implements CrateView {
  readonly iri: string;
  readonly entities: readonly DocumentEntity[];
  readonly root: ViewEntity;
  readonly descriptor: ViewEntity | undefined;
  readonly #byIri: ReadonlyMap<string, DocumentEntity>;
  readonly #document: CrateDocument;
  readonly #mentions = new MentionIndex();

  /**
   * @param ids IRIs of root and descriptor; a root that the document does not describe has no properties
   * @param missingContext as {@link CrateView.missingContext}
   */
  constructor(
    plain: PlainDocument,
    ids: { readonly root: string; readonly descriptor: string | undefined },
    readonly missingContext?: string,
  ) {
    this.iri = ids.root;
    this.#document = plain.document;
    const windows = new EntityWindows((window) => new ParsedWindow(plain.window(window), plain));
    this.entities = plain.entities.map((entity) => new DocumentEntity(entity, windows));
    this.#byIri = new Map(this.entities.map((entity) => [entity.iri, entity]));
    const nothing = { id: ids.root, iri: ids.root, types: [], window: 0, at: -1 };
    const root = this.#byIri.get(ids.root) ?? new DocumentEntity(nothing, windows);
    root.keep();
    this.root = root;
    this.descriptor = ids.descriptor === undefined ? undefined : this.entity(ids.descriptor);
  }

  entity(id: string): ViewEntity | undefined {
    return this.#byIri.get(id) ?? this.#byIri.get(this.#document.resolveId(id));
  }

  prepareMentions(): Promise<void> {
    return this.#mentions.prepare(this.entities);
  }

  mentions({ iri }: ViewEntity): readonly Mention[] {
    return this.#mentions.of(iri, this.entities);
  }

  typeIri(name: string): string | undefined {
    return this.#document.resolveVocab(name);
  }
}

/** The entities of a window, and the properties of those that were asked for. */
class ParsedWindow {
  readonly #entities: readonly JsonObject[];
  readonly #plain: PlainDocument;
  readonly #properties = new Map<number, readonly ViewProperty[]>();

  constructor(entities: readonly JsonObject[], plain: PlainDocument) {
    this.#entities = entities;
    this.#plain = plain;
  }

  name(at: number): string | undefined {
    const json = this.#entities[at] ?? {};
    for (const key in json) {
      const meaning = this.#plain.meaning(key);
      if (key.startsWith('@') || meaning.kind !== 'property' || !NAME.includes(meaning.predicate)) continue;
      const [first] = new ValueReader(this.#plain.document, meaning).all(json[key] as JsonValue);
      if (first !== undefined && 'text' in first && first.text.trim() !== '') return first.text;
    }
    return undefined;
  }

  properties(at: number): readonly ViewProperty[] {
    let properties = this.#properties.get(at);
    if (properties === undefined) this.#properties.set(at, (properties = this.#read(this.#entities[at] ?? {})));
    return properties;
  }

  #read(entity: JsonObject): ViewProperty[] {
    const { document, meaning } = this.#plain;
    return Object.entries(entity).flatMap(([key, json]) => {
      const means = meaning(key);
      if (key.startsWith('@') || means.kind === 'ignored') return [];
      const values = new ValueReader(document, means).all(json);
      return values.length === 0 ? [] : [{ key, iri: means.kind === 'property' ? means.predicate : undefined, values }];
    });
  }
}

/** An entity that is read from its JSON when it is asked for. */
class DocumentEntity implements ViewEntity {
  readonly #plain: PlainEntity;
  readonly #windows: EntityWindows<ParsedWindow>;
  #kept: readonly ViewProperty[] | undefined;

  constructor(plain: PlainEntity, windows: EntityWindows<ParsedWindow>) {
    this.#plain = plain;
    this.#windows = windows;
  }

  get id(): string {
    return this.#plain.id;
  }

  get iri(): string {
    return this.#plain.iri;
  }

  get types(): readonly string[] {
    return this.#plain.types;
  }

  get name(): string | undefined {
    return this.#windows.at(this.#plain.window).name(this.#plain.at);
  }

  get properties(): readonly ViewProperty[] {
    return this.#kept ?? this.#windows.at(this.#plain.window).properties(this.#plain.at);
  }

  /** Keeps the properties: every page shows some of the root, which may have a hundred thousand parts. */
  keep(): void {
    this.#kept = this.properties;
  }
}

/** Reads the values of one property. */
class ValueReader {
  readonly #document: CrateDocument;
  readonly #meaning: KeyMeaning<string>;

  constructor(document: CrateDocument, meaning: KeyMeaning<string>) {
    this.#document = document;
    this.#meaning = meaning;
  }

  all(json: JsonValue): ViewValue[] {
    if (json === null) return [];
    if (Array.isArray(json)) return json.flatMap((one) => this.all(one));
    const meaning = this.#meaning;
    if (meaning.kind !== 'property') return [{ text: typeof json === 'string' ? json : JSON.stringify(json) }];
    if (isObject(json)) return this.#object(unalias(json, this.#document.context));
    const datatype = coercedDatatype(meaning.type);
    if (typeof json !== 'string') return [{ text: String(json), datatype: datatype ?? datatypeOf(json) }];
    if (meaning.type === '@id') return [this.#reference(json)];
    if (meaning.type === '@vocab') return [{ reference: json, iri: this.#document.resolveVocab(json) ?? json }];
    return [literal(json, datatype, meaning.language)];
  }

  #object(value: JsonObject): ViewValue[] {
    if (typeof value['@id'] === 'string') return [this.#reference(value['@id'])];
    if ('@list' in value) return this.all(value['@list'] as JsonValue);
    const { '@value': json = null, '@type': type, '@language': language } = value;
    if (type === '@json') return [{ text: JSON.stringify(json), datatype: `${RDF}JSON` }];
    if (json === null) return [];
    const named = typeof type === 'string' ? this.#document.resolveVocab(type) : undefined;
    return typeof json === 'string'
      ? [literal(json, named, typeof language === 'string' ? language : undefined)]
      : [{ text: String(json), datatype: named ?? datatypeOf(json) }];
  }

  #reference(id: string): ViewValue {
    return { reference: id, iri: this.#document.resolveId(id) };
  }
}

function literal(text: string, datatype: string | undefined, language: string | undefined): ViewValue {
  return {
    text,
    ...(datatype !== undefined && { datatype }),
    ...(datatype === undefined && language !== undefined && { language }),
  };
}

function datatypeOf(json: JsonValue): string {
  if (typeof json === 'boolean') return `${XSD}boolean`;
  return Number.isInteger(json) ? `${XSD}integer` : `${XSD}double`;
}
