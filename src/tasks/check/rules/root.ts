import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { precisionOf } from '../crate/date-precision.js';
import type { Rule } from '../rule.js';
import { isRelativeId } from './ids.js';

const TEXT_LICENSE = 'has a license that is only text: refer to an entity with a name and description';
const ROOT = 'RO-Crate 1.0 to 1.3, Root Data Entity';

/** The Root Data Entity (format document, section 2; RO-Crate, Root Data Entity). */
export const ROOT_RULES: readonly Rule[] = [
  {
    id: 'root-exists',
    severity: 'error',
    on: 'crate',
    sentence: 'The root must exist: the document describes the entity that the descriptor is about.',
    source: `format 2, metadata document shape; ${ROOT}`,
    check: ({ descriptor, root }) => {
      const [about] = descriptor?.references('about') ?? [];
      return root === undefined && about !== undefined
        ? descriptor?.faultAt(`is about ${about.id}, which is not described`, about.pointer)
        : undefined;
    },
  },
  {
    id: 'root-unambiguous',
    severity: 'error',
    on: 'crate',
    sentence: 'It must be clear which of several entities is the root.',
    source: 'format 1, rule 6',
    check: ({ rootError }) =>
      rootError?.code === 'ERR_ROOT_AMBIGUOUS' ? { message: rootError.message, pointer: '' } : undefined,
  },
  {
    id: 'root-only',
    severity: 'note',
    on: 'crate',
    sentence: 'A document is read as one crate: descriptors and roots of others are not checked.',
    source: 'format 1, rules 5 and 6',
    check: ({ document, rootIri, rootError, index }) => {
      const others = new Set(document.candidates.map(({ root }) => root).filter((root) => root !== rootIri));
      if (rootError !== undefined) return undefined; // another rule
      return [...others].map((root) => ({
        message: `is the root of another crate: ${root}`,
        entity: index.idAt(index.pointerTo(root)),
        pointer: index.pointerTo(root),
      }));
    },
  },
  {
    id: 'root-type',
    severity: 'error',
    on: 'root',
    sentence: 'The root must be a `Dataset`.',
    source: `format 2, entities; ${ROOT}`,
    check: (root) => (root.is('Dataset') ? undefined : root.fault('is the root, but not a Dataset', '@type')),
  },
  {
    id: 'root-id',
    severity: 'error',
    on: 'root',
    sentence:
      'The `@id` of the root must be `./` or, since version 1.1, an absolute URI; in version 1.1 a path that ends with `/` will do.',
    source: `format 2, entities; ${ROOT}`,
    check: (root, crate) => {
      const { id = '' } = root;
      if (id === './' || id.startsWith('_:')) return undefined; // the last by another rule
      // What these versions say is said of folders: a document for the web that `detach` made of one has its address.
      if (crate.kind === 'detached' && !isRelativeId(id)) return undefined;
      const is11 = crate.since('1.1') && !crate.since('1.2');
      // In version 1.1 an absolute one only breaks a SHOULD, of the next rule: it is no path of a folder.
      if (is11 ? id.endsWith('/') || !isRelativeId(id) : crate.since('1.2') && !isRelativeId(id)) return undefined;
      return root.fault('is the root, but its `@id` is not `./`', '@id');
    },
  },
  {
    id: 'root-id-kind',
    severity: 'warning',
    on: 'root',
    sentence: 'The root of a Detached Package should have an absolute `@id`; in version 1.1 the root should be `./`.',
    source: `format 2, entities; ${ROOT}`,
    check: (root, crate) => {
      const { id = '' } = root;
      if (id.startsWith('_:')) return root.fault('is the root, but has no identifier', '@id');
      if (crate.since('1.2'))
        return crate.kind === 'detached' && id === './'
          ? root.fault('is the root of a Detached Package, but not absolute', '@id')
          : undefined;
      return id !== './' && crate.since('1.1') && crate.kind === 'attached' && (id.endsWith('/') || !isRelativeId(id))
        ? root.fault('is the root, but its `@id` is not `./`', '@id')
        : undefined;
    },
  },
  required('name'),
  required('description'),
  {
    id: 'root-date',
    severity: 'error',
    on: 'root',
    sentence: 'The root must have a `datePublished`.',
    source: ROOT,
    check: (root) => (root.has('datePublished') ? undefined : root.fault('has no datePublished')),
  },
  {
    id: 'root-date-format',
    severity: 'error',
    on: 'root',
    sentence: 'The `datePublished` of the root must be one text with a date of ISO 8601.',
    source: ROOT,
    check: (root) => {
      const values = root.values('datePublished');
      const [text] = root.texts('datePublished');
      if (values.length === 0) return undefined;
      if (values.length > 1)
        return root.fault(`has ${values.length} values of datePublished, one is allowed`, 'datePublished');
      return text !== undefined && precisionOf(text) !== undefined
        ? undefined
        : root.fault(`has a datePublished that is not a date of ISO 8601: ${shown(values[0])}`, 'datePublished');
    },
  },
  {
    id: 'root-date-day',
    severity: 'warning',
    on: 'root',
    sentence: 'The `datePublished` of the root should have the precision of a day at least.',
    source: ROOT,
    check: (root) => {
      const [text = ''] = root.texts('datePublished');
      return precisionOf(text) === 'less'
        ? root.fault(`has a datePublished without a day: ${text}`, 'datePublished')
        : undefined;
    },
  },
  {
    id: 'root-license',
    severity: 'error',
    on: 'root',
    sentence: 'The root must have a `license`.',
    source: ROOT,
    check: (root) => (root.has('license') ? undefined : root.fault('has no license')),
  },
  {
    id: 'root-license-described',
    severity: 'warning',
    on: 'root',
    sentence: 'The `license` of the root should be an entity that the crate describes.',
    source: ROOT,
    check: (root, { index }) => {
      if (!root.has('license')) return undefined;
      const references = root.references('license');
      if (references.length === 0) return root.fault(TEXT_LICENSE, 'license');
      const missing = references.filter(({ id, iri }) => !isRelativeId(id) && !index.isDescribed(iri));
      return missing.map(({ id, pointer }) => root.faultAt(`has the license ${id}, which is not described`, pointer));
    },
  },
  {
    id: 'root-publisher',
    severity: 'warning',
    on: 'root',
    sentence: 'The root should have a `publisher`.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (root, crate) => (crate.since('1.2') && !root.has('publisher') ? root.fault('has no publisher') : undefined),
  },
  {
    id: 'root-publisher-type',
    severity: 'warning',
    on: 'root',
    sentence: 'The `publisher` of the root should be an `Organization` or a `Person`.',
    source: 'RO-Crate 1.1 to 1.3, Contextual Entities',
    check: (root, crate) =>
      root.references('publisher').flatMap(({ iri, id, pointer }) => {
        const publisher = crate.entity(iri);
        // Types that schema.org does not have may be kinds of organizations.
        const odd =
          publisher !== undefined &&
          ['CreativeWork', 'Dataset', 'File', 'Place', 'PropertyValue', 'WebPage', 'WebSite'].some((type) =>
            publisher.is(type),
          );
        return odd && !publisher.is('Organization') && !publisher.is('Person')
          ? [root.faultAt(`has the publisher ${id}, which is no Organization or Person`, pointer)]
          : [];
      }),
  },
  {
    id: 'root-identifier',
    severity: 'warning',
    on: 'root',
    sentence: 'The `identifier` of the root should be a `PropertyValue`.',
    source: 'RO-Crate 1.2 and 1.3, Root Data Entity',
    check: (root, crate) => {
      if (!crate.since('1.2') || !root.has('identifier')) return undefined;
      const entities = crate.targets(root, 'identifier');
      if (root.values('identifier').length === entities.length && entities.every((one) => one.is('PropertyValue')))
        return undefined;
      return root.fault('has an identifier that is not described as a PropertyValue', 'identifier');
    },
  },
  {
    id: 'root-cite-as',
    severity: 'warning',
    on: 'root',
    sentence: 'The `cite-as` of the root should be one address.',
    source: 'RO-Crate 1.2 and 1.3, Root Data Entity; RFC 8574',
    check: (root) => {
      const name = 'http://www.iana.org/assignments/relation/cite-as';
      const addresses = [...root.references(name).map(({ id }) => id), ...textsOnly(root, name)];
      if (root.values(name).length === 0) return undefined;
      return addresses.length === 1 && addresses.every((address) => isAbsoluteIri(address))
        ? undefined
        : root.fault('has a cite-as that is not one address', name);
    },
  },
];

/** A rule that the root has a text. */
function required(name: 'name' | 'description'): Rule {
  return {
    id: `root-${name}`,
    severity: 'error',
    on: 'root',
    sentence: `The root must have a \`${name}\`.`,
    source: ROOT,
    check: (root) => {
      if (root.texts(name).some((text) => text.trim() !== '')) return undefined;
      return root.fault(root.has(name) ? `has a ${name} that is not a text` : `has no ${name}`, name);
    },
  };
}

function textsOnly(root: CheckedEntity, name: string): string[] {
  const ids = new Set(root.references(name).map(({ id }) => id));
  return root.texts(name).filter((text) => !ids.has(text));
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
