import { shortName } from '../../view/entity-label.js';
import type { CrateVersions } from '../../view/store-index.js';
import { crateHref } from './site-links.js';

/** Other versions of a crate, each with what tells it from the others. */
export function OtherVersions({ versions: { shown, total } }: { readonly versions: CrateVersions }) {
  if (total === 0) return null;
  const more = total - shown.length;
  return (
    <p class="origin">
      Other versions:{' '}
      {shown.map(({ crate, version }, at) => {
        const [day] = /^\d{4}(?:-\d\d){0,2}/.exec(crate.datePublished ?? '') ?? [];
        const facts = [version, day].filter((fact) => fact !== undefined);
        return (
          <>
            {at === 0 ? '' : ', '}
            <a href={crateHref(crate.key)}>{shortName(crate.title)}</a>
            {facts.length === 0 ? '' : ` (${facts.map(shortName).join(', ')})`}
          </>
        );
      })}
      {more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}
    </p>
  );
}
