import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freshFolder } from '../../cli/helpers/run.js';

const run = promisify(execFile);

const PROGRAM = `
  const { openStore } = await import(process.argv[1]);
  await (await openStore(process.argv[2], { mode: 'write', create: true })).close();
  for (let time = 0; time < 300; time += 1) await (await openStore(process.argv[2], { mode: 'read' })).close();
  console.log('done');
`;

test('a store can be opened and closed any number of times, also where few files may be open', async () => {
  const folder = await freshFolder('opens');
  const module = new URL(`file://${join(process.cwd(), 'dist/store/open-store.js')}`).href;
  const command = 'ulimit -n 200 && exec "$0" --input-type=module -e "$1" "$2" "$3"';
  const { stdout } = await run('sh', ['-c', command, process.execPath, PROGRAM, module, join(folder, 'store')]);
  expect(stdout).toBe('done\n');
});
