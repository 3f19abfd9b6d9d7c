import { CrateError } from '../errors.js';

/** What RDF 1.1 cannot say, as a SPARQL engine writes it in N-Triples and N-Quads outside of strings and IRIs. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/<<\(/, 'a quoted triple'],
  [/""@[\w-]+--/, 'a text with a direction'],
  [
    /""\^\^<http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#(?:dirL|l)angString>/,
    'a language string without a language',
  ],
];

/** What each of these contains. A line without any of them is RDF 1.1; one with them may be. */
export const SUSPICIOUS = ['<<(', '--ltr', '--rtl', 'angString>'] as const;

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** What a line of an engine has that RDF 1.1 cannot say; undefined for a line of RDF 1.1. */
export function beyondRdf11(line: string): string | undefined {
  if (!SUSPICIOUS.some((part) => line.includes(part))) return undefined;
  const bare = line.replace(STRING, '""');
  return KINDS.find(([pattern]) => pattern.test(bare))?.[1];
}

/** The error for a line of {@link beyondRdf11}. @param made what has made it, as in `the update` */
export function beyondRdf11Error(line: string, made: string): CrateError {
  const shown = line.length > 300 ? `${line.slice(0, 300)}…` : line;
  return new CrateError('ERR_RDF_SYNTAX', `${made} makes ${beyondRdf11(line)}, which RDF 1.1 cannot say: ${shown}`, {
    hint: 'leave out TRIPLE, STRLANGDIR and STRDT with rdf:langString (STRLANG makes a text with a language)',
    details: { line: shown },
  });
}
