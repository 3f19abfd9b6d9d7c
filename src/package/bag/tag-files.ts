import { CrateError } from '../../errors.js';

/** Takes what is odd about a tag file, in words. */
export type OnWarning = (detail: string) => void;

/**
 * The labels of `bagit.txt` or `bag-info.txt` in lower case, with their values in order; a line that starts with a
 * blank continues the one before (RFC 8493 section 2.2.2).
 */
export function parseLabels(text: string, file: string, onWarning: OnWarning): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  const unfolded = text.replace(/(?:\r\n|\r|\n)[ \t]+/g, ' ');
  eachTagLine(unfolded, `${file}: no label with a value`, onWarning, (line) => {
    const colon = line.indexOf(':');
    const label = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (label === '') return false;
    const values = labels.get(label) ?? [];
    values.push(line.slice(colon + 1).trim());
    labels.set(label, values);
    return true;
  });
  return labels;
}

/** Hexadecimal digests by path. @throws CrateError ERR_BAG_INVALID for two of one path: one of them is wrong */
export function parseManifest(text: string, file: string, onWarning: OnWarning): ReadonlyMap<string, string> {
  const manifest = new Map<string, string>();
  eachTagLine(text, `${file}: no checksum with a path`, onWarning, (line) => {
    const [, digest, path] = /^([0-9a-f]+)[ \t]+\*?(.+)$/is.exec(line) ?? [];
    if (digest === undefined || path === undefined) return false;
    const [name, value] = [decodePath(path), digest.toLowerCase()];
    if ((manifest.get(name) ?? value) !== value)
      throw new CrateError('ERR_BAG_INVALID', `${file}: two checksums of ${name}`, { details: { entry: name } });
    manifest.set(name, value);
    return true;
  });
  return manifest;
}

/** Paths of the files that `fetch.txt` leaves to be retrieved. */
export function parseFetch(text: string, file: string, onWarning: OnWarning): ReadonlySet<string> {
  const paths = new Set<string>();
  eachTagLine(text, `${file}: no address with a length and a path`, onWarning, (line) => {
    const path = /^\S+\s+(?:\d+|-)\s+(.+)$/s.exec(line)?.[1];
    if (path !== undefined) paths.add(decodePath(path));
    return path !== undefined;
  });
  return paths;
}

/** Takes line by line; all lines that are not taken are one thing to report. */
function eachTagLine(text: string, complaint: string, onWarning: OnWarning, take: (line: string) => boolean): void {
  let [odd, example] = [0, ''];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '' || take(line)) continue;
    if (odd === 0) example = JSON.stringify(line.slice(0, 80));
    odd += 1;
  }
  if (odd > 0) onWarning(`${complaint} in ${odd === 1 ? 'the line' : `${odd} lines, the first is`} ${example}`);
}

/** RFC 8493 section 2.1.3: CR, LF and % are percent-encoded, nothing else. Old writers put `./` in front. */
function decodePath(path: string): string {
  return path
    .replace(/^(?:\.\/)+/, '')
    .replaceAll('\\', '/')
    .replace(/%(0D|0A|25)/gi, (encoded) => decodeURIComponent(encoded));
}
