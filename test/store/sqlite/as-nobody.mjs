import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import process from 'node:process';

/** Runs the built command as a user without rights when it is started by root, who may write everywhere. */
const load = (path) => import(pathToFileURL(resolve('dist', path)).href);
const { main } = await load('cli/main.js');
// Afterwards this user may not even read the modules.
await Promise.all(
  ['list', 'query', 'export', 'verify', 'dump', 'load', 'remove', 'backup'].map((verb) =>
    load(`cli/commands/${verb}.js`),
  ),
);
await Promise.all(
  ['open-store.js', 'sqlite/sqlite-store.js', 'sqlite/verify-store.js', 'sqlite/backup-store.js'].map((one) =>
    load(`store/${one}`),
  ),
);
await load('tasks/stored/check-store.js');
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(65534);
  process.setuid(65534);
}
process.exitCode = await main(process.argv.slice(2), process);
