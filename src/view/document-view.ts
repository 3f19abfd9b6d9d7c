import { isObject, type JsonObject, type JsonValue } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { coercedDatatype } from '../crate/context/term-definition.js';
import { unalias, type KeyMeaning } from '../crate/read/property-keys.js';
import { RDF, schemaOrg, XSD } from '../rdf/vocabulary.js';
import type { CrateView, Mention, ViewEntity, ViewProperty, ViewValue } from './crate-view.js';
import type { PlainDocument } from './plain-entities.js';

const NAME: readonly string[] = schemaOrg('name');

/** A crate as people read it, from its metadata document. Entities and their properties are read when they are shown. */
export class DocumentView implements CrateView {
  readonly iri: string;
  readonly entities: readonly DocumentEntity[];
  readonly root: ViewEntity;
  readonly descriptor: ViewEntity | undefined;
  readonly #byId = new Map<string, DocumentEntity>();
  readonly #document: CrateDocument;
  #byIri: Map<string, DocumentEntity> | undefined;
  #mentions: Map<string, Mention[]> | undefined;

  /** @param ids IRIs of root and descriptor; a root that the document does not describe has no properties */
  constructor(plain: PlainDocument, ids: { readonly root: string; readonly descriptor: string | undefined }) {
    this.iri = ids.root;
    this.#document = plain.document;
    this.entities = plain.entities.map((json) => new DocumentEntity(json, plain));
    for (const entity of this.entities) this.#byId.set(entity.id, entity);
    this.root = this.entity(ids.root) ?? new DocumentEntity({ '@id': ids.root }, plain);
    this.descriptor = ids.descriptor === undefined ? undefined : this.entity(ids.descriptor);
  }

  entity(id: string): ViewEntity | undefined {
    const written = this.#byId.get(id);
    if (written !== undefined) return written;
    this.#byIri ??= new Map(this.entities.map((entity) => [entity.iri, entity]));
    return this.#byIri.get(id);
  }

  mentions({ iri }: ViewEntity): readonly Mention[] {
    return (this.#mentions ??= mentionsIn(this.entities)).get(iri) ?? [];
  }

  typeIri(name: string): string | undefined {
    return this.#document.resolveVocab(name);
  }
}

/** What refers to each IRI. An entity that refers to it twice under one key counts once. */
function mentionsIn(entities: readonly ViewEntity[]): Map<string, Mention[]> {
  const found = new Map<string, Mention[]>();
  for (const entity of entities)
    for (const { key, values } of entity.properties)
      for (const value of values) {
        if (!('reference' in value)) continue;
        const known = found.get(value.iri);
        const last = known?.at(-1);
        if (known === undefined) found.set(value.iri, [{ entity, key }]);
        else if (last?.entity !== entity || last.key !== key) known.push({ entity, key });
      }
  return found;
}

/** An entity that is read from its JSON when somebody asks. */
class DocumentEntity implements ViewEntity {
  readonly id: string;
  readonly #json: JsonObject;
  readonly #plain: PlainDocument;
  #iri: string | undefined;
  #properties: readonly ViewProperty[] | undefined;

  constructor(json: JsonObject, plain: PlainDocument) {
    this.id = json['@id'] as string;
    this.#json = json;
    this.#plain = plain;
  }

  get iri(): string {
    return (this.#iri ??= this.#plain.document.resolveId(this.id));
  }

  get types(): readonly string[] {
    return [this.#json['@type'] ?? []].flat() as string[];
  }

  get name(): string | undefined {
    for (const key in this.#json) {
      const meaning = this.#plain.meaning(key);
      if (key.startsWith('@') || meaning.kind !== 'property' || !NAME.includes(meaning.predicate)) continue;
      const [first] = new ValueReader(this.#plain.document, meaning).all(this.#json[key] as JsonValue);
      if (first !== undefined && 'text' in first && first.text.trim() !== '') return first.text;
    }
    return undefined;
  }

  get properties(): readonly ViewProperty[] {
    return (this.#properties ??= this.#read());
  }

  #read(): ViewProperty[] {
    const { document, meaning } = this.#plain;
    return Object.entries(this.#json).flatMap(([key, json]) => {
      const means = meaning(key);
      if (key.startsWith('@') || means.kind === 'ignored') return [];
      const values = new ValueReader(document, means).all(json);
      return values.length === 0 ? [] : [{ key, iri: means.kind === 'property' ? means.predicate : undefined, values }];
    });
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
