import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { isOrcid } from '../../../src/crate/orcid.js';
import { isRor } from '../../../src/crate/ror.js';
import {
  checksumAlgorithm,
  contentChecksum,
  emailIn,
  identifierOfIri,
  identifierOfText,
  isOfficeAddress,
  licenceOf,
} from '../../../src/tasks/identity/normal-forms.js';
import { tries } from '../../helpers/seed.js';

describe('identifiers in their one form', () => {
  it.each([
    ['https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['http://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['http://www.orcid.org/0000-0002-1825-0097/', 'https://orcid.org/0000-0002-1825-0097'],
    ['orcid:0000-0002-1694-233x', 'https://orcid.org/0000-0002-1694-233X'],
    ['http://ror.org/02mhbdp94', 'https://ror.org/02mhbdp94'],
    ['http://dx.doi.org/10.5281/Zenodo.1', 'https://doi.org/10.5281/zenodo.1'],
    ['https://doi.org/10.5281/zenodo.1/', 'https://doi.org/10.5281/zenodo.1'],
    ['https://doi.org/doi:10.5281/zenodo.1', 'https://doi.org/10.5281/zenodo.1'],
    ['doi:10.1000/a%3Cb%3E', 'https://doi.org/10.1000/a%3Cb%3E'],
    ['http://spdx.org/licenses/MIT.html', 'https://spdx.org/licenses/MIT'],
    ['http://creativecommons.org/licenses/by/4.0/legalcode', 'https://spdx.org/licenses/CC-BY-4.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0', 'https://spdx.org/licenses/CC0-1.0'],
  ])('reads the IRI %s', (iri, form) => {
    expect(identifierOfIri(iri)?.iri).toBe(form);
  });

  it.each([
    'https://orcid.org/0000-0002-1825-0098', // a wrong check digit
    'https://orcid.org/0000-0002-1825-0097/works',
    'https://ror.org/02mhbdp95',
    'https://doi.org/10.5281/zenodo.1#page',
    'https://doi.org/10.5281/zenodo.1?x=1',
    'https://zenodo.org/doi/10.5281/zenodo.1',
    'https://example.org/10.5281/zenodo.1',
    'https://creativecommons.org/licenses/by-xx/4.0/',
    'file:///data/MIT',
    'https://doi.org/DOI',
  ])('reads nothing in the IRI %s', (iri) => {
    expect(identifierOfIri(iri)).toBeUndefined();
  });

  it.each([
    ['0000-0002-1825-0097', undefined, 'https://orcid.org/0000-0002-1825-0097'],
    [' orcid.org/0000-0002-1825-0097 ', undefined, 'https://orcid.org/0000-0002-1825-0097'],
    ['02mhbdp94', 'https://registry.identifiers.org/registry/ror', 'https://ror.org/02mhbdp94'],
    ['02mhbdp94', undefined, undefined],
    ['ror.org/02mhbdp94', undefined, 'https://ror.org/02mhbdp94'],
    ['10.5281/Zenodo.1', undefined, 'https://doi.org/10.5281/zenodo.1'],
    ['dx.doi.org/10.5281/zenodo.1', undefined, 'https://doi.org/10.5281/zenodo.1'],
    ['10 apples', undefined, undefined],
    ['MIT', undefined, undefined],
  ])('reads the text %p, said to be %p', (text, scheme, form) => {
    expect(identifierOfText(text, scheme)?.iri).toBe(form);
  });

  it('reads the text of a licence only where it is known to be one', () => {
    expect(licenceOf('apache-2.0')?.iri).toBe('https://spdx.org/licenses/Apache-2.0');
    expect(licenceOf('Open access')).toBeUndefined();
  });

  it('finds each single wrong digit of an ORCID and of a ROR', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), digit, (place, other) => {
        const digits = [...'0000000218250097'];
        const isSame = digits[place] === String(other);
        digits[place] = String(other);
        expect(isOrcid(digits.join('').replace(/(.{4})(?=.)/g, '$1-'))).toBe(isSame);
      }),
      tries(500),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), digit, (place, other) => {
        const digits = [...'02mhbdp94'];
        const isSame = digits[place] === String(other);
        digits[place] = String(other);
        expect(isRor(digits.join(''))).toBe(isSame);
      }),
      tries(500),
    );
  });

  it('gives the form of a form the same form', () => {
    const suffix = fc.stringMatching(/^[!-~]{1,20}$/).filter((text) => !/[?#%/]/.test(text));
    fc.assert(
      fc.property(suffix, (text) => {
        const form = identifierOfText(`10.1234/${text}`)?.iri ?? '';
        expect(identifierOfIri(form)?.iri).toBe(form);
        expect(identifierOfText(`10.1234/${text.toUpperCase()}`)?.iri).toBe(form);
      }),
      tries(500),
    );
  });
});

describe('checksums', () => {
  const sha256 = createHash('sha256').update('abc').digest('hex');

  it('are those of the content in any case', () => {
    const iri = 'ni:///sha-256;ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';
    expect(contentChecksum('sha256', sha256)?.iri).toBe(iri);
    expect(contentChecksum('sha256', ` ${sha256.toUpperCase()}`)?.iri).toBe(iri);
  });

  it('are not those of the empty file, of a wrong length or of no number', () => {
    expect(contentChecksum('sha512', createHash('sha512').digest('hex'))).toBeUndefined();
    expect(contentChecksum('sha512', sha256)).toBeUndefined();
    expect(contentChecksum('sha256', 'x'.repeat(64))).toBeUndefined();
  });

  it('are values of properties of any vocabulary that are called so', () => {
    expect(checksumAlgorithm('https://w3id.org/ro/terms/workflow-run#sha256')).toBe('sha256');
    expect(checksumAlgorithm('http://schema.org/sha-512')).toBe('sha512');
    expect(checksumAlgorithm('http://schema.org/md5')).toBeUndefined();
    expect(checksumAlgorithm('http://schema.org/notsha256')).toBeUndefined();
  });
});

describe('e-mail addresses', () => {
  it('are the same in any case, with mailto: and without', () => {
    expect(emailIn(' mailto:Jane.Doe@Example.ORG ')?.iri).toBe('mailto:jane.doe@example.org');
    expect(emailIn('jane')).toBeUndefined();
    expect(emailIn('Jane <jane@example.org>')).toBeUndefined();
  });

  it('may be those of offices', () => {
    expect(isOfficeAddress({ iri: 'mailto:info@example.org' })).toBe(true);
    expect(isOfficeAddress({ iri: 'mailto:jane@example.org' })).toBe(false);
  });
});
