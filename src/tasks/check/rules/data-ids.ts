import { DATA_TYPES } from '../../../crate/follow/entity-places.js';
import { pathOfId } from '../../../package/file-ids.js';
import { repairIri } from '../../../base/rdf/iri-repair.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import { faultIn, type Fault } from '../crate/checked-entity.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import type { Rule } from '../rule.js';
import { isPreview, isRelativeId } from './ids.js';

const FILES = typeSet('File');

/** Identifiers of files and folders, for which the specification says MUST where it says SHOULD for others. */
export const DATA_ID_RULES: readonly Rule[] = [
  {
    id: 'data-uri',
    severity: 'error',
    on: 'data',
    sentence:
      'The `@id` of a file or folder must be a legal URI: with `/` as separator, and special characters percent-encoded.',
    source: 'RO-Crate 1.2 and 1.3, Data Entities',
    fix: 'percent-encodes the character, or writes `/`',
    check: (entity, crate) => {
      const { id = '', nested } = entity;
      if (nested || !crate.since('1.2') || /^(?:#|_:)/.test(id)) return undefined;
      if (id.includes('\\')) return entity.fault('has backslashes in its `@id`: write `/`', '@id');
      return repairIri(id) === id
        ? undefined
        : entity.fault('has characters in its `@id` that must be percent-encoded', '@id');
    },
  },
  {
    id: 'data-in-crate',
    severity: 'error',
    on: 'data',
    sentence:
      'A file or folder must be in the crate or on the web, and not at a place on one computer, such as `file:///data/x`.',
    source: 'RO-Crate 1.2 and 1.3, Data Entities',
    check: (entity, crate) =>
      crate.since('1.2') && !entity.nested && /^(?:file:|\/(?!\/|$))/i.test(entity.id ?? '')
        ? entity.fault('is on one computer only: write a path in the crate, or an address on the web', '@id')
        : undefined,
  },
  {
    id: 'data-relative',
    severity: 'error',
    on: 'data',
    sentence: 'In a folder of version 1.0 all files and folders must be in the crate: the `@id` is a path.',
    source: 'RO-Crate 1.0, Data Entities',
    check: (entity, crate) =>
      !crate.since('1.1') &&
      crate.kind === 'attached' &&
      !isRelativeId(entity.id ?? '') &&
      !entity.id?.startsWith('_:') &&
      isData(entity.iri, crate)
        ? entity.fault('is a data entity, but its `@id` is no path', '@id')
        : undefined,
  },
  {
    id: 'data-type',
    severity: 'error',
    on: 'crate',
    sentence: 'A file of the crate that `hasPart` lists must be a `File`, and a folder a `Dataset`.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (crate) => {
      if (crate.files === undefined) return undefined;
      const paths = new Set(crate.files.flatMap(({ path }) => (path === undefined ? [] : withFolders(path))));
      const faults: Fault[] = [];
      for (const { id, iri, entity, pointer } of crate.index.identifiers()) {
        if (id !== entity || !isRelativeId(id) || id.includes('#') || !crate.index.isPart(iri)) continue;
        if (iri === crate.rootIri || iri === crate.descriptorIri) continue;
        if (isPreview(id) || isAmong(crate.index.typesOf(iri), DATA_TYPES)) continue;
        const path = pathOfId(id)?.replace(/\/$/, '');
        const kind = path === undefined ? undefined : paths.has(`${path}/`) ? 'Dataset' : paths.has(path) && 'File';
        if (kind) faults.push(faultIn(entity, `is in the crate, but its type is not ${kind}`, pointer));
      }
      return faults;
    },
  },
];

/** Whether an entity is surely a data entity: a file, or a part. */
function isData(iri: string, { index }: CheckedCrate): boolean {
  return index.isPart(iri) || isAmong(index.typesOf(iri), FILES);
}

/** A path and the folders that it is in, which end with `/`. */
function withFolders(path: string): string[] {
  return [path, ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))];
}
