/**
 * The decodedSegment segments of a path, without its first `/`; the last one is '' if the path ends in `/`. Returns
 * undefined for a path that could lead out of its folder or to a hidden file: `..`, dot files, empty segments, and
 * separators or NUL in an encoded form.
 */
export function pathSegments(pathname: string): string[] | undefined {
  const segments: string[] = [];
  const parts = pathname.slice(1).split('/');
  for (const [index, part] of parts.entries()) {
    const segment = decodedSegment(part);
    if (segment === undefined || segment.startsWith('.') || /[/\\\0]/.test(segment)) return undefined;
    if (segment === '' && index < parts.length - 1) return undefined;
    segments.push(segment);
  }
  return segments;
}

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
