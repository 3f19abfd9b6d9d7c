import { isWebIri } from '../../base/rdf/iri.js';
import { CRATES_PER_PAGE } from '../view/crate-search.js';
import { shortIri } from '../view/crate-title.js';
import { shortName } from '../view/entity-label.js';
import type { StoreIndex } from '../view/store-index.js';
import { AlsoKnownAs } from './also-known-as.js';
import { CrateCards } from './crate-cards.js';
import { Layout } from './layout.js';
import { DATA_FORMS, formHref, OtherForms, otherFormLinks } from './other-forms.js';
import type { DataForm } from './page-request.js';
import { Breadcrumb, EmptyState, StillReading } from './parts.js';

/** What the page of something that crates mention needs. */
export interface MentionsProps {
  readonly index: StoreIndex;
  readonly iri: string;
  readonly home: string;
}

/** The crates that describe or refer to a person, an instrument, a licence or anything else with an IRI. */
export function MentionsPage({ index, iri, home }: MentionsProps) {
  const crates = index.cratesWith(iri);
  const name = shortName(index.nameOf(iri) ?? shortIri(iri));
  const count = crates.length.toLocaleString('en');
  const search = new URLSearchParams({ iri });
  const forms = { forms: DATA_FORMS, href: (form: DataForm) => formHref(search, form), what: 'This list' };
  return (
    <Layout title={name} home={home} current="crates" links={otherFormLinks(forms)}>
      <header class="page-header">
        <Breadcrumb trail={[{ label: 'Crates', href: home === '' ? './' : home }, { label: name }]} />
        <h1>{name}</h1>
        <p class="lead" role="status">
          {crates.length === 1 ? '1 crate mentions it' : `${count} crates mention it`}
        </p>
        <p>{isWebIri(iri) ? <a href={iri}>{iri}</a> : <code>{iri}</code>}</p>
      </header>
      <AlsoKnownAs index={index} iri={iri} home={home} />
      <StillReading pending={index.pending} />
      {crates.length === 0 ? (
        <EmptyState title="No crate mentions this">
          Only what is outside of a crate can be mentioned by several, by its exact IRI.
        </EmptyState>
      ) : (
        <CrateCards crates={crates.slice(0, CRATES_PER_PAGE)} index={index} home={home} />
      )}
      {crates.length > CRATES_PER_PAGE ? (
        <p>
          <a class="button" href={`${home}?${new URLSearchParams({ mentions: iri }).toString()}`}>
            See all {count} in the list of crates
          </a>
        </p>
      ) : null}
      <OtherForms {...forms} />
    </Layout>
  );
}
