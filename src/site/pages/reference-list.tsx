import type { ReferenceGraph } from '../../tasks/stored/reference-graphs.js';
import { shortName } from '../view/entity-label.js';
import type { StoreIndex } from '../view/store-index.js';
import { Day } from './crate/glance.js';
import { crateHref } from './crate/site-links.js';
import { Layout } from './layout.js';
import { pageHref, type ListPage } from './listing/page-of.js';
import { DATA_FORMS, formHref, OtherForms, otherFormLinks } from './other-forms.js';
import type { DataForm } from './page-request.js';
import { Badge, Breadcrumb, Card, EmptyState, Pagination } from './parts.js';
import { referencePath } from './reference-data.js';
import { SourceLink } from './source-link.js';

interface ReferenceListProps {
  readonly shown: ListPage<ReferenceGraph>;
  readonly total: number;
  /** `partOf`, the graph of a crate: only its files are listed; and `page`. */
  readonly search: URLSearchParams;
  readonly index: StoreIndex;
  readonly home: string;
}

/** The graphs beside the crates, or those of the files of one crate. */
export function ReferenceListPage({ shown, total, search, index, home }: ReferenceListProps) {
  const partOf = search.get('partOf') ?? undefined;
  const forms = { forms: DATA_FORMS, href: (form: DataForm) => formHref(search, form), what: 'This list' };
  return (
    <Layout title="Reference graphs" home={home} current="statistics" links={otherFormLinks(forms)}>
      <header class="page-header">
        <Breadcrumb trail={referenceTrail(home)} />
        <h1>Reference graphs</h1>
        <p class="lead" role="status">
          {total === 1 ? '1 graph' : `${total.toLocaleString('en')} graphs`}
          {shown.pages === 1 ? '' : `, page ${shown.page.toLocaleString('en')} of ${shown.pages.toLocaleString('en')}`}
        </p>
        {partOf === undefined ? (
          <p>
            RDF beside the crates, such as ontologies. Queries read it, what is apart only where they name it; lists,
            search and statistics leave it out.
          </p>
        ) : (
          <p>
            <span>
              RDF files of <WholeCrate graph={partOf} index={index} home={home} />.{' '}
              <a href={`${home}references`}>See all reference graphs</a>
            </span>
          </p>
        )}
      </header>
      {total === 0 ? (
        <EmptyState title={partOf === undefined ? 'The store has no reference graphs' : 'No RDF files are loaded'}>
          <code>crategraph load --reference ontology.ttl</code> loads one, and{' '}
          <code>crategraph load my-crate/ --with-rdf</code> the RDF files of a crate.
        </EmptyState>
      ) : (
        <ul class="cards">
          {shown.items.map((reference) => (
            <ReferenceCard reference={reference} index={index} home={home} />
          ))}
        </ul>
      )}
      <Pagination page={shown.page} pages={shown.pages} href={(page) => pageHref(search, page)} />
      <OtherForms {...forms} />
    </Layout>
  );
}

/** The way from the start to a reference graph, or to their list. */
export function referenceTrail(home: string, name?: string) {
  const list = { label: 'Reference graphs', href: name === undefined ? undefined : `${home}references` };
  const statistics = { label: 'Statistics', href: `${home}statistics` };
  return name === undefined ? [statistics, list] : [statistics, list, { label: name }];
}

/** Where the graph is from that no file has. */
export const MADE = 'made by crategraph';

interface ReferenceProps {
  readonly reference: ReferenceGraph;
  readonly index: StoreIndex;
  readonly home: string;
}

function ReferenceCard({ reference, index, home }: ReferenceProps) {
  const { graph, name, quads, source, loaded, apart, partOf } = reference;
  return (
    <Card title={shortName(name)} href={home + referencePath(graph)}>
      <p class="small">
        <code>{graph}</code>
      </p>
      <p class="crate-facts small quiet">
        <span>{statements(quads)}</span>
        <span>
          {source === graph ? (
            MADE
          ) : (
            <>
              loaded from <SourceLink source={source} />
            </>
          )}{' '}
          on <Day moment={loaded} />
        </span>
        {partOf === undefined ? null : (
          <span>
            a file of <WholeCrate graph={partOf} index={index} home={home} />
          </span>
        )}
        {apart ? <Badge kind="accent">apart</Badge> : null}
      </p>
    </Card>
  );
}

/** The crate of which a graph is a file, as a link if the store has it. */
export function WholeCrate({ graph, index, home }: { graph: string; index: StoreIndex; home: string }) {
  const crate = index.crateOf(graph);
  if (crate === undefined) return <code>{graph}</code>;
  return <a href={crateHref(crate.key, `${home}crates/`)}>{shortName(crate.title)}</a>;
}

/** How many triples a graph has, in the word of the website. */
export function statements(quads: number): string {
  return quads === 1 ? '1 statement' : `${quads.toLocaleString('en')} statements`;
}
