import { CrateError } from '../../base/errors.js';
import { MAX_NESTING } from '../../crate/json/nesting.js';
import { isAbsoluteIri, isHierarchical } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { StoredRecord } from '../../store/port.js';

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isList: Test = (value) => Array.isArray(value);
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isIri: Test = (value) => typeof value === 'string' && isAbsoluteIri(value) && repairIri(value) === value;
const isReference: Test = (value) => {
  if (!isObject(value)) return false;
  const { id, graph } = value as Record<string, unknown>;
  return isIri(graph) && (isIri(id) || (typeof id === 'string' && /^_:\S+$/.test(id)));
};
/** What `judgeBase` makes of any base: relative references resolve against it. */
const isBase: Test = (value) => isIri(value) && isHierarchical(value as string) && !(value as string).includes('#');
const isWebUrl: Test = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const isHop: Test = (value) => {
  if (!isObject(value)) return false;
  const { url, status, step } = value as Record<string, unknown>;
  return isWebUrl(url) && isCount(status) && isText(step);
};
const isTime: Test = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isValidators: Test = (value) => {
  if (!isObject(value)) return false;
  const { url, etag, lastModified } = value as Record<string, unknown>;
  return isWebUrl(url) && [etag, lastModified].every((one) => one === undefined || isHeaderText(one));
};
/** What a header can have: it is sent back. */
const isHeaderText: Test = (value) => typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

/** What each field of a load record has to be. */
const FIELDS: Readonly<Record<string, Test>> = {
  base: isBase,
  descriptor: isIri,
  baseReason: isText,
  names: (value) => Array.isArray(value) && value.every(isText),
  entities: isCount,
  repairs: isCount,
  loaded: isTime,
  version: optional(isText),
  location: optional(isWebUrl),
  catalogue: optional(isText),
  alsoIn: optional((value) => Array.isArray(value) && value.every(isText)),
  itemName: optional(isText),
  itemVersion: optional(isText),
  validators: optional(isValidators),
  gone: optional(isTime),
  kind: optional((value) => value === 'reference' || value === 'identities'),
  marks: optional(isText),
  partOf: optional(isIri),
  hops: optional((value) => Array.isArray(value) && value.every(isHop)),
  references: optional((value) => isList(value) && (value as unknown[]).every(isReference)),
};

/** What is wrong with the data of a stored record: a store may come from anywhere. Empty if nothing is. */
export function recordFaults({ source, data }: StoredRecord): string[] {
  if (!isNestedUpTo(MAX_NESTING, data))
    return [`the record of ${source} in the store is nested more than ${MAX_NESTING} levels deep`];
  return Object.entries(FIELDS)
    .filter(([field, test]) => !test(data[field]))
    .map(([field]) => `the record of ${source} in the store has a "${field}" that no load writes`);
}

/** Whether brackets are at most so deep, as in the documents that loads read: deeper values exhaust the stack. */
function isNestedUpTo(most: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((one) => isNestedUpTo(most - 1, one));
}

/** Passes a record on. @throws CrateError ERR_STORE_INVALID if no load of ours can have written it */
export function checkedRecord(record: StoredRecord): StoredRecord {
  const [fault] = recordFaults(record);
  if (fault === undefined) return record;
  throw new CrateError('ERR_STORE_INVALID', fault, { details: { graph: record.graph } });
}
