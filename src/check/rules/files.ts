import type { InventoryItem } from '../../inspect/take-inventory.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Fault } from '../crate/checked-entity.js';
import type { Rule } from '../rule.js';

/** The files of a package, compared with their descriptions: the findings of an inventory. */
export const FILE_RULES: readonly Rule[] = [
  {
    id: 'file-exists',
    severity: 'error',
    on: 'crate',
    sentence: 'Each file and folder with a relative `@id` exists in the crate.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (crate) => faultsOf(crate, 'missing', () => 'does not exist in the crate'),
  },
];

/** A fault for each item of the inventory with a status. */
function faultsOf(
  crate: CheckedCrate,
  status: InventoryItem['status'],
  message: (item: InventoryItem) => string,
): Fault[] {
  return (crate.files ?? [])
    .filter((item) => item.status === status)
    .map((item) => ({
      message: message(item),
      entity: item.id ?? item.path,
      pointer: item.id === undefined ? undefined : crate.index.pointerTo(crate.names.resolveId(item.id)),
    }));
}
