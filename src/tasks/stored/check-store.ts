import { verifyAt, type VerifyOptions } from '../../store/open-store.js';
import type { Verified } from '../../store/sqlite/verify-store.js';
import { recordFaults } from './check-record.js';
import { CRATE_KEYS } from './graph-names.js';

/**
 * Reads the whole store and compares it with its checksums: every line has to be a quad of its graph, every name an
 * IRI, every load record complete, and the lookup of names what the records say. An endpoint is asked for sizes, load
 * records and files, and compared with what was noted when they were written. A signal stops it between two graphs.
 * @example
 * await (await openStore('checked.store', { mode: 'write', create: true })).close();
 * console.log((await verifyStore('checked.store')).problems);
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID for what is not a store, ERR_UNSUPPORTED
 */
export function verifyStore(location: string, options: VerifyOptions = {}): Promise<Verified> {
  return verifyAt(location, options, { checkRecord: recordFaults, keys: CRATE_KEYS });
}
