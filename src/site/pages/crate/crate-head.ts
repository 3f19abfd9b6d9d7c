import { JSONLD, usualEnding } from '../../../base/rdf/syntaxes.js';
import { crateAddress } from '../../../tasks/stored/crate-keys.js';
import { resultFormats, type ResultFormat } from '../../../tasks/query/result-formats.js';
import { catalogueName } from '../../branding/branding.js';
import { datasetFacts, type FactDownload } from '../../view/dataset-facts.js';
import { datasetDescription, datasetText, fewFacts } from '../../view/dataset-description.js';
import { plainText } from '../prose/plain-text.js';
import type { HeadLink, PageHead } from '../page-head.js';
import { crateTitle, type CratePageProps } from './crate-frame.js';

/** What the page of a crate says of itself to machines, with the crate as a dataset of schema.org. */
export function crateHead({ data, crate, view }: CratePageProps): PageHead {
  const address = crateAddress(data.address, crate.key);
  const beside = address.slice(0, -1);
  const forms = [...resultFormats('CONSTRUCT')].sort(jsonLdFirst).map((format) => ({
    href: `${beside}${usualEnding(format)}`,
    type: format.mediaType,
    title: format.label,
  }));
  const download = (href: string, format: string): FactDownload => ({ address: href, format, size: undefined });
  const zip = data.files(crate) === undefined ? [] : [download(`${beside}.zip`, 'application/zip')];
  const sets: HeadLink[] = [
    { rel: 'linkset', href: `${beside}.linkset.json`, type: 'application/linkset+json' },
    { rel: 'linkset', href: `${beside}.linkset`, type: 'application/linkset' },
  ];
  const title = crateTitle({ view, crate });
  const facts = fewFacts(datasetFacts(view, plainText));
  const text = datasetText(view, title, facts.description ?? '');
  return {
    description: text,
    canonical: address,
    links: [...forms.map((form): HeadLink => ({ rel: 'alternate', ...form })), ...sets],
    jsonLd: {
      '@context': 'https://schema.org/',
      ...datasetDescription(facts, {
        title,
        text,
        website: { name: catalogueName(data.branding, data.address), address: data.address },
        address,
        downloads: [...facts.downloads, ...zip, ...forms.map(({ href, type }) => download(href, type))],
      }),
    },
  };
}

function jsonLdFirst(a: ResultFormat, b: ResultFormat): number {
  return Number(b.mediaType === JSONLD.mediaType) - Number(a.mediaType === JSONLD.mediaType);
}
