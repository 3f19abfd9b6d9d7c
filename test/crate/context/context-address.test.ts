import { displayAddress } from '../../../src/crate/context/context-address.js';

describe('an address in a message', () => {
  it.each([
    ['http://a.example:7003/c/x.json', 'http://a.example:7003/c/x.json'],
    ['https://me:secret@a.example/c?token=secret#secret', 'https://a.example/c'],
    ['//me:secret@a.example/c', '//a.example/c'],
    ['ftp://me:secret@a.example/c', 'ftp://a.example/c'],
    ['http://a.example/@x', 'http://a.example/@x'],
    ['http://a.example:7003\\@x.example/c', 'http://a.example:7003\\@x.example/c'],
    ['http:\\\\me:secret@a.example\\c', 'http:\\\\a.example\\c'],
    ['http:me:secret@a.example/c', 'http:a.example/c'],
    ['http:/\n/me:\tsecret@a.example/c', 'http://a.example/c'],
    ['mailto:me@a.example', 'mailto:me@a.example'],
  ])('%j is %j: the host that is asked, without secrets', (address, shown) => {
    expect(displayAddress(address)).toBe(shown);
    const { protocol, host } = new URL(shown, 'http://x/');
    if (protocol.startsWith('http')) expect(host).toBe(new URL(address, 'http://x/').host);
  });
});
