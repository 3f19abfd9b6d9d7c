import console from 'node:console';
import { URL } from 'node:url';
import { Thread } from '../../../../dist/base/threads/thread.js';

/** A process that asks a thread, reads a part of an answer and loses the rest, and then has nothing to do. */
const thread = new Thread({ code: new URL('acting-thread.mjs', import.meta.url) });
console.log(await thread.ask({ act: 'sleep', ms: 50 }));
const { body } = await thread.open({ act: 'parts', count: 1000 });
const { value } = await body.getReader().read();
console.log(value.length);
