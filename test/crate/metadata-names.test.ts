import {
  isDescriptorId,
  isMetadataFileName,
  isPrefixedDescriptorId,
  METADATA_FILE_NAMES,
  METADATA_NAME_END,
  METADATA_NAME_PART,
  fragmentIn,
} from '../../src/crate/metadata-names.js';

describe('names of the metadata document', () => {
  it.each([
    ...METADATA_FILE_NAMES,
    './ro-crate-metadata.json',
    'https://h/c/ro-crate-metadata.jsonld',
    'a/crate-metadata.json',
    'http://h/ro-crate-metadata.json?v=1',
  ])('%s is one', (id) => {
    expect(isDescriptorId(id)).toBe(true);
    expect(isPrefixedDescriptorId(id)).toBe(false);
    expect(isMetadataFileName(id)).toBe(true);
  });

  it.each(['my-ro-crate-metadata.json', 'x/a-crate-metadata.jsonld', 'https://h/10.1-ro-crate-metadata.json'])(
    '%s has a prefix',
    (id) => {
      expect(isDescriptorId(id)).toBe(false);
      expect(isPrefixedDescriptorId(id)).toBe(true);
      expect(isMetadataFileName(id)).toBe(true);
    },
  );

  it.each([
    'ro-crate-metadata.json.bak',
    'ro-crate-metadata.json/',
    'ro-crate-metadata.json#x',
    'RO-CRATE-METADATA.JSON',
    'ro-crate-metadata.jsonl',
    'metadata.json',
    '',
  ])('%j is none', (id) => expect(isMetadataFileName(id)).toBe(false));
});

test('their common part is in all of them', () => {
  for (const name of METADATA_FILE_NAMES) expect(name).toContain(METADATA_NAME_PART);
  expect(METADATA_NAME_PART.endsWith(METADATA_NAME_END)).toBe(true);
});

describe('a part of the metadata document', () => {
  it.each([
    ['#a', '#a'],
    ['#', '#'],
    ['ro-crate-metadata.json#a\n#b', '#a\n#b'],
    ['crate-metadata.jsonld#a', '#a'],
    ['my-ro-crate-metadata.json#a', '#a'],
    ['sub/ro-crate-metadata.json#a', undefined],
    ['data.json#a', undefined],
    ['ro-crate-metadata.json', undefined],
    ['?q#a', undefined],
  ])('%j', (reference, expected) => expect(fragmentIn(reference)).toEqual(expected));
});
