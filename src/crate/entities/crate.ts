import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { RO_TERMS, SCHEMA } from '../../base/rdf/vocabulary.js';
import { withoutByteOrderMark } from '../json/byte-source.js';
import { parseJson } from '../json/lazy-document.js';
import type { JsonObject } from '../json/value.js';
import { documentKind, type PackageKind } from '../package-kind.js';
import type { CrateDocument } from '../read/crate-document.js';
import { EntityRegister, nestedEntity, type CrateParts } from './entity-register.js';
import { DocumentEntities } from './document-entities.js';
import { DocumentTerms } from './document-terms.js';
import { requireProperties, type Entity } from './entity.js';
import type {
  AnyEntity,
  FileProperties,
  OrganizationProperties,
  PersonProperties,
  PlaceProperties,
  EntityProperties,
  TermProperties,
  WorkProperties,
} from './entity-properties.js';
import type { EntityReference } from './entity-values.js';
import { checkedId, idOfData, LocalIds, orcidIri, rorIri } from './new-ids.js';
import { writeEntities } from './write-entities.js';

/** `@type` of the definition of a term, by its use. */
const DEFINITIONS = { property: 'rdf:Property', class: 'rdfs:Class', concept: 'DefinedTerm' } as const;

/**
 * The entities of an opened metadata document, to read and to edit. What is not edited keeps its text: order, spelling,
 * white space and values that RDF cannot represent.
 * @example
 * const crate = crateOf(await openCrateDocument('data/crates/coastal-atlas'));
 * crate.root.set('name', 'Atlas of the coast');
 * console.log(crate.toString());
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS; ERR_UNSUPPORTED for a document whose entities are not in
 * one array `@graph`
 */
export function crateOf(document: CrateDocument): Crate {
  return new Crate(partsOfDocument(document));
}

/**
 * The parts of an opened crate.
 * @param kind whether it may have files; default: as its root tells
 * @throws CrateError as {@link crateOf}
 */
export function partsOfDocument(document: CrateDocument, kind?: PackageKind): CrateParts {
  const { root, descriptor } = document.root;
  const origin = new DocumentEntities(document);
  const [at] = document.context.aliases.size === 0 ? [] : origin.positionsOf(root);
  return {
    terms: new DocumentTerms(document.context, at === undefined ? {} : origin.objectAt(at)),
    kind: kind ?? documentKind(root, document.base),
    resolve: (id) => (id.startsWith('_:') && origin.positionsOf(id).length > 0 ? id : document.resolveId(id)),
    root,
    descriptor,
    origin,
  };
}

/**
 * A crate, new or opened: its entities, and the text that describes them. Each method checks what it is given and
 * refuses it at once, with an error that changes nothing. What is added twice under one identifier is one entity: the
 * second description completes the first, and must not contradict it.
 *
 * A data entity that is added becomes a part of the innermost folder that the crate describes, or of the root; another
 * entity that nothing refers to is mentioned by the root.
 */
export class Crate {
  readonly #parts: CrateParts;
  readonly #entities: EntityRegister;
  /** Entities with a name and an identifier of ours, by what they said when they were added. */
  readonly #byContent = new Map<string, Entity>();
  readonly #ids = new LocalIds((id) => this.has(id));

  /** Called by {@link crateOf} and `buildCrate`. */
  constructor(parts: CrateParts) {
    this.#parts = parts;
    this.#entities = new EntityRegister(parts);
  }

