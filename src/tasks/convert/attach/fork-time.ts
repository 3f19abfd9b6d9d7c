import { localDay } from '../../../crate/iso-date.js';
import type { JsonObject } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { applyChanges } from '../apply-changes.js';
import type { Change, Plan } from '../plan.js';
import { SOFTWARE } from './fork.js';
import type { DocumentOfPlan } from '../retrieve/attached-package.js';
import { withWrittenCrate } from '../retrieve/finished-crate.js';

/**
 * Writes the document of a plan. If the output has the document of an earlier run that differs only in the time at
 * which the fork was made, or in the version of our program that made it, this is the document: the same command
 * changes nothing when there is nothing to do.
 */
export async function documentWriter(document: CrateDocument, output: string, name: string): Promise<DocumentOfPlan> {
  const earlier = await earlierFork(output, name);
  return async (plan) => {
    if (earlier !== undefined) {
      const same = [...(await applyChanges(document, forkedAs(plan, earlier)))];
      if (Buffer.concat(same).equals(earlier.bytes)) return same;
    }
    return applyChanges(document, plan);
  };
}

/** The metadata document of an output, the time of each action in it, its date, and the version of our program. */
interface EarlierFork {
  readonly bytes: Buffer;
  readonly times: ReadonlyMap<string, string>;
  readonly datePublished: unknown;
  readonly version: string | undefined;
}

async function earlierFork(output: string, name: string): Promise<EarlierFork | undefined> {
  return withWrittenCrate(output, name, async ({ metadata }) => {
    const bytes = Buffer.from(metadata.content.bytes);
    const { '@graph': graph } = JSON.parse(bytes.toString()) as { '@graph': readonly Record<string, unknown>[] };
    const times = graph.flatMap(({ '@id': id, endTime }) =>
      typeof id === 'string' && typeof endTime === 'string' ? [[id, endTime] as const] : [],
    );
    const valueOf = (entity: string, property: string): unknown =>
      graph.find((one) => one['@id'] === entity)?.[property];
    const version = valueOf(SOFTWARE, 'version');
    return {
      bytes,
      times: new Map(times),
      datePublished: valueOf('./', 'datePublished'),
      version: typeof version === 'string' ? version : undefined,
    };
  }).catch(() => undefined);
}

/**
 * A plan as it would be if it had been made when, and with the version with which, another document made the same fork.
 */
function forkedAs(plan: Plan, { times, datePublished: day, version }: EarlierFork): Plan {
  const record = plan.changes.find(({ action, add }) => action === 'add' && add?.['@type'] === 'CreateAction');
  const now = record?.add?.['endTime'];
  const time = record && times.get(record.id);
  if (record === undefined || typeof now !== 'string' || time === undefined) return plan;
  const today = localDay(new Date(now));
  const changes = plan.changes.map((change): Change => {
    const { add } = change;
    if (change === record) return { ...change, add: { ...add, endTime: time } };
    if (change.id === SOFTWARE && add?.['version'] !== undefined) return { ...change, add: withVersion(add, version) };
    const isDated = add?.['datePublished'] === today && isDayOf(day, new Date(time));
    return isDated ? { ...change, add: { ...add, datePublished: day } } : change;
  });
  return { ...plan, changes };
}

/** Whether it is this day at a moment anywhere on Earth: the fork may have been made in another time zone. */
function isDayOf(day: unknown, moment: Date): day is string {
  if (typeof day !== 'string' || Number.isNaN(moment.getTime())) return false;
  const utcDay = (hours: number): string => new Date(moment.getTime() + hours * 3_600_000).toISOString().slice(0, 10);
  return [-12, 0, 14].some((hours) => utcDay(hours) === day);
}

function withVersion({ version: _, ...others }: JsonObject, version: string | undefined): JsonObject {
  return version === undefined ? others : { ...others, version };
}
