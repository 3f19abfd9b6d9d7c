import type { Format } from '../../../base/rdf/syntaxes.js';
import { element } from './element.js';

/** What downloads ask for. */
interface DownloadedQuery {
  readonly home: string;
  /** The text as the server got it. */
  readonly query: string;
}

/**
 * Buttons that run a query again for a file with all of its answer. Each is a plain form, so that the browser writes the
 * file while the answer comes; what the server refuses is shown in a window of its own.
 */
export function downloadForm({ home, query }: DownloadedQuery, formats: readonly Format[]): HTMLElement {
  const field = (name: string, value: string) => element('input', { type: 'hidden', name, value });
  const buttons = formats.map(({ label, mediaType }) =>
    element('button', { name: 'format', value: mediaType, 'aria-label': `Download as ${label}` }, label),
  );
  return element(
    'form',
    { class: 'buttons query-downloads', method: 'post', action: `${home}sparql`, target: '_blank' },
    field('query', query),
    field('download', ''),
    element('span', { class: 'quiet small' }, 'Download'),
    ...buttons,
  );
}
