import type { CrateView } from '../../view/crate-view.js';
import { rootKeywords } from '../../view/keywords.js';
import { Chip } from '../parts.js';

interface KeywordsProps {
  readonly view: CrateView;
  /** The path to the list of crates; undefined where there is none. */
  readonly home?: string | undefined;
}

/** The keywords of a crate; each leads to the crates that have it. */
export function Keywords({ view, home }: KeywordsProps) {
  const keywords = rootKeywords(view);
  if (keywords.length === 0) return null;
  return (
    <ul class="chips keywords" aria-label="Keywords">
      {keywords.map(({ label, value }) => (
        <li>
          <Chip href={home === undefined ? undefined : `${home}?keyword=${encodeURIComponent(value.toWellFormed())}`}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
