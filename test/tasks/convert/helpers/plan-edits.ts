import type { Change, Plan } from '../../../../src/tasks/convert/plan.js';

/** A plan as somebody may send it: bytes, with a few words about what was done to it. */
export interface Edit {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Identifiers that lead elsewhere as a path, on some system, or that look like another one. */
const PATHS = [
  '../x', '../../x', '..', '.', './', '/', '', '/x', '/etc/passwd', '//host/share/x', 'a/../../x', 'a//b', './../x', '~/x', '$HOME/x',
  '\\x', '..\\x', 'a\\..\\..\\x', 'C:\\x', 'C:/x', 'c:x', '\\\\host\\share\\x', '\\\\?\\C:\\x', 'file:///x', 'file:x',
  '%2e%2e/x', '%2E%2e%2Fx', '..%2fx', '..%5cx', '%2Fx', 'a/%2e%2e/%2e%2e/x', '%252e%252e/x', 'x%00y', 'x\u0000y', '%', '%zz', '%ff', '%C0%AE%C0%AE/x',
  'x\ny', 'x%0Ay', 'x\u001b[2Jy', 'x%1B%5D0;y', 'x\u202Etxt.exe', 'x\u200By', '\uFF0E\uFF0E/x', '\u2025/x', '\ud800',
  'CON', 'NUL.txt', 'aux/x', 'COM1', 'x.', 'x ', 'x:stream', 'x|y', 'x*', 'a.txt/x', 'A.TXT', 'a.txt/', 'data', 'data/', 'DATA/c.txt', 'caf\u00e9.txt', 'cafe\u0301.txt',
  'ro-crate-metadata.json', 'RO-Crate-Metadata.json', 'ro-crate-metadata.jsonld', 'x-ro-crate-metadata.json', '.crategraph-0123456789abcdef-work/files/x', '.crategraph-00.tmp', 
  '.git/hooks/post-checkout', '.bashrc', 'x'.repeat(300), `${'d/'.repeat(3000)}x`, 'a?b', 'a#b', '#x', '_:b', 'urn:x', 'https://example.org/x', 'javascript:alert(1)', 'data:,x',
]; // prettier-ignore

/** Addresses that nothing should be requested from. `$url`: the server; `$other`: another host of this machine. */
const ADDRESSES = [
  'file:///etc/passwd', 'FILE:/etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'blob:x', 'ftp://127.0.0.1/x', 'unix:/x', 'gopher://127.0.0.1/', 'about:blank', '',
  'x', '../x', '/etc/passwd', '//127.0.0.2/x', '\\\\127.0.0.2\\x', 'http://', 'http:', 'http://$other/x', 'http://%31%32%37.0.0.2:$otherPort/x', 'http://127.0.2:$otherPort/x', 'http://2130706434:$otherPort/x', 'http://0x7f.0.0.2:$otherPort/x', 'http://[::ffff:127.0.0.2]:$otherPort/x',
  '$url@$other/x', '$url#@$other', '$url\\@$other/x', '$url/c/a.txt\r\nX-Evil: 1', '$url/c/a.txt\u0000', 'http://127.0.0.1:0/', 'http://127.0.0.1:99999/', 'http://a b/', '$url/missing', '$url/loop', '$url/away', '$url/cut', 'HTTP://$other/x',
]; // prettier-ignore

/** Values of types that a field does not have, and extremes. */
const VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 2 ** 53, '', 'x', '\u0000', [], {}, [null], [['x']], { __proto__: null, toString: 1 }, 'x'.repeat(100_000)]; // prettier-ignore

const PLAN_KEYS = ['verb', 'mode', 'crate', 'document', 'base', 'name', 'credentials', 'changes'] as const;
const CHANGE_KEYS = ['step', 'action', 'id', 'newId', 'why', 'size', 'sha256', 'mediaType', 'license', 'risk', 'url', 'otherUrls', 'drop', 'add'] as const; // prettier-ignore

/** What `$url` and `$other` stand for. */
export interface Hosts {
  readonly url: string;
  /** Host and port. */
  readonly other: string;
}

