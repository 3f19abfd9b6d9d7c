import { versionOf } from '../../src/crate/spec-version.js';

describe('versionOf', () => {
  it.each([
    ['https://w3id.org/ro/crate/1.1', '1.1'],
    ['https://w3id.org/ro/crate/1.2/', '1.2'],
    ['http://w3id.org/ro/crate/1.0', '1.0'],
    ['https://w3id.org/ro/crate/1.2-DRAFT', '1.2-DRAFT'],
    [' https://w3id.org/ro/crate/1.1 ', '1.1'],
    ['https://www.researchobject.org/ro-crate/1.1/', '1.1'],
    ['https://www.researchobject.org/ro-crate/specification/1.2/', '1.2'],
  ])('%s is %s', (iri, version) => expect(versionOf(iri)).toBe(version));

  it.each([
    'https://w3id.org/ro/crate',
    'https://w3id.org/ro/crate/1.1/context',
    'https://w3id.org/ro/wfrun/process/0.5',
    'https://evil.example/ro/crate/1.1',
    '1.1',
    '',
  ])('%j is none', (iri) => expect(versionOf(iri)).toBeUndefined());
});
