/** What a server asks for before it answers (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case: `basic`, `bearer`, `digest`, ... */
  readonly scheme: string;
  /** Values by lower-case name, without quotes. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TOKEN = String.raw`[!#$%&'*+.^_\x60|~\w-]+`;
/** A parameter, or the scheme that begins the next challenge. */
const PART = new RegExp(
  String.raw`\s*,*\s*(?:(${TOKEN})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|(${TOKEN}))|(${TOKEN})(?=\s|,|$))`,
  'suy',
);

/** Parses `WWW-Authenticate`, which may have several challenges in one line. What is not understood ends the list. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = [];
  PART.lastIndex = 0;
  for (let part = PART.exec(header); part !== null; part = PART.exec(header)) {
    const [, name, quoted, plain, scheme] = part;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: {} });
    const last = challenges.at(-1);
    if (name !== undefined && last !== undefined)
      last.parameters[name.toLowerCase()] = plain ?? (quoted ?? '').replace(/\\(.)/gsu, '$1');
  }
  return challenges;
}
