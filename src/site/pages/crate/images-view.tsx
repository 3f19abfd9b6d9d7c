import type { CrateImage } from '../../view/files/crate-picture.js';
import { Pagination } from '../parts.js';
import { pageHref, type ListPage } from '../listing/page-of.js';
import { linkText, type CrateScene } from './scene.js';

/** Pictures on one page. */
export const IMAGES_OF_PAGE = 24;

interface ImagesViewProps {
  readonly images: ListPage<CrateImage>;
  readonly scene: CrateScene;
  readonly search: URLSearchParams;
}

/** The pictures of a crate side by side, each a link to its page. */
export function ImagesView({ images: { items, page, pages }, scene, search }: ImagesViewProps) {
  return (
    <section aria-label="Images">
      <ul class="gallery">
        {items.map(({ entity, picture }) => (
          <li>
            <a href={scene.links.entity(entity)}>
              {picture === undefined ? (
                <span class="no-picture">too large for this page, or not in the folder</span>
              ) : (
                <img src={picture.href} width={picture.width} height={picture.height} alt="" loading="lazy" />
              )}
              <span>{linkText(entity)}</span>
            </a>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => pageHref(search, to)} />
    </section>
  );
}
