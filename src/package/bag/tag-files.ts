import { CrateError } from '../../base/errors.js';

/** Receives a warning about a tag file. */
export type OnWarning = (detail: string) => void;

/**
 * Parses `bagit.txt` or `bag-info.txt`: labels in lower case, with their values in order. A line that starts with
 * whitespace continues the previous one (RFC 8493 section 2.2.2).
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

/** Parses a manifest: hexadecimal digests by path. @throws CrateError ERR_BAG_INVALID for two digests of one path */
export function parseManifest(text: string, file: string, onWarning: OnWarning): ReadonlyMap<string, string> {
  const manifest = new Map<string, string>();
  eachTagLine(text, `${file}: no checksum with a path`, onWarning, (line) => {
    const [, digest, path] = /^([0-9a-f]+)[ \t]+\*?(.+)$/is.exec(line) ?? [];
    if (digest === undefined || path === undefined) return false;
    const name = decodePath(path);
    const value = digest.toLowerCase();
    if ((manifest.get(name) ?? value) !== value)
      throw new CrateError('ERR_BAG_INVALID', `${file}: two checksums for ${name}`, { details: { entry: name } });
    manifest.set(name, value);
    return true;
  });
  return manifest;
}

/** Parses `fetch.txt`: the paths of the files that it lists. */
export function parseFetch(text: string, file: string, onWarning: OnWarning): ReadonlySet<string> {
  const paths = new Set<string>();
  eachTagLine(text, `${file}: no address with a length and a path`, onWarning, (line) => {
    const path = /^\S+\s+(?:\d+|-)\s+(.+)$/s.exec(line)?.[1];
    if (path !== undefined) paths.add(decodePath(path));
    return path !== undefined;
  });
  return paths;
}

/** Passes each line to `take`. All lines that `take` refuses give one warning. */
function eachTagLine(text: string, warning: string, onWarning: OnWarning, take: (line: string) => boolean): void {
  let invalid = 0;
  let example = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '' || take(line)) continue;
    if (invalid === 0) example = JSON.stringify(line.slice(0, 80));
    invalid += 1;
  }
  if (invalid > 0)
    onWarning(`${warning} in ${invalid === 1 ? 'the line' : `${invalid} lines, the first is`} ${example}`);
}

/** Decodes CR, LF and % (RFC 8493 section 2.1.3). Removes `./`, which old writers put in front. */
function decodePath(path: string): string {
  return path
    .replace(/^(?:\.\/)+/, '')
    .replaceAll('\\', '/')
    .replace(/%(0D|0A|25)/gi, (encoded) => decodeURIComponent(encoded));
}
