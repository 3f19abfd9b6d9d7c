import { isMetadataFileName, isPrefixedDescriptorId, METADATA_FILE_NAME } from '../../../crate/metadata-names.js';
import { archiveExtension } from '../../../package/container/archive-names.js';
import type { CratePackage } from '../../../package/crate-package.js';

/** The most that a file name may begin with, in characters: file systems allow 255 bytes for the whole name. */
const LONGEST = 50;

/**
 * The file name of a Detached Package, `<prefix>-ro-crate-metadata.json`: that of the document if it has such a name,
 * else with the name of the folder or archive, else with the last part of the root.
 * @param root IRI of the root in the new document @param files the package with the data files
 */
export function detachedName(
  { metadata }: Pick<CratePackage, 'metadata'>,
  root: string,
  files: CratePackage | undefined,
): string {
  if (isPrefixedDescriptorId(metadata.name)) return metadata.name;
  const { source, container, bag } = files ?? { source: '', container: undefined, bag: undefined };
  const place = container === undefined ? [] : source.split(/[\\/]/).filter((part) => !isMetadataFileName(part));
  if (bag !== undefined && place.at(-1) === 'data') place.pop();
  const last = place.at(-1) ?? '';
  const inPlace = last.slice(0, last.length - (archiveExtension(last)?.length ?? 0));
  const inRoot = root.replace(/[?#].*$/s, '').split(/[/:]/);
  const isNamed = /^https?:/i.test(root);
  const candidates = [inPlace, ...(isNamed ? inRoot.slice(1).reverse() : [])];
  const prefix = candidates.map(safePrefix).find((one) => one !== '') ?? 'detached';
  return `${prefix}-${METADATA_FILE_NAME}`;
}

/** A text as the beginning of a file name that every file system allows. */
function safePrefix(text: string): string {
  const letters = [
    ...decodedName(text)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'),
  ];
  return letters
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.-]+|[.-]+$/g, '');
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
