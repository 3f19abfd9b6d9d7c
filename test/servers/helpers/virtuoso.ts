import { writeFile } from 'node:fs/promises';
import { isInstalled } from '../../helpers/describe-where.js';
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
  const { ports, stop } = await startProcess(2, async (folder, [sql, http]) => {
    await writeFile(`${folder}/virtuoso.ini`, configuration(folder, sql!, http!, maxRows));
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
    stop,
  };
}

function configuration(folder: string, sql: number, http: number, maxRows: number | undefined): string {
  return `[Database]
DatabaseFile = ${folder}/virtuoso.db
ErrorLogFile = ${folder}/virtuoso.log
LockFile = ${folder}/virtuoso.lck
TransactionFile = ${folder}/virtuoso.trx
xa_persistent_file = ${folder}/virtuoso.pxa
[TempDatabase]
DatabaseFile = ${folder}/virtuoso-temp.db
TransactionFile = ${folder}/virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:${sql}
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
DirsAllowed = ${folder}
DefaultIsolation = 2
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = ${folder}
ServerThreads = 10
MaxClientConnections = 10
[SPARQL]
${maxRows === undefined ? '' : `ResultSetMaxRows = ${maxRows}`}
`;
}
