import { CITE_FORMATS, citationText } from '../../view/citation/cite.js';
import type { CslItem } from '../../view/citation/csl-item.js';

/** Authors of an entry that the page shows; the files have all. */
const MOST_AUTHORS = 40;
/** Characters of a text that the page shows. */
const MOST_TEXT = 3000;

/** How to cite a crate, folded: as a text and as an entry, with the files. */
export function CiteBox({ item }: { readonly item: CslItem }) {
  const [entry] = CITE_FORMATS;
  const isShort = (item.author?.length ?? 0) <= MOST_AUTHORS && item.title.length <= MOST_TEXT;
  return (
    <details class="cite">
      <summary class="button">Cite</summary>
      <div class="cite-body">
        <p class="literal">{citationText(item).slice(0, MOST_TEXT)}</p>
        {isShort ? <pre>{entry?.write(item).trimEnd()}</pre> : null}
        <p class="buttons">
          {CITE_FORMATS.map(({ name, label }) => (
            <a class="button" href={`?cite=${name}`} download="">
              {label}
            </a>
          ))}
        </p>
      </div>
    </details>
  );
}
