import type { InventoryItem } from '../../inspect/take-inventory.js';
import { idOfPath, literalPathOfId, pathOfId, portabilityProblem } from '../../../package/file-ids.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Fault } from '../crate/checked-entity.js';
import type { Rule } from '../rule.js';

const DATA = 'RO-Crate 1.0 to 1.3, Data Entities';

/** The files of a package, compared with their descriptions: the findings of an inventory. */
export const FILE_RULES: readonly Rule[] = [
  {
    id: 'file-exists',
    severity: 'error',
    on: 'crate',
    sentence: 'Each file and folder with a relative `@id` must exist in the crate.',
    source: DATA,
    check: (crate) =>
      faultsOf(crate, ({ status }) => (status === 'missing' ? 'does not exist in the crate' : undefined)),
  },
  {
    id: 'file-safe',
    severity: 'warning', // most such names are only refused by some systems
    on: 'crate',
    sentence: 'Each file should be safe to unpack inside the crate, whatever its name.',
    source: 'format 2, identifier rule 2',
    check: (crate) =>
      faultsOf(crate, ({ status, problems }) => (status === 'refused' ? problems.join('; ') : undefined)),
  },
  {
    id: 'file-as-described',
    severity: 'warning',
    on: 'crate',
    sentence: 'Each file should have the size and the checksum that its entity says.',
    source: `format 3, (B) 4; ${DATA}`,
    check: (crate) =>
      faultsOf(crate, (item) => {
        const { status, problems, path } = item;
        if (status !== 'differs') return undefined;
        const portability = path === undefined ? undefined : portabilityProblem(path);
        const differences = problems
          .slice(isRespelled(item) || isUnescaped(item) ? 1 : 0)
          .filter((problem) => problem !== portability);
        return differences.length === 0 ? undefined : `is not as described: ${differences.join('; ')}`;
      }),
  },
  {
    id: 'file-spelling',
    severity: 'warning',
    on: 'crate',
    sentence: 'The `@id` of a file should spell its name as it is: with the same case and characters.',
    source: `format 2, identifier rule 3; ${DATA}`,
    check: (crate) => faultsOf(crate, (item) => (isRespelled(item) ? `is called ${item.path}` : undefined)),
  },
  {
    id: 'file-escaped',
    severity: 'error',
    on: 'crate',
    sentence: 'A `#` or `?` in the name of a file must be `%23` or `%3F` in its `@id`, where it would end the path.',
    source: `RFC 3986, section 3.3; ${DATA}`,
    fix: 'percent-encodes it, if a file of that name exists',
    check: (crate) =>
      faultsOf(crate, (item) =>
        isUnescaped(item) ? `is a file with that name: its \`@id\` must be ${idOfPath(item.path ?? '')}` : undefined,
      ),
  },
  {
    id: 'file-portable',
    severity: 'note',
    on: 'crate',
    sentence: 'Some names of files do not work on all systems.',
    source: 'crategraph',
    check: (crate) =>
      faultsOf(crate, ({ path, status }) =>
        path === undefined || status === 'missing' || status === 'refused' ? undefined : portabilityProblem(path),
      ),
  },
  {
    id: 'file-described',
    severity: 'note',
    on: 'crate',
    sentence: 'A crate may have files that neither it nor a described folder mentions.',
    source: DATA,
    check: (crate) =>
      faultsOf(crate, ({ status }) => (status === 'undescribed' ? 'is in the crate, but not described' : undefined)),
  },
];

/** Whether a file has another name than its entity says, which an inventory puts first. */
function isRespelled({ id, path, status }: InventoryItem): boolean {
  if (id === undefined || path === undefined || status !== 'differs') return false;
  const described = pathOfId(id);
  return described !== undefined && described !== path && !isUnescaped({ id, path });
}

/** Whether the `?` or `#` of an `@id` is a character of the name of a file. */
function isUnescaped({ id, path }: Pick<InventoryItem, 'id' | 'path'>): boolean {
  return id !== undefined && path !== undefined && literalPathOfId(id) === path;
}

function faultsOf(crate: CheckedCrate, message: (item: InventoryItem) => string | undefined): Fault[] {
  return (crate.files ?? []).flatMap((item) => {
    const text = message(item);
    if (text === undefined) return [];
    const pointer = item.id === undefined ? undefined : crate.index.pointerTo(crate.names.resolveId(item.id));
    return [{ message: text, entity: item.id ?? item.path, pointer }];
  });
}
