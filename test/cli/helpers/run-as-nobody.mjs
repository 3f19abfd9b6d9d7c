import { resolve } from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** Repairs a crate with the built command as a user without rights, when it is started by root, who may write everything. */
const { main } = await import(pathToFileURL(resolve('dist/cli/main.js')).href);

async function run(...args) {
  let stderr = '';
  const write = (chunk, _encoding, done) => {
    stderr += chunk;
    done();
  };
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
  const status = await main(args, { stdin: Readable.from([]), stdout, stderr: new Writable({ write }), env: {} });
  return { status, stderr };
}

const [crate] = process.argv.slice(2);
await run('check', crate, '--fix', '--dry-run'); // afterwards this user may not even read the modules and the contexts
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(65534);
  process.setuid(65534);
}
process.stdout.write(JSON.stringify(await run('check', crate, '--fix')));
