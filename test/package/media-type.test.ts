import { extensionOf, mediaTypeOf, withCharset } from '../../src/package/media-type.js';

it.each([
  ['scripts/analyse.R', 'text/x-r'],
  ['scripts/analyse.r', 'text/x-r'],
  ['main.nf', 'text/x-groovy'],
  ['nextflow.config', 'text/x-groovy'],
  ['rules/map.smk', 'text/x-python'],
  ['workflow/Snakefile', 'text/x-python'],
  ['levels.h5', 'application/vnd.hdfgroup.hdf5'],
  ['levels.parquet', 'application/vnd.apache.parquet'],
  ['levels.ipynb', 'application/x-ipynb+json'],
  ['CITATION.cff', 'application/yaml'],
  ['environment.yml', 'application/yaml'],
  ['steps.cwl', 'application/cwl'],
  ['steps.ga', 'application/json'],
  ['levels.csv', 'text/csv'],
  ['LICENSE', 'text/plain'],
  ['docs/README', 'text/plain'],
  ['csv', undefined],
  ['.csv', undefined],
  ['a.csv/b', undefined],
  ['constructor', undefined],
  ['a.constructor', undefined],
  ['levels.unknown', undefined],
])('the media type of %s is %s', (path, type) => {
  expect(mediaTypeOf(path)).toBe(type);
});

it.each([
  ['text/csv', 'csv'],
  ['Text/CSV; charset=utf-8', 'csv'],
  ['application/vnd.apache.parquet', 'parquet'],
  ['text/plain', 'txt'],
  ['application/x-nobody-knows', undefined],
])('an ending for %s is %s', (type, ending) => {
  expect(extensionOf(type)).toBe(ending);
});

it.each([
  ['text/csv', 'text/csv; charset=utf-8'],
  ['text/x-r', 'text/x-r; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['text/html; charset=latin1', 'text/html; charset=latin1'],
  ['image/png', 'image/png'],
  ['application/n-quads', 'application/n-quads'],
])('%s has the Content-Type %s', (type, header) => {
  expect(withCharset(type)).toBe(header);
});
