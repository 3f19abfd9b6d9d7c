import { writeSync } from 'node:fs';
import oxigraph from 'oxigraph';

/** Loaded into a command: writes to stderr when the engine starts a query or update, during which it is blocked. */
for (const verb of ['query', 'update']) {
  const ask = oxigraph.Store.prototype[verb];
  oxigraph.Store.prototype[verb] = function (...question) {
    writeSync(2, 'the engine is asked\n');
    return ask.apply(this, question);
  };
}
