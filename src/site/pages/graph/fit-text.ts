/** Estimates the width of a text in a picture, in units of its font size: East Asian characters are square. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[ijltfrI.,:;'|!()[\]/ -]/.test(character)) width += 0.37;
    else if (/[mwMW@]/.test(character)) width += 0.97;
    else if (
      /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u.test(character)
    )
      width += 1.05;
    else width += /\p{Lu}/u.test(character) ? 0.72 : 0.62;
  }
  return width;
}

/**
 * Breaks a text into lines of a width, after a space or the parts of a path where it can; what does
 * not fit ends in an ellipsis.
 */
export function fitText(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    const length = fittingLength(rest, isLast ? width - 1 : width);
    if (length >= rest.length || textWidth(rest) <= width) return [...lines, rest];
    const end = breakBefore(rest, length);
    lines.push(isLast ? `${rest.slice(0, end).trimEnd()}…` : rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines.length === 0 ? ['(no name)'] : lines;
}

/** The last good place to break a text (else between the words of `camelCase`), behind the first third of a line; else the end of the line. */
function breakBefore(text: string, length: number): number {
  for (const place of [/[\s/_#.-]./s, /\p{Ll}\p{Lu}/u])
    for (let end = length; end > length / 3; end -= 1) if (place.test(text.slice(end - 1, end + 1))) return end;
  return length;
}

/** How many characters, in whole code points, fit into a width; at least one. */
function fittingLength(text: string, width: number): number {
  let length = 0;
  let used = 0;
  for (const character of text) {
    used += textWidth(character);
    if (used > width && length > 0) break;
    length += character.length;
  }
  return length;
}

/**
 * The accessible name of something that shows a text, maybe cut: it contains what is seen, so that people who speak to
 * their computer can say what they see.
 */
export function nameOfSeen(seen: string, whole: string): string {
  // Who compares the two may pass over what is in brackets; a bracket that was cut is open.
  const isCut = seen.lastIndexOf('(') > seen.lastIndexOf(')');
  const name = isCut ? whole.replace(/[()]/g, '') : whole;
  return wordsOf(name).includes(wordsOf(seen)) ? name : `${seen}: ${name}`;
}

function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
