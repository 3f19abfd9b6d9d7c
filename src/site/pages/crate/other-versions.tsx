import { shortName } from '../../view/entity-label.js';
import type { CrateRelation, RelatedCrates } from '../../view/store-index.js';
import { crateHref } from './site-links.js';

const LABELS: Readonly<Record<CrateRelation, string>> = {
  version: 'Other versions',
  source: 'Based on',
  derived: 'Basis of',
};

/** Other versions of a crate, or others that have to do with it, each with what tells it from the others. */
export function OtherVersions({ related: { relation, shown, total } }: { readonly related: RelatedCrates }) {
  const more = total - shown.length;
  return (
    <p class="origin">
      {LABELS[relation]}:{' '}
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
