/** OpenLink Virtuoso (Debian: virtuoso-opensource-7) as a peer, with a database of its own on disk. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { virtuosoConfiguration } from '../../helpers/virtuoso-configuration.mjs';
import { freePort, run, untilAnswers } from './programs.mjs';
import { isThere } from './requests.mjs';

const PATH = '/sparql';
/** Megabytes for the whole database in memory. */
const WHOLE = 1360;

/** The programs that it needs and that are not on the PATH. */
export const missingForVirtuoso = () =>
  ['virtuoso-t', 'isql-vt'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);

/**
 * Loads N-Quads with its bulk loader.
 * @returns the peer for `asRequests`, with the seconds of CPU of the load: those of a whole server, as the loader is a part of
 * it, with the making of an empty database
 */
export async function loadVirtuoso(folder, quads) {
  mkdirSync(folder);
  const server = async (http) => {
    const sql = await freePort();
    const file = join(folder, 'virtuoso.ini');
    const reads = [dirname(quads)];
    writeFileSync(file, virtuosoConfiguration({ folder, sql, http, reads, megabytes: WHOLE }));
    return { sql, command: ['virtuoso-t', ['+configfile', file, '+foreground']] };
  };
  const http = await freePort();
  const { sql, command } = await server(http);
  const isql = (text) =>
    run('isql-vt', [`127.0.0.1:${sql}`, 'dba', 'dba', 'ERRORS=STDOUT', 'VERBOSE=OFF', 'BANNER=OFF', `exec=${text}`], {
      output: join(folder, 'isql'),
    });
  const load = async () => {
    await untilAnswers(() => isThere({ url: `http://127.0.0.1:${http}${PATH}`, asForm: true }));
    await isql(`ld_dir('${dirname(quads)}', '${basename(quads)}', 'urn:unused'); rdf_loader_run(); checkpoint; select ll_state, ll_error from DB.DBA.load_list;`); // prettier-ignore
    // Its errors are in this table only: 2 is a file that was read to its end.
    const said = readFileSync(join(folder, 'isql'), 'utf8');
    if (!/^\s*2\s+NULL\s*$/.test(said)) throw new Error(`Virtuoso does not load: ${said}`);
    await isql('shutdown();');
  };
  const [seconds] = await Promise.all([run(...command, { output: join(folder, 'server') }), load()]);
  return { name: 'virtuoso', seconds, path: PATH, asForm: true, command: async (port) => (await server(port)).command };
}
