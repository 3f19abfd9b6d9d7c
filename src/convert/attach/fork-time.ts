import type { CrateDocument } from '../../crate/read/crate-document.js';
import { applyChanges } from '../apply-changes.js';
import type { Change, Plan } from '../plan.js';
import type { DocumentOfPlan } from '../retrieve/attached-package.js';
import { withWrittenCrate } from '../retrieve/finished-crate.js';

/**
 * Writes the document of a plan. If the output has the document of an earlier run that differs only in the time at which
 * the fork was made, this is the document: the same command changes nothing when there is nothing to do.
 */
export async function documentWriter(document: CrateDocument, output: string, name: string): Promise<DocumentOfPlan> {
  const earlier = await earlierFork(output, name);
  return async (plan) => {
    if (earlier !== undefined) {
      const same = [...(await applyChanges(document, forkedAt(plan, earlier.times)))];
      if (Buffer.concat(same).equals(earlier.bytes)) return same;
    }
    return applyChanges(document, plan);
  };
}

/** The metadata document of an output, and the time of each action in it. */
interface EarlierFork {
  readonly bytes: Buffer;
  readonly times: ReadonlyMap<string, string>;
}

async function earlierFork(output: string, name: string): Promise<EarlierFork | undefined> {
  return withWrittenCrate(output, name, async ({ metadata }) => {
    const bytes = Buffer.from(metadata.content.bytes);
    const { '@graph': graph } = JSON.parse(bytes.toString()) as { '@graph': readonly Record<string, unknown>[] };
    const times = graph.flatMap(({ '@id': id, endTime }) =>
      typeof id === 'string' && typeof endTime === 'string' ? [[id, endTime] as const] : [],
    );
    return { bytes, times: new Map(times) };
  }).catch(() => undefined);
}

/** A plan as it would be if it had been made at the time that another document has for the same fork. */
function forkedAt(plan: Plan, times: ReadonlyMap<string, string>): Plan {
  const record = plan.changes.find(({ action, add }) => action === 'add' && add?.['@type'] === 'CreateAction');
  const [now, time] = [record?.add?.['endTime'], record && times.get(record.id)];
  if (record === undefined || typeof now !== 'string' || time === undefined) return plan;
  const [today, day] = [now.slice(0, 10), time.slice(0, 10)];
  const changes = plan.changes.map((change): Change => {
    const { add } = change;
    if (change === record) return { ...change, add: { ...add, endTime: time } };
    return add?.['datePublished'] === today ? { ...change, add: { ...add, datePublished: day } } : change;
  });
  return { ...plan, changes };
}
