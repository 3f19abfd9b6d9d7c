import { writeFile } from 'node:fs/promises';
import { isInstalled } from '../../helpers/describe-where.js';
import { virtuosoConfiguration } from '../../helpers/virtuoso-configuration.mjs';
import { missingOf, type RunningEngine, type TestedEngine } from './engine.js';
import { startProcess } from './engine-process.js';

/** The limit of results in the configuration of Debian. */
export const DEBIAN_MAX_ROWS = 10_000;

/** OpenLink Virtuoso. @param maxRows at how many rows it cuts a result; without it, never */
export function virtuoso(maxRows?: number): TestedEngine {
  return {
    name: maxRows === undefined ? 'Virtuoso' : `Virtuoso (at most ${maxRows} rows)`,
    missing: missingOf('virtuoso-t', isInstalled('sh', '-c', 'command -v virtuoso-t')),
    start: () => startVirtuoso(maxRows),
  };
}

async function startVirtuoso(maxRows: number | undefined): Promise<RunningEngine> {
  const { ports, ...life } = await startProcess(2, async (folder, [sql, http]) => {
    await writeFile(`${folder}/virtuoso.ini`, virtuosoConfiguration({ folder, sql: sql!, http: http!, maxRows }));
    return {
      program: 'virtuoso-t',
      args: ['+configfile', `${folder}/virtuoso.ini`, '+foreground'],
      answers: `http://127.0.0.1:${http}/sparql?query=ASK%20%7B%7D`,
    };
  });
  const port = ports[1]!;
  const host = `http://127.0.0.1:${port}`;
  const graphs = `${host}/sparql-graph-crud-auth`;
  return {
    url: `${host}/sparql`,
    env: { [`CRATEGRAPH_LOGIN_127_0_0_1_${port}`]: 'dba:dba' },
    addresses: { query: `${host}/sparql`, update: `${host}/sparql-auth`, graphs },
    login: { user: 'dba', password: 'dba' },
    ...life,
  };
}
