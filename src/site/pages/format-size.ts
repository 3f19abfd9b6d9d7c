const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size as people read it: `1 byte`, `874 bytes`, `5.5 kB`, `12 MB` (units of 1000). */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let size = bytes;
  let unit = 0;
  // What rounds to 1000 belongs to the next unit.
  while (Math.round(size) >= 1000 && unit < UNITS.length - 1) {
    size = size / 1000;
    unit = unit + 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit] ?? ''}`;
}
