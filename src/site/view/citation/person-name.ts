/** A person, or an organisation. */
export type CslName = { readonly family: string; readonly given: string } | { readonly literal: string };

/** Words that belong to the family name behind them. */
const PARTICLES = new Set(
  ['af', 'al', 'av', 'bin', 'da', 'das', 'de', 'del', 'della', 'den', 'der', 'di', 'dos', 'du', 'el', 'het', 'ibn', 'la', 'le', 'ten', 'ter', 'van', 'von', 'zu'], // prettier-ignore
);

/**
 * The parts of the name of a person. With a comma the family comes first; of two to four words in an alphabet of
 * letters with case, the last one is the family name, with the particles before it, unless it is initials. Other names stay whole.
 */
export function personName(name: string): CslName {
  const comma = /^([^,]+), ([^,]+)$/.exec(name);
  if (comma !== null) return { family: (comma[1] ?? '').trim(), given: (comma[2] ?? '').trim() };
  const words = name.split(' ');
  const isUsual =
    words.length > 1 && words.length <= 6 && words.every((word) => /^[\p{Lu}\p{Ll}\p{M}.'’-]+$/u.test(word));
  if (!isUsual) return { literal: name };
  // As in lists of references: "Chang JJ".
  const last = words.at(-1) ?? '';
  if (/^\p{Lu}{1,4}$/u.test(last)) return { family: words.slice(0, -1).join(' '), given: last };
  let at = words.length - 1;
  while (at > 1 && PARTICLES.has(words[at - 1] ?? '')) at -= 1;
  return { family: words.slice(at).join(' '), given: words.slice(0, at).join(' ') };
}
