import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { partsOf } from '../../../dist/tasks/convert/retrieve/check-parts.js';
import { retrieveParts } from '../../../dist/tasks/convert/retrieve/retrieve-parts.js';
import { WorkFolder } from '../../../dist/tasks/convert/retrieve/work-folder.js';
import { curlParallel } from '../peers/programs.mjs';

const SERVER = `require('node:http').createServer((request, response) => response.end('a line of data\\n'.repeat(60)))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;

/** Retrieves small files from a server of another process on loopback; the size is their number. */
export async function prepare({ size }) {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => server.kill());
  const port = await new Promise((done) => server.stdout.once('data', (data) => done(Number(data))));
  const paths = Array.from({ length: size }, (_, index) => `d${index % 100}/f${index}.txt`);
  return { files: paths.map((path) => ({ path, url: `http://127.0.0.1:${port}/${path}` })) };
}

export const subjects = {
  crategraph({ files, folder }) {
    const output = join(folder, `retrieved-${files.length}`);
    const changes = files.map(({ path: newId, url }) => ({
      step: 'B4',
      action: 'retrieve',
      id: url,
      newId,
      url,
      why: '',
    }));
    const plan = { document: '0'.repeat(64), name: 'ro-crate-metadata.json', changes };
    const packages = { http: { allowPrivate: true, env: {} } };
    return {
      run: async () => {
        rmSync(output, { recursive: true, force: true });
        // As for curl, without the time to delete the files of the run before.
        const [start, cpu] = [performance.now(), process.cpuUsage()];
        const parts = partsOf(plan);
        const work = await WorkFolder.open(output, plan, parts, {});
        const { failed } = await retrieveParts(parts, work, { packages });
        await work.close(true);
        if (failed.length > 0) throw failed[0].error;
        const { user, system } = process.cpuUsage(cpu);
        return { wall: performance.now() - start, cpu: (user + system) / 1000 };
      },
    };
  },
  'curl --parallel'({ files, folder }) {
    const output = join(folder, `curl-${files.length}`);
    const list = join(folder, `curl-${files.length}.txt`);
    const lines = files.map(({ path, url }) => `url="${url}"\noutput="${join(output, path)}"\n`);
    writeFileSync(list, `create-dirs\n${lines.join('')}`);
    return {
      outside: true,
      run: () => {
        rmSync(output, { recursive: true, force: true });
        mkdirSync(output);
        return curlParallel(list);
      },
    };
  },
};
