import { CrateError } from '../../errors.js';

/** An error of SQLite as one of ours. */
export function storeFailure(error: unknown, store: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const details = { store, sqlite: code === '' ? message : code };
  if (/BUSY|LOCKED/.test(code))
    return new CrateError('ERR_STORE_LOCKED', `another process writes to the store ${store}`, { details });
  if (/NOTADB|CORRUPT/.test(code))
    return new CrateError('ERR_STORE_INVALID', `${store} is damaged or no store: ${message}`, { details });
  if (/FULL|IOERR|READONLY|CANTOPEN|PERM/.test(code) || /Unable to open connection/.test(message))
    return new CrateError('ERR_OUTPUT', `the store ${store} cannot be written or opened: ${message}`, { details });
  return error;
}
