import { planAttach, type PlanAttachOptions } from '../../../src/tasks/convert/attach/plan-attach.js';
import type { Change } from '../../../src/tasks/convert/plan.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';

/** The root of the crates below. */
export const ROOT = 'https://example.org/crate/';

/** A Detached document. @param root properties of the root @param entities the others, by `@id` */
export function detached(
  root: JsonObject,
  entities: Readonly<Record<string, JsonObject>> = {},
  { version = '1.2', id = ROOT }: { version?: string; id?: string } = {},
): JsonObject {
  return {
    '@context': `https://w3id.org/ro/crate/${version}/context`,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': `https://w3id.org/ro/crate/${version}` },
        about: { '@id': id },
      },
      { '@id': id, '@type': 'Dataset', ...root },
      ...Object.entries(entities).map(([key, value]) => ({ '@id': key, ...value })),
    ] as JsonValue[],
  };
}

/** References to these entities. */
export function refs(...ids: readonly string[]): JsonValue {
  return ids.map((id) => ({ '@id': id }));
}

/** The changes of a plan. */
export async function planned(crate: JsonObject | string, options: PlanAttachOptions = {}): Promise<readonly Change[]> {
  return (await planAttach(crate, { datePublished: '2026-01-31', ...options })).changes;
}

/** The changes that place data: the others make the fork. */
export async function placed(crate: JsonObject | string, options: PlanAttachOptions = {}): Promise<Change[]> {
  const changes = await planned(crate, { mode: 'download', ...options });
  return changes.filter(({ step }) => step === 'B3' || step === 'B4');
}

/** The new identifiers of data by the old ones; `leave` for what stays on the web. */
export async function pathsOf(
  crate: JsonObject | string,
  options: PlanAttachOptions = {},
): Promise<Record<string, string>> {
  const changes = await placed(crate, options);
  return Object.fromEntries(changes.map(({ id, newId, action }) => [id, newId ?? action]));
}
