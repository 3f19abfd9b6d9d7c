import type { ReferenceGraph } from '../../tasks/stored/reference-graphs.js';
import { shortName } from '../view/entity-label.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { SourcePlace } from './crate/crate-origin.js';
import { Day } from './crate/glance.js';
import { crateHref } from './crate/site-links.js';
import { Layout } from './layout.js';
import { pageHref, pageOf } from './listing/page-of.js';
import { DATA_FORMS, formHref, OtherForms, otherFormLinks } from './other-forms.js';
import type { ContentRows } from './page-content.js';
import type { DataForm } from './page-request.js';
import { Badge, Breadcrumb, Card, EmptyState, Pagination } from './parts.js';

/** What the page of reference graphs shows. */
export interface ReferencesProps {
  readonly references: readonly ReferenceGraph[];
  /** The crate whose files they are; undefined for all. */
  readonly crate: CrateSummary | undefined;
  readonly index: StoreIndex;
  readonly search: URLSearchParams;
  readonly home: string;
}

/** The graphs beside the crates: ontologies, taxonomies, the RDF files of crates, and what is the same across them. */
export function ReferencesPage({ references, crate, index, search, home }: ReferencesProps) {
  const { items, page, pages } = pageOf(references, search);
  const forms = { forms: DATA_FORMS, href: (form: DataForm) => formHref(search, form), what: 'This list' };
  const count = references.length.toLocaleString('en');
  return (
    <Layout title="Reference graphs" home={home} current="statistics" links={otherFormLinks(forms)}>
      <header class="page-header">
        <Breadcrumb trail={[{ label: 'Statistics', href: `${home}statistics` }, { label: 'Reference graphs' }]} />
        <h1>Reference graphs</h1>
        <p class="lead">RDF beside the crates, such as ontologies and taxonomies. Queries read it.</p>
        <p role="status">
          {references.length === 1 ? '1 graph' : `${count} graphs`}
          {crate === undefined ? null : (
            <>
              {' '}
              of <a href={crateHref(crate.key, `${home}crates/`)}>{shortName(crate.title)}</a> ·{' '}
              <a href={`${home}references`}>all graphs</a>
            </>
          )}
        </p>
      </header>
      {references.length === 0 ? (
        <EmptyState title="There are none">`crategraph load --reference` loads some.</EmptyState>
      ) : (
        <ul class="cards">
          {items.map((one) => (
            <ReferenceCard reference={one} index={index} home={home} />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} href={(to) => pageHref(search, to)} />
      <OtherForms {...forms} />
    </Layout>
  );
}

/** Crates that a card names. */
const MOST_CRATES = 5;

interface CardProps extends Pick<ReferencesProps, 'index' | 'home'> {
  readonly reference: ReferenceGraph;
}

function ReferenceCard({ reference, index, home }: CardProps) {
  const { graph, name, quads, loaded, source, apart, partOf } = reference;
  const crates = partOf.slice(0, MOST_CRATES).flatMap((one) => index.crateOf(one) ?? []);
  const query = new URLSearchParams({ query: `SELECT * WHERE {\n  GRAPH <${graph}> { ?s ?p ?o }\n}\nLIMIT 100\n` });
  return (
    <Card title={shortName(name)}>
      <p>
        <code>{graph}</code>
      </p>
      <p class="crate-facts small quiet">
        <span>{quads === 1 ? '1 statement' : `${quads.toLocaleString('en')} statements`}</span>
        <span>
          {source === graph ? (
            'made'
          ) : (
            <>
              loaded from <SourcePlace source={source} />
            </>
          )}{' '}
          on <Day moment={loaded} />
        </span>
        {apart ? <Badge>only in queries that name it</Badge> : null}
        {crates.map((crate) => (
          <span>
            of <a href={crateHref(crate.key, `${home}crates/`)}>{shortName(crate.title)}</a>
          </span>
        ))}
        {partOf.length > MOST_CRATES ? (
          <span>and {(partOf.length - MOST_CRATES).toLocaleString('en')} more</span>
        ) : null}
        <a href={`${home}query?${query.toString()}`}>Query</a>
        <a href={`${home}graphs?${new URLSearchParams({ graph }).toString()}`}>RDF</a>
      </p>
    </Card>
  );
}

/** The same for programs. */
export function referenceRows(references: readonly ReferenceGraph[]): ContentRows {
  return {
    name: 'references',
    columns: ['graph', 'name', 'quads', 'loaded', 'apart', 'partOf'],
    total: references.length,
    rows: (from, to) =>
      references.slice(from, to).map(({ graph, name, quads, loaded, apart, partOf }) => ({
        ...{ graph, name, quads, loaded, apart, partOf },
      })),
  };
}