  /** The Root Data Entity. */
  get root(): Entity {
    return this.entity(this.#parts.root);
  }

  /** The Metadata Descriptor. */
  get descriptor(): Entity {
    return this.entity(this.#parts.descriptor);
  }

  /** Whether an edit has changed anything; always for a new crate. */
  get isChanged(): boolean {
    return this.#entities.isChanged;
  }

  /** Whether the crate describes an entity. @param id relative to the root, or absolute */
  has(id: string): boolean {
    return this.#entities.find(id) !== undefined || this.#entities.isNested(id);
  }

  /**
   * The entity with this identifier.
   * @param id relative to the root, or absolute
   * @throws CrateError ERR_ENTITY_NOT_FOUND; ERR_UNSUPPORTED for one that the document describes inside of another
   */
  entity(id: string): Entity {
    const found = this.#entities.find(id);
    if (found !== undefined) return found;
    if (this.#entities.isNested(id)) throw nestedEntity(id);
    const near = didYouMean(nearNames(id, this.#entities.ids()));
    throw new CrateError('ERR_ENTITY_NOT_FOUND', `the crate describes no entity ${JSON.stringify(id)}`, {
      ...(near !== undefined && { hint: near }),
      details: { entity: id },
    });
  }

  /** All entities, each once: those of the document in its order, then those that were added. */
  entities(): Generator<Entity> {
    return this.#entities.all();
  }

  /** The entities of a type, whatever the document calls it. */
  ofType(type: string): Entity[] {
    return [...this.entities()].filter((entity) => entity.isA(type));
  }

  /** The files of the crate: entities of type File that are parts of the root, or of a folder that is. */
  files(): Entity[] {
    return this.#entities.parts().filter((entity) => entity.isA('File'));
  }

  /** The folders of the crate, and other datasets that are its parts. */
  folders(): Entity[] {
    return this.#entities.parts().filter((entity) => entity.isA('Dataset'));
  }

  /** Adds a file: a path relative to the root, or an IRI. @throws CrateError ERR_USAGE */
  addFile(location: string, properties: FileProperties = {}): Entity {
    return this.#addData(idOfData(location, 'file'), 'File', properties);
  }

  /** Adds a folder, or a dataset on the web. The files in it become its parts. @throws CrateError ERR_USAGE */
  addFolder(location: string, properties: WorkProperties = {}): Entity {
    return this.#addData(idOfData(location, 'folder'), 'Dataset', properties);
  }

  /** Adds a person. @throws CrateError ERR_USAGE */
  addPerson(properties: PersonProperties): Entity {
    const { orcid, ...person } = checked(properties, 'a person');
    return this.#addThing('Person', withId(person, orcid === undefined ? undefined : orcidIri(orcid)));
  }

  /** Adds an organization. @throws CrateError ERR_USAGE */
  addOrganization(properties: OrganizationProperties): Entity {
    const { ror, ...organization } = checked(properties, 'an organization');
    return this.#addThing('Organization', withId(organization, ror === undefined ? undefined : rorIri(ror)));
  }

  /** Adds a place. @throws CrateError ERR_USAGE */
  addPlace(properties: PlaceProperties): Entity {
    const { latitude, longitude, ...place } = checked(properties, 'a place');
    if (latitude === undefined && longitude === undefined) return this.#addThing('Place', place);
    if (!(Math.abs(latitude ?? NaN) <= 90) || !(Math.abs(longitude ?? NaN) <= 180))
      throw new CrateError('ERR_USAGE', `the place ${latitude}, ${longitude} is not on Earth`, {
        hint: 'give latitude (-90 to 90) and longitude (-180 to 180) in degrees',
      });
    const point = `_:point_${latitude}_${longitude}`;
    const added = this.#addThing('Place', { geo: { '@id': point }, ...place });
    this.#addThing('GeoCoordinates', { '@id': point, latitude, longitude });
    return added;
  }

  /**
   * Adds an entity of any other type. A File, and a Dataset with a path, become parts as with {@link addFile} and
   * {@link addFolder}.
   * @throws CrateError ERR_USAGE
   */
  add(entity: AnyEntity): Entity {
    const { '@type': type, ...properties } = checked(entity, 'an entity');
    const [first, ...others] = [type].flat() as string[];
    if (first === undefined) throw new CrateError('ERR_USAGE', 'an entity has no type', { hint: 'give it an @type' });
    const { '@id': id, ...rest } = properties;
    const all = { ...rest, '@type': [first, ...others] };
    if (id !== undefined && all['@type'].some((one) => one === 'File' || one === 'MediaObject'))
      return this.addFile(id, all);
    if (id !== undefined && all['@type'].includes('Dataset') && isPath(id)) return this.addFolder(id, all);
    return this.#addThing(first, { ...properties, '@type': others });
  }

  /**
   * Defines a term that the contexts lack, in the context and by an entity. A term of schema.org needs no
   * description, and then gets no entity.
   * @param term a key, type or concept
   * @throws CrateError ERR_USAGE also for a term that stands for something else already
   */
  addTerm(term: string, definition: TermProperties): Entity | undefined {
    const { iri: own, project, use = 'property', ...properties } = checked(definition, `the term ${String(term)}`);
    const iri = own ?? (project === undefined ? undefined : `${RO_TERMS}${project}#${term}`);
    const isOfSchemaOrg = iri?.startsWith(SCHEMA) === true;
    const problem =
      iri === undefined || !isAbsoluteIri(iri)
        ? 'has no absolute IRI'
        : properties.description === undefined && !isOfSchemaOrg
          ? 'has no description'
          : undefined;
    if (problem !== undefined)
      throw new CrateError('ERR_USAGE', `the term ${term} ${problem}`, {
        hint: "give its iri, or the project that it belongs to, and say what it means: { project: 'tides', description: '...' }",
      });
    const id = checkedId(iri as string, `the term ${term}`);
    this.#parts.terms.requireFree(term, id);
    const isDescribed = !isOfSchemaOrg || properties.description !== undefined;
    const entity = isDescribed ? this.#addThing(DEFINITIONS[use], { name: term, ...properties, '@id': id }) : undefined;
    this.#parts.terms.define(term, id);
    return entity;
  }

  /**
   * Removes entities, and all references to them. The parts of a removed folder become parts of what the folder was in.
   * @param gone an entity, its identifier, or several
   * @throws CrateError ERR_ENTITY_NOT_FOUND, ERR_USAGE for root and descriptor; nothing is changed
   */
  remove(gone: EntityReference | string | readonly (EntityReference | string)[]): this {
    const kept = [this.#parts.root, this.#parts.descriptor].map((id) => this.#parts.resolve(id));
    const all = [gone].flat().map((one) => {
      const { id } = this.entity(typeof one === 'string' ? one : one?.['@id']);
      const iri = this.#parts.resolve(id);
      if (!kept.includes(iri)) return iri;
      throw new CrateError('ERR_USAGE', `${id} cannot be removed: every crate has it`, {
        hint: 'remove other entities',
        details: { entity: id },
      });
    });
    this.#entities.remove(new Set(all));
    return this;
  }

  /** The metadata document as JSON. */
  document(): JsonObject {
    return parseJson(withoutByteOrderMark(this.toString())) as JsonObject;
  }

  /** The metadata document in UTF-8, in pieces. Without a change, these are the bytes that were opened. */
  chunks(): Generator<Uint8Array> {
    return writeEntities(this.#parts, this.#entities);
  }

  /** The text of the metadata document. */
  toString(): string {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let text = '';
    for (const chunk of this.chunks()) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }

  #addData(id: string, type: string, properties: EntityProperties): Entity {
    requireProperties(properties, id);
    if (this.#parts.kind === 'detached' && !isAbsoluteIri(id))
      throw new CrateError('ERR_USAGE', `${id} is a path, and a Detached crate has no files`, {
        hint: 'give the absolute IRI where the data are on the web',
      });
    return this.#entities.put('data', id, typed(type, properties));
  }

  #addThing(type: string, { '@id': given, ...properties }: EntityProperties & { readonly '@id'?: string | undefined }) {
    const all = typed(type, properties);
    if (given !== undefined) return this.#entities.put('contextual', checkedId(given, 'the entity'), all);
    const content = contentOf(this.#entities.draft('the entity').add(all));
    const name = nameText(properties.name);
    if (name === undefined) return this.#entities.put('contextual', this.#ids.free(undefined, type), all);
    const wish = this.#ids.wish(name, type);
    for (const earlier of [this.#byContent.get(content), this.#entities.find(wish)])
      if (earlier !== undefined && this.has(earlier.id) && contentOf(earlier) === content) return earlier;
    const added = this.#entities.put('contextual', this.#ids.free(wish, type), all);
    this.#byContent.set(content, added);
    return added;
  }
}

/** Properties that a caller gives. @throws CrateError ERR_USAGE for what has none */
function checked<T extends object>(properties: T, what: string): T {
  requireProperties(properties, what);
  return properties;
}

/** Whether an identifier is a path in the crate. */
function isPath(id: string): boolean {
  return !isAbsoluteIri(id) && !/^(?:#|_:)/.test(id);
}

function withId<T extends { readonly '@id'?: string | undefined }>(properties: T, id: string | undefined): T {
  return id === undefined ? properties : { ...properties, '@id': id };
}

/** Properties with one type more, which comes first, as people write entities. */
function typed(type: string, { '@type': types = [], ...properties }: EntityProperties): EntityProperties {
  return { '@type': [type, ...([types].flat() as string[])], ...properties };
}

/** The text of a name, whatever its language. */
function nameText(name: EntityProperties['name']): string | undefined {
  const first = [name].flat()[0] as string | { readonly '@value': unknown } | undefined;
  const text = typeof first === 'object' ? String(first['@value']) : first;
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** What an entity says, whatever its identifier. */
function contentOf(entity: Entity): string {
  const { id: _, '@id': __, ...properties } = entity.toJSON();
  return JSON.stringify(properties);
}