/** All edits of a valid plan, always in the same order. */
export function editsOf(plan: Plan, { url, other }: Hosts): Edit[] {
  const edits: Edit[] = [];
  const text = JSON.stringify(plan, null, 2);
  const add = (name: string, content: unknown) =>
    edits.push({ name, bytes: Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) }); // prettier-ignore
  const at = (index: number, change: object) => ({ ...plan, changes: plan.changes.map((old, place) => (place === index ? { ...old, ...change } : old)) }); // prettier-ignore
  const placing = (action: string) => plan.changes.findIndex((change) => change.action === action);
  const fileAction = plan.verb === 'attach' ? 'retrieve' : 'rename';
  const files = [...plan.changes.keys()].filter((index) => plan.changes[index]?.action === fileAction);
  const [first = -1, second = -1] = files;
  const [folder, unpack] = [placing('folder'), placing('unpack')];
  const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 60);

  PATHS.forEach((path, index) => {
    const place = [first, folder, unpack].filter((index) => index >= 0).at((index % 3) - 2) ?? first;
    add(`newId ${show(path)} of ${plan.changes[place]?.action}`, at(place, { newId: path }));
    add(`newId ${show(path)} of a file`, at(first, { newId: path }));
    if (index % 2 === 0) add(`name ${show(path)}`, { ...plan, name: path });
    if (index % 4 === 0) add(`id ${show(path)}`, at(first, { id: path }));
    if (index % 6 === 0) add(`base ${show(path)}`, { ...plan, base: path });
    if (index % 8 === 0) add(`add with @id ${show(path)}`, at(first, { add: { '@id': path } }));
  });
  ADDRESSES.forEach((pattern, index) => {
    const address = pattern
      .replace('$url', url)
      .replace('$otherPort', other.replace(/^.*:/, ''))
      .replace('$other', other);
    add(`url ${show(pattern)}`, at(index % 2 === 0 ? first : unpack, { url: address }));
    if (index % 3 === 0) add(`otherUrls ${show(pattern)}`, at(first, { url: `${url}/missing`, otherUrls: [address] }));
    if (index % 3 === 1)
      add(`the whole package from ${show(pattern)}`, at(first, { step: 'distribution', url: address }));
  });
  VALUES.forEach((value, index) => {
    for (const key of PLAN_KEYS.filter((_, place) => (place + index) % 3 === 0)) add(`${key} ${show(value)}`, { ...plan, [key]: value }); // prettier-ignore
    for (const key of CHANGE_KEYS.filter((_, place) => (place + index) % 3 === 0)) add(`change ${key} ${show(value)}`, at(first, { [key]: value })); // prettier-ignore
    add(`a change ${show(value)}`, { ...plan, changes: [...plan.changes, value] });
  });
  for (const key of PLAN_KEYS) add(`without ${key}`, { ...plan, [key]: undefined });
  for (const key of CHANGE_KEYS) add(`a change without ${key}`, at(first, { [key]: undefined }));
  for (const key of ['__proto__', 'constructor', 'toString', 'more', 'Verb']) {
    add(`with ${key}`, text.replace('{', `{ "${key}": { "verb": "attach", "mode": "x" },`));
    add(`a change with ${key}`, text.replace(/\{(?=\s*"step")/, `{ "${key}": { "action": "retrieve" },`));
    add(`properties with ${key}`, at(first, { add: JSON.parse(`{ "${key}": { "@id": "../x" } }`) as object }));
    add(`drops ${key}`, at(first, { drop: [key] }));
  }

  const [one, two] = [plan.changes[first], plan.changes[second]] as [Change, Change];
  const swapped = (key: 'url' | 'newId' | 'id') => ({ ...plan, changes: plan.changes.map((change) => change === one ? { ...one, [key]: two[key] } : change === two ? { ...two, [key]: one[key] } : change) }); // prettier-ignore
  for (const key of ['url', 'newId', 'id'] as const) add(`two with the ${key} of the other`, swapped(key));
  add('all changes twice', { ...plan, changes: [...plan.changes, ...plan.changes] });
  add('a file twice', { ...plan, changes: [...plan.changes, one] });
  add('two files of one path', at(second, { newId: one.newId }));
  add('two paths that differ by case', at(second, { newId: one.newId?.toUpperCase() }));
  add('a file below a file', at(second, { newId: `${one.newId}/x` }));
  add('one path of two forms', { ...plan, changes: [...plan.changes, { ...one, newId: 'caf\u00e9' }, { ...two, newId: 'cafe\u0301' }] }); // prettier-ignore
  add('changes in another order', { ...plan, changes: plan.changes.toReversed() });
  add('no changes', { ...plan, changes: [] });
  add('5,000 that stay', { ...plan, changes: [...plan.changes, ...Array<Change>(5000).fill({ ...one, action: 'leave' })] }); // prettier-ignore
  for (const size of [0, 1, 4, 6, Number.MAX_SAFE_INTEGER]) add(`size ${size}`, at(first, { size }));
  for (const sha256 of ['0'.repeat(64), 'f'.repeat(63), 'sha256:x', '', 'G'.repeat(64)]) add(`sha256 ${sha256.slice(0, 9)}`, at(first, { sha256 })); // prettier-ignore
  for (const action of ['rename', 'change', 'add', 'remove', 'folder', 'unpack', 'retrieve', 'leave', 'delete']) add(`action ${action}`, at(first, { action })); // prettier-ignore
  for (const step of ['A1', 'A8', 'distribution', 'B1', 'B2', 'B5', 'B6']) add(`step ${step}`, at(first, { step }));
  for (const mode of ['distribution', 'snapshot', 'fork', 'x']) add(`mode ${mode}`, { ...plan, mode });
  for (const document of ['0'.repeat(64), plan.document.toUpperCase(), `${plan.document} `]) add(`document ${document.slice(0, 9)}`, { ...plan, document }); // prettier-ignore
  for (const hosts of [['*'], ['127.0.0.2'], [other], ['']])
    add(`credentials ${hosts[0]}`, { ...plan, credentials: hosts });
  add('the verb of the other', { ...plan, verb: 'detach' });

  for (let part = 0; part < 12; part += 1)
    add(`its first ${part}/12`, text.slice(0, Math.floor((text.length * part) / 12)));
  add('without its last byte', text.slice(0, -1));
  add('twice', text + text);
  add('with a comment', `${text} // x`);
  add('with a comma too many', text.replace(/\}\s*$/, ',}'));
  add('with NaN', text.replace('"why": ', '"size": NaN, "why": '));
  add('with a number that is too large', text.replace('"why": ', '"size": 1e999, "why": '));
  add('with two names', text.replace('{', '{ "name": "../x",'));
  add('with a byte order mark', `\uFEFF${text}`);
  add('in UTF-16', Buffer.from(text, 'utf16le'));
  add('with bytes that are not UTF-8', Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xff, 0xc0])]));
  add('of 100,000 brackets', '['.repeat(100_000));
  add(
    'of nested properties',
    text.replace('"why": ', `"add": { "x": ${'['.repeat(5000)}${']'.repeat(5000)} }, "why": `),
  );
  add('of zeros', Buffer.alloc(1000));
  return edits;
}
