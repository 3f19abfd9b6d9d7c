import { crateHref } from './crate/site-links.js';
import { shortIri } from '../view/crate-title.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { formatSize } from './format-size.js';
import { Badge, Card } from './parts.js';
import { plainText } from './prose/plain-text.js';

/** Crates as cards. */
export function CrateCards({ crates, index, home }: CrateCardsProps) {
  return (
    <ul class="cards">
      {crates.map((crate) => (
        <CrateCard crate={crate} index={index} home={home} />
      ))}
    </ul>
  );
}

function CrateCard({ crate, index, home }: Omit<CrateCardsProps, 'crates'> & { readonly crate: CrateSummary }) {
  const { description, authors, licences } = index.details(crate);
  return (
    <Card title={shortText(crate.title)} href={crateHref(crate.key, `${home}crates/`)}>
      {authors.length === 0 ? null : <p class="small quiet">{shortList(authors, 4)}</p>}
      {description === undefined ? null : <p>{shortText(plainText(description))}</p>}
      <p class="crate-facts small quiet">
        {factsOf(crate).map((fact) => (
          <span>{fact}</span>
        ))}
        {licences.map(({ iri, name }) => (
          <span>{shortText(name ?? index.nameOf(iri) ?? shortIri(iri))}</span>
        ))}
        {crate.facets.profile.map((profile) => (
          <Badge kind="accent">{index.nameOf(profile) ?? shortIri(profile)}</Badge>
        ))}
      </p>
    </Card>
  );
}
interface CrateCardsProps {
  readonly crates: readonly CrateSummary[];
  readonly index: StoreIndex;
  readonly home: string;
}

function factsOf({ datePublished, entities, files, bytes }: CrateSummary): string[] {
  const date = datePublished?.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/s, '$1');
  const size = bytes === 0 ? '' : `, ${formatSize(bytes)}`;
  return [
    ...(date === undefined ? [] : [shortText(date)]),
    `${entities.toLocaleString('en')} ${entities === 1 ? 'entity' : 'entities'}`,
    ...(files === 0 ? [] : [`${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}${size}`]),
  ];
}

function shortList(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(shortText).join(', ');
  return names.length > most ? `${shown} and ${(names.length - most).toLocaleString('en')} more` : shown;
}

/** The beginning of a text, up to a word. */
function shortText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 280 ? plain : `${plain.slice(0, 280).replace(/\s+\S*$/, '')} …`;
}
