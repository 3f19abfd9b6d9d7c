import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { RO_TERMS, SCHEMA } from '../../base/rdf/vocabulary.js';
import type { ContextSource } from '../context/context-source.js';
import { resolveContext } from '../context/resolve-context.js';
import type { JsonObject } from '../json/value.js';
import { METADATA_FILE_NAME } from '../metadata-names.js';
import { contextAddress } from '../spec-version.js';
import { documentText } from '../write/write-document.js';
import { BuilderTerms } from './builder-terms.js';
import { BuiltEntity } from './built-entity.js';
import type {
  AnyEntity,
  FileProperties,
  OrganizationProperties,
  PersonProperties,
  PlaceProperties,
  EntityProperties,
  RootProperties,
  TermProperties,
  WorkProperties,
} from './entity-properties.js';
import { checkedId, idOfData, LocalIds, orcidIri, rorIri } from './new-ids.js';
import { describedEntities } from './part-tree.js';

/** The versions of RO-Crate that a builder writes. */
export const BUILT_VERSIONS = ['1.1', '1.2', '1.3'] as const;

/** How to build a crate. */
export interface BuildOptions {
  /** Where contexts come from: `bundledContexts()` of `crategraph/contexts` has those of RO-Crate. */
  readonly contexts: ContextSource;
  /** Version of RO-Crate. Default 1.2. */
  readonly version?: (typeof BUILT_VERSIONS)[number] | undefined;
  /** Absolute IRI of the root, for a Detached crate. Default: an Attached one, whose root is `./`. */
  readonly id?: string | undefined;
  /** Addresses of further contexts, such as that of a profile. */
  readonly context?: readonly string[] | undefined;
}

/** `@type` of the definition of a term, by its use. */
const DEFINITIONS = { property: 'rdf:Property', class: 'rdfs:Class', concept: 'DefinedTerm' } as const;

/**
 * Begins a new crate.
 * @param properties of the root
 * @throws CrateError ERR_USAGE for invalid properties, ERR_CONTEXT_UNAVAILABLE
 */
export async function buildCrate(properties: RootProperties, options: BuildOptions): Promise<CrateBuilder> {
  const { version = '1.2', contexts, id, context = [] } = options;
  if (!BUILT_VERSIONS.includes(version))
    throw new CrateError('ERR_USAGE', `crates of version ${String(version)} are not written`, {
      hint: `choose ${BUILT_VERSIONS.join(', ')}`,
    });
  if (id !== undefined && (version === '1.1' || !isAbsoluteIri(id)))
    throw new CrateError('ERR_USAGE', `${JSON.stringify(id)} cannot be the root of a crate of version ${version}`, {
      hint: 'a Detached crate has an absolute IRI, and version 1.2 or later',
    });
  const declared = [contextAddress(version), ...context];
  const terms = new BuilderTerms(declared, await resolveContext(declared, contexts, SCHEMA));
  return new CrateBuilder(properties, { terms, version, id: id === undefined ? './' : checkedId(id, 'the root') });
}

/**
 * A crate that is being built. Each method checks what it is given and refuses it at once, with an error that changes
 * nothing. What is added twice under one identifier is one entity: the second description completes the first,
 * and must not contradict it.
 */
export class CrateBuilder {
  readonly root: BuiltEntity;
  readonly descriptor: BuiltEntity;
  readonly #terms: BuilderTerms;
  readonly #data = new Map<string, BuiltEntity>();
  readonly #contextual = new Map<string, BuiltEntity>();
  /** Entities with a name and an identifier of ours, by what they said when they were added. */
  readonly #byContent = new Map<string, BuiltEntity>();
  readonly #ids = new LocalIds((id) => this.entity(id) !== undefined);

  /** Called by {@link buildCrate}. */
  constructor(
    properties: RootProperties,
    { terms, version, id }: { readonly terms: BuilderTerms; readonly version: string; readonly id: string },
  ) {
    this.#terms = terms;
    this.root = new BuiltEntity(id, terms).set({ '@type': 'Dataset' }).set(properties);
    this.descriptor = new BuiltEntity(METADATA_FILE_NAME, terms).set({
      '@type': 'CreativeWork',
      conformsTo: { '@id': `https://w3id.org/ro/crate/${version}` },
      about: { '@id': id },
    });
  }

  /** Adds a file: a path relative to the root, or an IRI. @throws CrateError ERR_USAGE */
  addFile(location: string, properties: FileProperties = {}): BuiltEntity {
    return this.#addData(idOfData(location, 'file'), 'File', properties);
  }

  /** Adds a folder, or a dataset on the web. The files in it become its parts. @throws CrateError ERR_USAGE */
  addFolder(location: string, properties: WorkProperties = {}): BuiltEntity {
    return this.#addData(idOfData(location, 'folder'), 'Dataset', properties);
  }

  /** Adds a person. @throws CrateError ERR_USAGE */
  addPerson({ orcid, ...person }: PersonProperties): BuiltEntity {
    return this.#addThing('Person', withId(person, orcid === undefined ? undefined : orcidIri(orcid)));
  }

  /** Adds an organization. @throws CrateError ERR_USAGE */
  addOrganization({ ror, ...organization }: OrganizationProperties): BuiltEntity {
    return this.#addThing('Organization', withId(organization, ror === undefined ? undefined : rorIri(ror)));
  }

