import type { Draft, Feature, Features } from '../draft.js';
import type { Random } from '../random.js';

/** A feature that is a kind of identifier, of an entity and in references. */
const ids =
  (...some: readonly string[]): Feature =>
  (draft: Draft, random: Random) => {
    const id = random.pick(some);
    draft.ids.push(id);
    draft.add({ '@id': id, '@type': 'Person', name: draft.text() });
    draft.values.push(() => ({ '@id': id }));
  };

/** JSON-LD ignores these identifiers. For us they are file names, and the oracles get them as such. */
export const KEYWORD_IDS = ['@data', '@readme', '@a'] as const;

/** All kinds of identifiers. */
export const IDS: Features = {
  'id with a space': ids('my file.txt', '#p 1', 'a  b/'),
  'id with characters that no IRI has': ids('a|b.txt', '{x}.csv', 'a\\b.txt', '<x>', 'a"b', 'a^b', 'a`b'),
  'id with a percent sign': ids('50%.png', 'caf%C3%A9.txt', '%2e%2e/x', 'a%20b'),
  'id beyond ASCII': ids('caf\u00e9.txt', '\u{1F600}.png', '#\u00fc', '\u202ex'), // not U+00A0: the oracle removes it
  'id with control characters': ids('a\nb', 'a\tb', '\u0000', 'a\u0085b'),
  'id with an IPv6 host': ids('http://[::1]/d', 'http://[2001:db8::1]:8080/x#y'),
  'id of another host': ids('http://example.org/other/x', 'https://orcid.org/0000-0002-1825-0097', '//other.example/x'),
  'id without slashes': ids('mailto:a@b.example', 'urn:x:y', 'doi:10.1/x', 'tel:+1', 'data:text/plain,x'),
  'id with a scheme alone': ids('x:', 'http:', 'urn:'),
  'id in capitals': ids('HTTP://EXAMPLE.org/X', 'URN:x'),
  'id that is a compact IRI': ids('schema:Person', 'schema:x y', 'schema:', 'schema://x'),
  'id that is a term': ids('name', 'Person', 'author', 'License'),
  'id with a colon in its first segment': ids('a:b.txt', 'C:\\data\\x.txt', './a:b.txt'),
  'blank node label': ids('_:b0', '_:b1', '_:x.y', '_:a-b', '_:1'),
  'odd blank node label': ids('_:localid:a:b', '_:', '_:a b', '_:\u00e9', '_:a_b', '_:-', '_:c0n1'),
  'empty id': ids(''),
  'id of the host': ids('/', '/absolute', '/a b'),
  'id above the root': ids('../up', '../../up', '../', '..'),
  'id with dots': ids('data/../c.txt', './data/./b', 'a/..', '.', './/x', '..hidden', 'a/.../b'),
  'id that is a query': ids('?q', '?', 'x?y#z', '#', '#a#b', 'a#b#c'),
  'id of the metadata file': ids('./ro-crate-metadata.json#x', 'ro-crate-metadata.json#', 'ro-crate-metadata.json.bak'),
  'id that looks like a keyword': ids(...KEYWORD_IDS),
  'id with @ that is no keyword': ids('@', '@1', 'a@b', '@foo.bar'),
  'ids that differ in case or slash': (draft) => {
    for (const id of ['Data', 'data', 'data/', './data', 'data//'])
      draft.add({ '@id': id, '@type': 'Person', name: draft.text() });
  },
};
