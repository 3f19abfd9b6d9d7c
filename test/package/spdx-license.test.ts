import { spdxIdentifier } from '../../src/package/spdx-license.js';

describe('the SPDX identifier', () => {
  it.each([
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['CC BY 4.0', 'CC-BY-4.0'],
    [' Apache-2.0\n', 'Apache-2.0'],
    ['GPL-3.0', 'GPL-3.0-only'],
    ['GPL-3.0+', 'GPL-3.0-or-later'],
    ['http://spdx.org/licenses/MIT', 'MIT'],
    ['https://spdx.org/licenses/CC0-1.0.html', 'CC0-1.0'],
    ['https://creativecommons.org/licenses/by/4.0/', 'CC-BY-4.0'],
    ['http://creativecommons.org/licenses/by-nc-sa/4.0', 'CC-BY-NC-SA-4.0'],
    ['https://creativecommons.org/licenses/by-sa/4.0/legalcode', 'CC-BY-SA-4.0'],
    ['https://creativecommons.org/licenses/by-nc-sa/4.0/deed.en', 'CC-BY-NC-SA-4.0'],
    ['https://creativecommons.org/licenses/by/3.0/au/', 'CC-BY-3.0-AU'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    ['https://www.apache.org/licenses/LICENSE-2.0', 'Apache-2.0'],
    ['https://opensource.org/license/bsd-3-clause/', 'BSD-3-Clause'],
    ['https://opensource.org/licenses/MIT', 'MIT'],
    ['https://mit-license.org/', 'MIT'],
  ])('of %j is %s', (text, id) => {
    expect(spdxIdentifier(text)).toBe(id);
  });

  it.each([
    '',
    'Our terms',
    'Creative Commons',
    '_:b0',
    'https://creativecommons.org/licenses/by/9.9/',
    'https://creativecommons.org/licenses/',
    // No country of that licence.
    'https://creativecommons.org/licenses/by/4.0/zz/',
    // It does not say whether later versions are allowed.
    'https://www.gnu.org/licenses/gpl-3.0.en.html',
    'https://example.org/licenses/MIT',
    'https://opensource.org/licenses/',
    'https://evil.example/?https://spdx.org/licenses/MIT',
  ])('of %j is unknown', (text) => {
    expect(spdxIdentifier(text)).toBeUndefined();
  });
});
