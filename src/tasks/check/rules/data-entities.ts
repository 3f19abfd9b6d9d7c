import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { precisionOf } from '../crate/date-precision.js';
import { typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isRelativeId } from './ids.js';

const DATA = 'RO-Crate 1.2 and 1.3, Data Entities';
const ON_WEB = 'RO-Crate 1.1 to 1.3, Web-based Data Entities';
/** What describes a file format: a page about it, a standard, or a file of the crate. */
const FORMATS = typeSet(
  ...['WebPage', 'WebPageElement', 'WebSite', 'http://purl.org/dc/terms/Standard', 'CreativeWork', 'File', 'Dataset'],
  ...['DefinedTerm', 'WebContent', 'TechArticle', 'http://www.w3.org/ns/dx/prof/Profile'],
);
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/;

/** Files and folders, in the crate and on the web (format document, section 2; RO-Crate, Data Entities). */
export const DATA_RULES: readonly Rule[] = [
  {
    id: 'file-id',
    severity: 'error',
    on: 'data',
    sentence: 'The `@id` of a file, or of a folder that is a part of the crate, must be a path or an absolute URI.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (entity, { index }) =>
      entity.id?.startsWith('_:') && (entity.is('File') || index.isPart(entity.iri))
        ? entity.fault(
            `is a ${entity.is('File') ? 'file' : 'folder'}, but its \`@id\` is neither a path nor a URI`,
            '@id',
          )
        : undefined,
  },
  {
    id: 'folder-slash',
    severity: 'warning',
    on: 'folder',
    sentence: 'The `@id` of a folder should end with `/`.',
    source: 'format 2, entities; RO-Crate 1.0 to 1.3, Data Entities',
    fix: 'adds the `/`, in references too',
    check: (folder) =>
      isPath(folder) && !/[/?#]$|[?#]/.test(folder.id ?? '')
        ? folder.fault('is a folder, but its `@id` does not end with `/`', '@id')
        : undefined,
  },
  {
    id: 'data-absolute',
    severity: 'error',
    on: 'data',
    sentence: 'The files and folders of a Detached Package must be on the web: their identifiers are absolute.',
    source: 'format 2, entities; format 3, (A) 4; RO-Crate 1.2 and 1.3, Detached RO-Crate Package',
    check: (entity, crate) =>
      crate.since('1.2') && crate.kind === 'detached' && isPath(entity)
        ? entity.fault('is in a Detached Package, but its `@id` is not absolute', '@id')
        : undefined,
  },
  hasProperty({
    id: 'data-name',
    severity: 'warning',
    on: 'data',
    sentence: 'Files and folders should have a `name`.',
    source: DATA,
    property: ['name', 'rdfs:label'],
    // A script needs its name by another rule.
    when: (entity, crate) => isDescribed(entity, crate) && !entity.is('SoftwareSourceCode'),
  }),
  hasProperty({
    id: 'data-description',
    severity: 'warning',
    on: 'data',
    sentence: 'Files and folders should have a `description`.',
    source: DATA,
    property: 'description',
    when: isDescribed,
  }),
  hasProperty({
    id: 'file-format',
    severity: 'warning',
    on: 'file',
    sentence: 'A file should have an `encodingFormat`.',
    source: DATA,
    property: 'encodingFormat',
    when: isDescribed,
  }),
  {
    id: 'format-media-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'An `encodingFormat` that is text should be a media type, such as `text/csv`.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (entity) => {
      const odd = entity.texts('encodingFormat').find((text) => !MEDIA_TYPE.test(text.trim()));
      return odd === undefined || entity.references('encodingFormat').some(({ id }) => id === odd)
        ? undefined
        : entity.fault(`has the encodingFormat "${odd}", which is not a media type`, 'encodingFormat');
    },
  },
  refersTo({
    id: 'format-type',
    severity: 'warning',
    on: 'data',
    sentence: 'An entity that describes a file format should be a `WebPage` or a `Standard`, or a file in the crate.',
    source: 'RO-Crate 1.1 to 1.3, Data Entities',
    property: 'encodingFormat',
    types: FORMATS,
    noun: 'a WebPage or Standard',
    text: true,
  }),
  hasProperty({
    id: 'file-size',
    severity: 'warning',
    on: 'file',
    sentence: 'A file should have a `contentSize`.',
    source: `${DATA}; ${ON_WEB}`,
    property: 'contentSize',
    when: (file, crate) => isDescribed(file, crate) || (crate.since('1.1') && file.onWeb),
  }),
  {
    id: 'size-in-bytes',
    severity: 'warning',
    on: 'entity',
    sentence: 'A `contentSize` should be a number of bytes.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (entity) => {
      const odd = entity.texts('contentSize').find((text) => !/^\s*\d+(?:\s*(?:b|bytes?))?\s*$/i.test(text));
      return odd === undefined
        ? undefined
        : entity.fault(`has the contentSize "${odd}", which is not a number of bytes`, 'contentSize');
    },
  },
  hasProperty({
    id: 'file-accessed',
    severity: 'warning',
    on: 'file',
    sentence: 'A file on the web should have `sdDatePublished`: the time when it was accessed.',
    source: ON_WEB,
    property: 'sdDatePublished',
    when: (file, crate) => file.onWeb && crate.since('1.1'),
  }),
  {
    id: 'accessed-date',
    severity: 'warning',
    on: 'entity',
    sentence: '`sdDatePublished` should be a date of ISO 8601.',
    source: ON_WEB, // whose example has an offset and then a Z
    check: (entity) =>
      entity
        .texts('sdDatePublished')
        .some((text) => precisionOf(text.replace(/(?<=[+-]\d\d:\d\d)Z$/, '')) === undefined)
        ? entity.fault('has an sdDatePublished that is not a date of ISO 8601', 'sdDatePublished')
        : undefined,
  },
  {
    id: 'content-url-absolute',
    severity: 'warning',
    on: 'data',
    sentence: 'The `contentUrl` of a file or folder should be an absolute URI.',
    source: 'RO-Crate 1.2 and 1.3, Data Entities',
    check: (entity) => {
      const urls = [...entity.texts('contentUrl'), ...entity.references('contentUrl').map(({ id }) => id)];
      const odd = urls.find((url) => !isAbsoluteIri(url.trim()));
      return odd === undefined
        ? undefined
        : entity.fault(`has the contentUrl "${odd}", which is not absolute`, 'contentUrl');
    },
  },
  hasProperty({
    id: 'file-local-path',
    severity: 'warning',
    on: 'file',
    sentence:
      'A file that the crate leaves out, with an `@id` that begins with `#`, should say by `localPath` where it belongs.',
    source: DATA,
    property: 'localPath',
    when: (file, crate) => crate.since('1.2') && file.id?.startsWith('#') === true && !file.nested,
  }),
  {
    id: 'local-path-relative',
    severity: 'warning',
    on: 'data',
    sentence: 'A `localPath` should be a path in the crate: relative, and without `../`.',
    source: 'format 2, entities; RO-Crate 1.2 and 1.3, Data Entities',
    check: (entity) => {
      const odd = entity
        .texts('localPath')
        .find((path) => /^[\\/]|^[A-Za-z][\w+.-]*:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path));
      return odd === undefined
        ? undefined
        : entity.fault(`has the localPath "${odd}", which is not in the crate`, 'localPath');
    },
  },
  hasProperty({
    id: 'web-folder-content',
    severity: 'warning',
    on: 'folder',
    sentence: 'A folder on the web should have a `distribution` to download, or list its content by `hasPart`.',
    source: 'format 3, (A) 3; RO-Crate 1.2 and 1.3, Data Entities',
    property: ['distribution', 'hasPart', 'contentUrl'],
    when: (folder, crate) =>
      crate.since('1.2') && folder.onWeb && !describesCrate(folder) && crate.index.isPart(folder.iri),
  }),
];

/** Whether the `@id` of a data entity is a path in the crate. */
function isPath({ id, nested }: CheckedEntity): boolean {
  return id !== undefined && id !== '' && !nested && isRelativeId(id) && !id.startsWith('#');
}

/** Whether an entity is a crate of its own, which needs no other list of its files. */
export function describesCrate(entity: CheckedEntity): boolean {
  return entity.references('conformsTo').some(({ iri }) => /^https?:\/\/w3id\.org\/ro\/crate(?:\/|$)/.test(iri));
}

/** Whether an entity is a data entity that should be described: not the website of the crate, nor identified by `#`. */
function isDescribed({ id = '', nested }: CheckedEntity, crate: CheckedCrate): boolean {
  return crate.since('1.2') && !nested && !/^(?:#|_:)|(?:^|\/)ro-crate-preview(?:\.html$|_files\/)/.test(id);
}
