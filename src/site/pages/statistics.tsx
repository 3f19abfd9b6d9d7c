import type { StatisticsSoFar } from '../view/store-statistics.js';
import { Layout } from './layout.js';
import { DATA_FORMS, OtherForms, otherFormLinks } from './other-forms.js';
import type { DataForm } from './page-request.js';
import { StillReading } from './parts.js';
import { StatisticsParts } from './statistics-parts.js';

const FORMS = { forms: DATA_FORMS, href: (form: DataForm) => `?format=${form}` };

interface StatisticsProps extends StatisticsSoFar {
  /** How many graphs are beside the crates. */
  readonly references: number;
  readonly home: string;
}

/** Statistics of all crates of the store together, and the graphs beside them. */
export function StatisticsPage({ statistics, pending, references, home }: StatisticsProps) {
  const typeHref = (name: string) => `${home}?${new URLSearchParams({ type: name }).toString()}`;
  return (
    <Layout title="Statistics" home={home} current="statistics" links={otherFormLinks(FORMS)}>
      <header class="page-header">
        <h1>Statistics</h1>
        <p class="lead">All crates of the store together, as their descriptions say.</p>
      </header>
      <StillReading pending={pending} />
      <StatisticsParts statistics={statistics} typeHref={typeHref} />
      <References references={references} home={home} />
      <OtherForms {...FORMS} />
    </Layout>
  );
}

/** RDF beside the crates, such as ontologies. */
function References({ references, home }: Pick<StatisticsProps, 'references' | 'home'>) {
  if (references === 0) return null;
  return (
    <section aria-labelledby="references">
      <h2 id="references">
        Reference graphs <span class="count">{references.toLocaleString('en')}</span>
      </h2>
      <p>
        RDF beside the crates, such as ontologies. Queries read it; the numbers above do not count it.{' '}
        <a href={`${home}references`}>See what there is</a>
      </p>
    </section>
  );
}
