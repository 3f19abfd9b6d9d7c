import type { StatisticsSoFar } from '../view/store-statistics.js';
import { Layout } from './layout.js';
import { DATA_FORMS, OtherForms, otherFormLinks } from './other-forms.js';
import type { DataForm } from './page-request.js';
import { StillReading } from './parts.js';
import { StatisticsParts } from './statistics-parts.js';

const FORMS = { forms: DATA_FORMS, href: (form: DataForm) => `?format=${form}` };

/** Statistics of all crates of the store together. */
export function StatisticsPage({ statistics, pending, home }: StatisticsSoFar & { readonly home: string }) {
  const typeHref = (name: string) => `${home}?${new URLSearchParams({ type: name }).toString()}`;
  return (
    <Layout title="Statistics" home={home} current="statistics" links={otherFormLinks(FORMS)}>
      <header class="page-header">
        <h1>Statistics</h1>
        <p class="lead">All crates of the store together, as their descriptions say.</p>
      </header>
      <StillReading pending={pending} />
      <StatisticsParts statistics={statistics} typeHref={typeHref} />
      <OtherForms {...FORMS} />
    </Layout>
  );
}
