import type { StatisticsSoFar } from '../view/store-statistics.js';
import type { ReferenceGraph } from '../../tasks/stored/reference-graphs.js';
import { Layout } from './layout.js';
import { DATA_FORMS, OtherForms, otherFormLinks } from './other-forms.js';
import type { DataForm } from './page-request.js';
import { StillReading } from './parts.js';
import { StatisticsParts } from './statistics-parts.js';

const FORMS = { forms: DATA_FORMS, href: (form: DataForm) => `?format=${form}` };

interface StatisticsProps extends StatisticsSoFar {
  readonly references: readonly ReferenceGraph[];
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

/** The way to what is beside the crates. */
function References({ references, home }: Pick<StatisticsProps, 'references' | 'home'>) {
  if (references.length === 0) return null;
  const graphs = references.length === 1 ? 'a reference graph' : `${references.length.toLocaleString('en')} reference graphs`; // prettier-ignore
  return (
    <p>
      Beside the crates, the store has <a href={`${home}references`}>{graphs}</a>, such as ontologies, which the numbers
      above do not count.
    </p>
  );
}
