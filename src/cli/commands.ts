import { attachCommand } from './commands/attach.js';
import { backupCommand } from './commands/backup.js';
import { checkCommand } from './commands/check.js';
import { completionCommand } from './commands/completion.js';
import { convertCommand } from './commands/convert.js';
import { detachCommand } from './commands/detach.js';
import { diffCommand } from './commands/diff.js';
import { dumpCommand } from './commands/dump.js';
import { exportCommand } from './commands/export.js';
import { expandCommand } from './commands/expand.js';
import { fetchCommand } from './commands/fetch.js';
import { flattenCommand } from './commands/flatten.js';
import { initCommand } from './commands/init.js';
import { inventoryCommand } from './commands/inventory.js';
import { listCommand } from './commands/list.js';
import { loadCommand } from './commands/load.js';
import { previewCommand } from './commands/preview.js';
import { profileCommand } from './commands/profile.js';
import { pushCommand } from './commands/push.js';
import { queriesCommand } from './commands/queries.js';
import { queryCommand } from './commands/query.js';
import { relativizeCommand } from './commands/relativize.js';
import { removeCommand } from './commands/remove.js';
import { rootCommand } from './commands/root.js';
import { serveCommand } from './commands/serve.js';
import { statsCommand } from './commands/stats.js';
import { termsCommand } from './commands/terms.js';
import { updateCommand } from './commands/update.js';
import { verifyCommand } from './commands/verify.js';
import type { DefineCommand } from './options.js';

/** All verbs, in the order of the help. Each imports its code when it runs, so that the help starts fast. */
export const COMMANDS: readonly DefineCommand[] = [
  loadCommand,
  listCommand,
  queryCommand,
  queriesCommand,
  updateCommand,
  exportCommand,
  removeCommand,
  dumpCommand,
  verifyCommand,
  backupCommand,
  pushCommand,
  convertCommand,
  diffCommand,
  serveCommand,
  fetchCommand,
  detachCommand,
  attachCommand,
  initCommand,
  checkCommand,
  inventoryCommand,
  termsCommand,
  profileCommand,
  statsCommand,
  previewCommand,
  rootCommand,
  flattenCommand,
  expandCommand,
  relativizeCommand,
  completionCommand,
];
