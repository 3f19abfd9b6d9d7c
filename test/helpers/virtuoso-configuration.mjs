/** The configuration of a Virtuoso with a database of its own in a folder, as the text of a `virtuoso.ini`. */
export function virtuosoConfiguration({ folder, sql, http, reads = [], megabytes = 160, maxRows }) {
  const buffers = Math.round(megabytes * 125); // of 8 kB
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
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${Math.round(buffers * 0.75)}
DirsAllowed = ${[folder, ...reads].join(', ')}
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
