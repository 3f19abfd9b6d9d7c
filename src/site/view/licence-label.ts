import { spdxIdentifier } from '../../package/spdx-license.js';

/** What people call a licence that SPDX knows: `CC BY 4.0`, `MIT`; undefined for others. @param text IRI or text */
export function licenceLabel(text: string): string | undefined {
  const id = spdxIdentifier(text);
  // Creative Commons write their names with spaces.
  const [, name, version, country] = /^(CC0|CC-PDM|CC-BY[A-Z-]*?)-(\d\.\d)(?:-([A-Z]+))?$/.exec(id ?? '') ?? [];
  if (name === undefined) return id;
  const spelled = name === 'CC-PDM' ? 'Public Domain Mark' : name.replace('CC-', 'CC ');
  return [spelled, version, country].filter((part) => part !== undefined).join(' ');
}