  /** Adds a place. @throws CrateError ERR_USAGE */
  addPlace({ latitude, longitude, ...place }: PlaceProperties): BuiltEntity {
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

  /** Adds an entity of any other type. @throws CrateError ERR_USAGE */
  add({ '@type': type, ...properties }: AnyEntity): BuiltEntity {
    const [first, ...others] = [type].flat() as string[];
    if (first === undefined) throw new CrateError('ERR_USAGE', 'an entity has no type', { hint: 'give it an @type' });
    const isData = [first, ...others].some((one) => one === 'File' || one === 'MediaObject');
    if (isData && properties['@id'] !== undefined) {
      const { '@id': id, ...rest } = properties;
      return this.addFile(id, { ...rest, '@type': [first, ...others] });
    }
    return this.#addThing(first, { ...properties, '@type': others });
  }

  /**
   * Defines a term that the contexts lack, in the context and by an entity. A term of schema.org needs no
   * description, and then gets no entity.
   * @param term a key, type or concept
   * @throws CrateError ERR_USAGE also for a term that stands for something else already
   */
  addTerm(term: string, definition: TermProperties): BuiltEntity | undefined {
    const { iri: given, project, use = 'property', ...properties } = definition;
    const iri = given ?? (project === undefined ? undefined : `${RO_TERMS}${project}#${term}`);
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
    this.#terms.requireFree(term, id);
    const isDescribed = !isOfSchemaOrg || properties.description !== undefined;
    const entity = isDescribed ? this.#addThing(DEFINITIONS[use], { name: term, ...properties, '@id': id }) : undefined;
    this.#terms.define(term, id);
    return entity;
  }

  /** The entity with this identifier. */
  entity(id: string): BuiltEntity | undefined {
    if (id === this.root.id) return this.root;
    if (id === this.descriptor.id) return this.descriptor;
    return this.#data.get(id) ?? this.#contextual.get(id);
  }

  /** The metadata document, flat and compacted. */
  document(): JsonObject {
    return { '@context': this.#terms.json, '@graph': [...this.#entities()] };
  }

  /** The text of the metadata document, in pieces of whole entities. */
  chunks(): Generator<string> {
    return documentText({ context: this.#terms.json, entities: this.#entities() });
  }

  /** The text of the metadata document. */
  toString(): string {
    return [...this.chunks()].join('');
  }

  *#entities(): Generator<JsonObject> {
    yield this.descriptor.toJSON();
    yield* describedEntities({ root: this.root, data: this.#data, contextual: this.#contextual });
  }

  #addData(id: string, type: string, properties: EntityProperties): BuiltEntity {
    if (this.root.id !== './' && !isAbsoluteIri(id))
      throw new CrateError('ERR_USAGE', `${id} is a path, and a Detached crate has no files`, {
        hint: 'give the absolute IRI where the data are on the web',
      });
    return this.#put(this.#data, id, { ...properties, '@type': [type, ...typesIn(properties)] });
  }

  #addThing(type: string, { '@id': given, ...properties }: EntityProperties & { readonly '@id'?: string | undefined }) {
    const all = { ...properties, '@type': [type, ...typesIn(properties)] };
    if (given !== undefined) return this.#put(this.#contextual, checkedId(given, 'the entity'), all);
    this.#check(all);
    const name = nameText(properties.name);
    if (name === undefined) return this.#put(this.#contextual, this.#ids.free(undefined, type), all);
    const content = JSON.stringify(new BuiltEntity('', this.#terms).set(all));
    const earlier = this.#byContent.get(content);
    if (earlier !== undefined && isSame(earlier, content)) return earlier;
    const added = this.#put(this.#contextual, this.#ids.free(this.#ids.wish(name, type), type), all);
    this.#byContent.set(content, added);
    return added;
  }

  /** Describes the entity with this identifier, a new one or one that is there. */
  #put(among: Map<string, BuiltEntity>, id: string, properties: EntityProperties): BuiltEntity {
    const earlier = this.entity(id);
    if (earlier !== undefined) return earlier.complete(properties);
    const entity = new BuiltEntity(id, this.#terms).set(properties);
    among.set(id, entity);
    return entity;
  }

  /** @throws CrateError ERR_USAGE for properties that no entity can have */
  #check(properties: EntityProperties): void {
    new BuiltEntity('the entity', this.#terms).set(properties);
  }
}

function withId<T extends { readonly '@id'?: string | undefined }>(properties: T, id: string | undefined): T {
  return id === undefined ? properties : { ...properties, '@id': id };
}

function typesIn({ '@type': types = [] }: EntityProperties): string[] {
  return [types].flat() as string[];
}

/** The text of a name, whatever its language. */
function nameText(name: EntityProperties['name']): string | undefined {
  const first = [name].flat()[0] as string | { readonly '@value': unknown } | undefined;
  const text = typeof first === 'object' ? String(first['@value']) : first;
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Whether an entity still says what it said when it was added. */
function isSame(entity: BuiltEntity, content: string): boolean {
  return JSON.stringify({ ...entity.toJSON(), '@id': '' }) === content;
}
