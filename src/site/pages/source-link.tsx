import { basename, dirname } from 'node:path';
import { outsideHref } from '../../base/net/outside-href.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';

/** Where something was loaded from: an address, or the end of a path. */
export function SourceLink({ source }: { readonly source: string }) {
  const href = outsideHref(source);
  if (href !== undefined) return <a href={href}>{href.replace(/^https?:\/\//, '')}</a>;
  return source === '-' ? <span>{sourceLabel(source)}</span> : <code>{sourceLabel(source)}</code>;
}

/** The same as a text: where the folders of a machine are is nobody's business. */
export function sourceLabel(source: string): string {
  if (source === '-') return 'standard input';
  if (outsideHref(source) !== undefined) return source;
  // A graph of a file has its name after that of the file.
  const path = source.replace(/#(?:[a-z][a-z\d+.-]*|_):.*$/is, '');
  const file = basename(path);
  return isMetadataFileName(file) ? basename(dirname(path)) : file;
}
