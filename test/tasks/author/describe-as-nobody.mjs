import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** Describes a folder with the built library as a user without rights, when it is started by root, who may read everything. */
const { describeFolder } = await import(pathToFileURL(resolve('dist/tasks/author/init-crate.js')).href);
const empty = mkdtempSync(join(tmpdir(), 'crategraph-empty-'));
await describeFolder(empty); // afterwards this user may not even read the modules and the contexts
rmSync(empty, { recursive: true });
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(65534);
  process.setuid(65534);
}
const [folder, ...exclude] = process.argv.slice(2);
const print = (result) => process.stdout.write(`${JSON.stringify(result)}\n`);
await describeFolder(folder, { exclude }).then(({ files }) => print({ files }), print);
