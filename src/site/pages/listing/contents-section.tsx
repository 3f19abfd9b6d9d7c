import type { ContentBeginning } from '../../view/files/crate-contents.js';
import type { CrateScene } from '../crate/scene.js';
import { EmptyState } from '../parts.js';
import { ContentsTable } from './contents-table.js';
import { contentsHref } from './contents-view.js';

interface ContentsSectionProps {
  readonly beginning: ContentBeginning;
  readonly scene: CrateScene;
  /** What asks for all of it; empty for the crate. */
  readonly folder: string;
}

/** The beginning of what a crate or folder contains, with the way to all of it. */
export function ContentsSection({ beginning, scene, folder }: ContentsSectionProps) {
  const { rows, total, isCut } = beginning;
  const more = total - rows.length;
  return (
    <section class="contents" aria-labelledby="contents">
      <h2 id="contents">
        Contents{' '}
        {total > 0 ? (
          <span class="count">
            {total.toLocaleString('en')}
            {isCut ? '+' : ''}
          </span>
        ) : null}
      </h2>
      {total === 0 ? (
        <EmptyState title="This crate lists no files or folders." />
      ) : (
        <>
          <ContentsTable label="Contents" rows={rows} scene={scene} folder={folder} insideHref={contentsHref} />
          <p>
            {more > 0 ? `${more.toLocaleString('en')} more: ` : ''}
            <a href={contentsHref(folder)}>
              {more > 0 ? 'see, filter and sort all' : 'Filter, sort and count the files'}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
