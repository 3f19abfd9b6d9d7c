import { workOf } from '../../../src/site/view/crate-versions.js';

describe('the work that an identifier names', () => {
  it.each([
    ['https://w3id.org/ro/crate/1.2', 'https://w3id.org/ro/crate'],
    ['https://w3id.org/ro/crate/1.4-DRAFT', 'https://w3id.org/ro/crate'],
    ['https://workflowhub.eu/workflows/29?version=2', 'https://workflowhub.eu/workflows/29'],
    ['https://doi.org/10.48546/workflowhub.workflow.200.1', '10.48546/workflowhub.workflow.200'],
    ['doi:10.48546/WorkflowHub.workflow.200.3', '10.48546/workflowhub.workflow.200'],
    ['https://example.org/data/v2.1/', 'https://example.org/data'],
    ['https://example.org/data@1.0.3', 'https://example.org/data'],
    ['https://github.com/example/tool/versions/7', 'https://github.com/example/tool'],
    ['https://arxiv.org/abs/2101.00001', 'https://arxiv.org/abs/2101.00001'],
    ['https://doi.org/10.1093/nar/28.1.235', '10.1093/nar/28.1.235'],
    ['https://example.org/x-10.1', 'https://example.org/x-10.1'],
    ['https://doi.org/10.5281/zenodo.6913045', '10.5281/zenodo.6913045'],
  ])('%s is %s', (identifier, work) => {
    expect(workOf(identifier)).toBe(work);
  });

  it.each([
    'Bates34',
    '71f227a8-fbf6-4c2c-a500-5cbe4ebc4b17',
    'https://example.org/',
    '1.0',
    'https://doi.org/DOI',
    '',
    `https://example.org/${'1'.repeat(50_000)}/`,
  ])('is not in %j', (identifier) => {
    expect(workOf(identifier)).toBeUndefined();
  });
});
