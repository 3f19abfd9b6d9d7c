import { writeSync } from 'node:fs';
import oxigraph from 'oxigraph';

/** Loaded into a command: tells on stderr when the engine begins with a question, in which it answers to nobody. */
for (const verb of ['query', 'update']) {
  const ask = oxigraph.Store.prototype[verb];
  oxigraph.Store.prototype[verb] = function (...question) {
    writeSync(2, 'the engine is asked\n');
    return ask.apply(this, question);
  };
}
