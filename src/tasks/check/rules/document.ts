import { isObject } from '../../../crate/json/value.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import { SCHEMA } from '../../../base/rdf/vocabulary.js';
import { pointerToken } from '../../../crate/json/top-items.js';
import type { Rule } from '../rule.js';

const SHAPE = 'format 2, metadata document shape';
/** Vocabularies whose types RO-Crate and its profiles ask for, alone too. */
const PRESCRIBED =
  /^https?:\/\/(?:bioschemas\.org|pcdm\.org|purl\.org\/dc\/terms|www\.opengis\.net\/ont\/geosparql|www\.w3\.org\/(?:1999|2000|ns)|w3id\.org\/ro\/terms\/(?:workflow-run|test))[/#]/;

/** The shape of the document (format document, section 2). */
export const DOCUMENT_RULES: readonly Rule[] = [
  {
    id: 'document-graph',
    severity: 'error',
    on: 'crate',
    sentence: 'The document must have an array `@graph` with its entities.',
    source: SHAPE,
    check: ({ document }) => {
      const { '@graph': graph } = document.json.top;
      if (Array.isArray(graph)) return undefined;
      return graph === undefined
        ? { message: 'the document has no `@graph`', pointer: '' }
        : { message: '`@graph` is not an array', pointer: '/@graph' };
    },
  },
  {
    id: 'document-keys',
    severity: 'warning',
    on: 'crate',
    sentence: 'The document should have no keys but `@context` and `@graph`.',
    source: SHAPE,
    check: ({ document }) => {
      const { '@context': _, '@graph': graph, ...others } = document.json.top;
      if (graph === undefined) return undefined;
      return Object.keys(others).map((key) => ({
        message: `the key ${key} is next to \`@graph\``,
        pointer: `/${pointerToken(key)}`,
      }));
    },
  },
  {
    id: 'entity-object',
    severity: 'error',
    on: 'crate',
    sentence: 'Each item of `@graph` must be an object.',
    source: SHAPE,
    check: ({ otherItems }) =>
      otherItems.map(({ value, pointer }) => ({
        message: `an item of \`@graph\` is ${Array.isArray(value) ? 'an array' : JSON.stringify(value).slice(0, 40)}`,
        pointer,
      })),
  },
  {
    id: 'entity-flat',
    severity: 'error',
    on: 'entity',
    sentence: 'Each entity must be described directly in `@graph`, never inside of another one.',
    source: 'format 2, identifier rule 4',
    fix: 'moves the entity to `@graph` and leaves a reference',
    check: (entity, { index }) => {
      if (!entity.nested) return undefined;
      const around = index.idAt(entity.pointer) ?? 'another entity';
      const place = entity.pointer.split('/').findLast((token) => !/^\d+$/.test(token));
      return entity.fault(`is described inside of ${around}, under ${place}: --fix can repair it`);
    },
  },
  {
    id: 'entity-unique',
    severity: 'error',
    on: 'entity',
    sentence: 'Each entity must be described once only.',
    source: 'format 1, flattened JSON-LD; RO-Crate 1.0 to 1.3, Metadata Document',
    check: (entity, { index }) =>
      !entity.nested && index.descriptionsOf(entity.iri) > 1 && index.pointerTo(entity.iri) !== entity.pointer
        ? entity.fault('is described more than once')
        : undefined,
  },
  {
    id: 'entity-id',
    severity: 'error',
    on: 'entity',
    sentence: 'Each entity must have an `@id`.',
    source: 'format 1, flattened JSON-LD; RO-Crate 1.2 and 1.3, Metadata',
    check: (entity) =>
      entity.nested || entity.pointer === '' || '@id' in entity.json ? undefined : entity.fault('has no `@id`'),
  },
  {
    id: 'entity-type',
    severity: 'error',
    on: 'entity',
    sentence: 'Each entity must have a `@type`.',
    source: 'RO-Crate 1.2 and 1.3, Metadata',
    check: (entity, crate) => {
      const role = crate.roleOf(entity);
      if (role === 'root' || role === 'descriptor') return undefined; // their own rules say which type
      if (entity.nested || entity.pointer === '' || !crate.since('1.2')) return undefined;
      const { '@type': type } = entity.json;
      return type === undefined || (Array.isArray(type) && type.length === 0)
        ? entity.fault('has no `@type`')
        : undefined;
    },
  },
  {
    id: 'entity-schema-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'Each entity should have a type of schema.org too: `Thing` or `CreativeWork`, if there is no other.',
    source: 'RO-Crate 1.2 and 1.3, Metadata',
    check: (entity, crate) => {
      const { types, nested } = entity;
      if (!crate.since('1.2') || nested || types.length === 0) return undefined;
      const allowed = types.some((type) => !isAbsoluteIri(type) || type.startsWith(SCHEMA) || PRESCRIBED.test(type));
      return allowed ? undefined : entity.fault('has no type of schema.org', '@type');
    },
  },
  {
    id: 'key-compact',
    severity: 'error',
    on: 'entity',
    sentence: 'A property for which the context has a term must be written as that term, and not as an IRI.',
    source: 'format 1, compacted JSON-LD; RO-Crate 1.0 to 1.3, Metadata Document',
    check: (entity) =>
      Object.keys(entity.json).flatMap((key) => {
        if (!key.includes('://')) return [];
        const iri = entity.names.property(key);
        const term = /[^/#]*$/.exec(key)?.[0] ?? '';
        return iri !== undefined && term !== '' && entity.names.property(term) === iri
          ? [entity.faultAt(`has ${key} in place of ${term}`, `${entity.pointer}/${pointerToken(key)}`)]
          : [];
      }),
  },
  {
    id: 'type-compact',
    severity: 'error',
    on: 'entity',
    sentence: 'A type for which the context has a term must be written as that term, and not as an IRI.',
    source: 'format 1, compacted JSON-LD; RO-Crate 1.0 to 1.3, Metadata Document',
    check: (entity) =>
      [entity.json['@type'] ?? []].flat().flatMap((type) => {
        if (typeof type !== 'string' || !type.includes('://')) return [];
        const term = /[^/#]*$/.exec(type)?.[0] ?? '';
        return term !== '' && entity.names.type(term) === entity.names.type(type)
          ? [entity.fault(`has the type ${type} in place of ${term}`, '@type')]
          : [];
      }),
  },
  {
    id: 'value-unpacked',
    severity: 'warning',
    on: 'entity',
    sentence: 'A property with one value should have that value, and not an array around it.',
    source: 'format 2, identifier rule 6',
    fix: 'unpacks the array, also that of the context',
    check: (entity) => {
      const { context } = entity.names.document;
      const keys = Object.keys(entity.json).filter((key) => {
        const value = entity.json[key];
        if (key.startsWith('@') || !Array.isArray(value) || value.length !== 1) return false;
        // A list in a list, and a term whose values are always an array, need it.
        const written = context.written(key);
        return !(isObject(written) && '@container' in written) && !Array.isArray(value[0]);
      });
      const [first] = keys;
      if (first === undefined) return undefined;
      const message = `has an array around the only value of ${keys.join(', ')}`;
      return entity.faultAt(message, `${entity.pointer}/${pointerToken(first)}`);
    },
  },
];
