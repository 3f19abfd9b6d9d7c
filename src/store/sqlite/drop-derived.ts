import type { Connection } from './connection.js';
import { DROP_INDEX, hasTextBlocks } from './index-table.js';
import { DROP_KEYS } from './key-table.js';

/**
 * Drops all that a store derives from its graphs, without reading it: the index with the full
 * text, and the lookup of keys.
 * @param connection with an open write transaction
 * @returns whether there was a full text
 */
export function dropDerived(connection: Connection): boolean {
  const hadText = hasTextBlocks(connection);
  connection.exec(`${DROP_INDEX}; ${DROP_KEYS}`);
  return hadText;
}
