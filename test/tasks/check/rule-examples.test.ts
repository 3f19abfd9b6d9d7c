import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { EVERY_RULE } from '../../../src/tasks/check/every-rule.js';
import type { RuleExample } from '../../../src/tasks/check/explain.js';
import { ASKED_RULES } from '../../../src/tasks/check/every-rule.js';
import { RULE_CASES } from './cases.js';
import type { RuleCase } from './helpers/rule-case.js';
import { checkDraft, sampleCrate, type Change, type Draft } from './helpers/sample-crate.js';

const FILE = 'data/rule-examples.json';
/** A longer example would hide what matters. */
const LONGEST = 1500;

function changed({ version }: RuleCase, change: Change): Draft {
  const draft = sampleCrate(version);
  change(draft);
  return draft;
}

/** The entity that a pointer leads into, if it is in the graph of the draft and is short. */
function entityAt({ graph, text }: Draft, pointer = ''): JsonObject | undefined {
  const index = /^\/@graph\/(\d+)/.exec(pointer)?.[1];
  const entity = index === undefined || text !== undefined ? undefined : graph[Number(index)];
  return isShort(entity) ? entity : undefined;
}

function isShort(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value).length < LONGEST;
}

/** The first case of a rule as an example: the entity that breaks it, and the same entity where it keeps it. */
async function exampleOf(one: RuleCase): Promise<RuleExample> {
  const [broken, kept] = [changed(one, one.breaks), changed(one, one.keeps)];
  const finding = (await checkDraft(broken)).findings.find(({ rule }) => rule === one.rule);
  if (finding === undefined) throw new Error(`the case of ${one.rule} does not break it`);
  const { message, entity, pointer } = finding;
  const breaks = entityAt(broken, pointer);
  const sameId = ({ graph }: Draft) => graph.find((other) => (other as JsonObject | null)?.['@id'] === breaks?.['@id']);
  const keeps = [sameId(kept), entityAt(kept, pointer), sameId(changed(one, () => undefined))].find(
    (other) => isShort(other) && JSON.stringify(other) !== JSON.stringify(breaks),
  );
  return {
    message: entity === undefined ? message : `${entity} ${message}`,
    ...(breaks !== undefined && { breaks, ...(isShort(keeps) && { keeps }) }),
  };
}

it('each rule has an example, which its first case checks; UPDATE_DOCS=1 writes them', async () => {
  const examples: Record<string, RuleExample> = {};
  for (const { id } of EVERY_RULE) {
    const one = RULE_CASES.find(({ rule }) => rule === id);
    if (one !== undefined) examples[id] = await exampleOf(one);
  }
  const asked = new Set(ASKED_RULES.map(({ id }) => id));
  expect(EVERY_RULE.filter(({ id }) => examples[id] === undefined && !asked.has(id))).toEqual([]);
  const text = await format(JSON.stringify(examples), { ...(await resolveConfig(FILE)), parser: 'json' });
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(FILE, text);
  expect(await readFile(FILE, 'utf8')).toBe(text);
});
