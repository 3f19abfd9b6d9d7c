import {
  contextInDocument,
  contextUnavailable,
  firstOf,
  remembered,
} from '../../../src/crate/context/context-source.js';

const answering = (value: unknown) => ({ load: async () => value });

describe('firstOf', () => {
  it('takes the first context', async () => {
    const source = firstOf(answering(undefined), answering({ a: 'http://a' }), answering({ b: 'http://b' }));
    expect(await source.load('http://c/')).toEqual({ a: 'http://a' });
  });

  it('fails if no source has it, and names the address without query and user', async () => {
    const loading = firstOf(answering(undefined)).load('https://user:secret@c.example/x?token=secret#f');
    await expect(loading).rejects.toMatchObject({
      code: 'ERR_CONTEXT_UNAVAILABLE',
      message: 'context https://c.example/x: not found',
      details: { address: 'https://c.example/x' },
    });
  });

  it('keeps null, which is a context', async () => {
    expect(await firstOf(answering(null)).load('http://c/')).toBeNull();
  });
});

describe('remembered', () => {
  it('loads a context once, and once more after a failure', async () => {
    let asked = 0;
    const source = remembered({
      load: async (address) => {
        if (++asked === 1) throw contextUnavailable(address, 'not now');
        return { asked };
      },
    });
    await expect(source.load('http://c/')).rejects.toThrow('not now');
    expect(await Promise.all([source.load('http://c/'), source.load(' http://c/#x')])).toEqual([
      { asked: 2 },
      { asked: 2 },
    ]);
    expect(await source.load('http://c/')).toEqual({ asked: 2 });
  });
});

describe('contextInDocument', () => {
  it('makes references absolute, scoped contexts included', () => {
    const context = ['../b.json', { '@import': 'c.json', t: { '@id': 'http://t', '@context': 'd.json' } }, null];
    expect(contextInDocument({ '@context': context }, 'http://h/x/a.json', 'http://h/a')).toEqual([
      'http://h/b.json',
      { '@import': 'http://h/x/c.json', t: { '@id': 'http://t', '@context': 'http://h/x/d.json' } },
      null,
    ]);
  });

  it.each([[null], [[]], ['text'], [{}]])('refuses %j', (document) => {
    expect(() => contextInDocument(document, 'http://h/', 'http://h/?q')).toThrow(
      'context http://h/: the document there does not contain',
    );
  });
});
