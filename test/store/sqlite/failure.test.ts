import { join } from 'node:path';
import Database from 'libsql';
import { scratch } from '../../package/helpers/crate-forms.js';
import { storeFailure } from '../../../src/store/sqlite/failure.js';

it('a full disk is ERR_OUTPUT and says that nothing was lost', async () => {
  const path = join(await scratch(), 'store');
  const database = new Database(path);
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2');
  const fill = () => {
    try {
      for (;;) database.exec('INSERT INTO t VALUES (randomblob(1000))');
    } catch (error) {
      return storeFailure(error, path);
    }
  };
  expect(fill()).toMatchObject({
    code: 'ERR_OUTPUT',
    message: expect.stringContaining('the disk is full; the store is as it was before'),
    hint: expect.stringContaining('make room'),
  });
  database.close();
});
