import {
  archiveExtension,
  isArchiveMediaType,
  isWritableArchiveName,
  topFolderOf,
} from '../../../src/package/container/archive-names.js';

describe('the name of an archive', () => {
  it.each([
    ['a.zip', '.zip', true, ''],
    ['a.ELN', '.eln', true, 'a/'],
    ['a.tar', '.tar', false, ''],
    ['a.tgz', '.tgz', false, ''],
    ['a.tar.GZ', '.tar.gz', false, ''],
    ['a.json.gz', undefined, false, ''],
    ['zip', undefined, false, ''],
    ['a.zip.part', undefined, false, ''],
  ])('%s', (name, extension, isWritable, top) => {
    expect(archiveExtension(name)).toBe(extension);
    expect(isWritableArchiveName(name)).toBe(isWritable);
    expect(topFolderOf(name)).toBe(top);
  });

  it.each([
    ['application/zip', true],
    ['application/vnd.eln+zip', true],
    ['application/gzip', true],
    ['application/ld+json', false],
    ['application/zipped', false],
  ])('as media type: %s', (mediaType, is) => expect(isArchiveMediaType(mediaType)).toBe(is));
});
