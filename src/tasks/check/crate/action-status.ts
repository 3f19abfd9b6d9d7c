import type { CheckedEntity } from './checked-entity.js';

/** Whether an action says that it has failed: by reference or by text. */
export function hasFailed(action: CheckedEntity): boolean {
  const all = [...action.texts('actionStatus'), ...action.references('actionStatus').map(({ id }) => id)];
  return all.some((status) => status.endsWith('FailedActionStatus'));
}
