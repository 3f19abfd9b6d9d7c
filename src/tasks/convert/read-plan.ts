import { CrateError } from '../../base/errors.js';
import { isObject, parsePlain } from '../../crate/json/value.js';
import { isMetadataFileName, METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { ACTIONS, STEPS, type Plan } from './plan.js';

/** What a plan must be for. */
export interface PlanFor {
  readonly verb: Plan['verb'];
  /** SHA-256 of the metadata document. Default: any document. */
  readonly document?: string | undefined;
}

/** What a value must be, and whether it must be there. */
interface Rule {
  readonly needed?: true;
  readonly expected: string;
  test(value: unknown): boolean;
}

const text: Rule = { expected: 'text', test: (value) => typeof value === 'string' };
const filled: Rule = { expected: 'text that is not empty', test: (value) => typeof value === 'string' && value !== '' };
const needed = (rule: Rule): Rule => ({ ...rule, needed: true });
const oneOf = (names: readonly string[]): Rule => ({
  expected: `one of ${names.join(', ')}`,
  test: (value) => names.includes(value as string),
});

/** Schemes whose addresses run, or are another place on each machine. */
const RUN = /^(?:javascript|vbscript|data|blob|about|file):/i;

/** The keys of a plan, as in `data/json/plan.schema.json`. */
const PLAN: Readonly<Record<keyof Plan, Rule>> = {
  verb: needed(oneOf(['detach', 'attach'])),
  mode: oneOf(['distribution', 'snapshot', 'fork', 'download']),
  crate: needed(text),
  document: needed({
    expected: '64 hexadecimal digits',
    test: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  }),
  base: {
    expected: 'an absolute IRI',
    test: (value) => typeof value === 'string' && isLegalIri(value) && !RUN.test(value),
  },
  name: needed({ expected: 'a file name', test: (value) => typeof value === 'string' && isFileName(value) }),
  credentials: {
    expected: 'an array of hosts',
    test: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  changes: needed({ expected: 'an array', test: Array.isArray }),
};

/** The keys of a change. */
const CHANGE: Readonly<Record<keyof Plan['changes'][number], Rule>> = {
  step: needed(oneOf(STEPS)),
  action: needed(oneOf(ACTIONS)),
  id: needed(text),
  newId: filled,
  why: needed(text),
  size: { expected: 'a number of bytes', test: (value) => Number.isSafeInteger(value) && (value as number) >= 0 },
  sha256: text,
  mediaType: text,
  license: text,
  risk: text,
  url: filled,
  otherUrls: { expected: 'an array of addresses', test: (value) => Array.isArray(value) && value.every(filled.test) },
  drop: {
    expected: 'an array of names',
    test: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '@id'),
  },
  add: { expected: 'an object', test: isObject },
};

/**
 * Reads a plan that was saved, and perhaps edited.
 * @throws CrateError ERR_PLAN_INVALID with the place of the mistake, as in `changes[3].action`
 */
export function readPlan(json: string, plan: PlanFor): Plan {
  let value: unknown;
  try {
    value = parsePlain(json.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw invalid('', `the plan is not JSON: ${(cause as Error).message}`, cause);
  }
  return checkPlan(value, plan);
}

/** Checks a plan: its form, what it is for, and each change. @throws CrateError as {@link readPlan} */
export function checkPlan(value: unknown, { verb, document }: PlanFor): Plan {
  checkKeys(value, PLAN, '');
  const plan = value as Plan;
  plan.changes.forEach((change, index) => checkChange(change, `changes[${index}]`));
  if (plan.verb !== verb)
    throw invalid('verb', `the plan is for ${plan.verb}, not for ${verb}`, undefined, `use it with \`${plan.verb}\``);
  if (verb === 'detach') checkDetach(plan);
  if (document !== undefined && plan.document !== document)
    throw invalid('document', `the plan was made for another metadata document, that of ${plan.crate}`);
  return plan;
}

/** Checks that a plan for `detach` does nothing that only `attach` can do, and names a file that is no other. */
function checkDetach({ mode, name, changes }: Plan): void {
  if (mode !== undefined) throw invalid('mode', 'a plan for detach has no mode');
  if (!isMetadataFileName(name))
    throw invalid(
      'name',
      `${JSON.stringify(name)} would not be recognised as a metadata document`,
      undefined,
      `end name with -${METADATA_FILE_NAME}`,
    );
  changes.forEach(({ action, step, newId }, index) => {
    const place = `changes[${index}]`;
    if (!step.startsWith('A')) throw invalid(`${place}.step`, `${place}.step ${step} is not one of detach`);
    if (['folder', 'unpack', 'retrieve'].includes(action))
      throw invalid(`${place}.action`, `${place}.action ${action} does not work with detach`);
    if (newId !== undefined && isAbsoluteIri(newId) && !isLegalIri(newId))
      throw invalid(`${place}.newId`, `${place}.newId ${JSON.stringify(newId)} is not a legal IRI`);
    if (action !== 'rename' && newId !== undefined)
      throw invalid(
        `${place}.newId`,
        `${place} has a newId, but its action is ${action}`,
        undefined,
        'the action for a newId is rename',
      );
  });
}

function checkChange(change: Plan['changes'][number], place: string): void {
  checkKeys(change, CHANGE, place);
  if (change.action === 'rename' && change.newId === undefined)
    throw invalid(`${place}.newId`, `${place} renames ${change.id}, but has no newId`);
  if (change.action === 'add' && change.add === undefined)
    throw invalid(`${place}.add`, `${place} adds ${change.id}, but has no properties in add`);
}

function checkKeys(value: unknown, rules: Readonly<Record<string, Rule>>, place: string): void {
  if (!isObject(value)) throw invalid(place, `${place || 'the plan'} is not an object`);
  const at = (key: string) => (place === '' ? key : `${place}.${key}`);
  for (const [key, rule] of Object.entries(rules)) {
    if (value[key] === undefined) {
      if (rule.needed === true) throw invalid(at(key), `${at(key)} is missing`);
    } else if (!rule.test(value[key])) throw invalid(at(key), `${at(key)} is not ${rule.expected}`);
  }
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(rules, key));
  if (unknown !== undefined)
    throw invalid(at(unknown), `${at(unknown)} is unknown`, undefined, `known are ${Object.keys(rules).join(', ')}`);
}

function isLegalIri(text: string): boolean {
  return isAbsoluteIri(text) && repairIri(text) === text;
}

/** Whether a name stays in its folder on every system. */
function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\:\u0000-\u001F]/.test(name);
}

function invalid(place: string, reason: string, cause?: unknown, hint?: string): CrateError {
  return new CrateError('ERR_PLAN_INVALID', reason, {
    details: { ...(place === '' ? {} : { place }) },
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}
