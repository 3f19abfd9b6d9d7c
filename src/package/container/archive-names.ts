/** The endings of archives that we write. */
export const WRITTEN_ARCHIVES: readonly string[] = ['zip', 'eln'];
/** The endings of archives that we read. If the file exists, its content decides instead: see `detectKind`. */
export const READ_ARCHIVES: readonly string[] = [...WRITTEN_ARCHIVES, 'tar', 'tgz', 'tar.gz'];

const READ = endsIn(READ_ARCHIVES);
const WRITTEN = endsIn(WRITTEN_ARCHIVES);
const ELN = /\.eln$/i;
const MEDIA_TYPE = /^application\/(?:zip|x-zip-compressed|vnd\.eln\+zip|gzip|x-gzip|x-tar|x-gtar)$/;

function endsIn(extensions: readonly string[]): RegExp {
  return new RegExp(`\\.(?:${extensions.map((one) => one.replace('.', '\\.')).join('|')})$`, 'i');
}

/** Returns the archive extension of a name in lower case (`.tar.gz`); undefined if it has none. */
export function archiveExtension(name: string): string | undefined {
  return READ.exec(name)?.[0].toLowerCase();
}

/** Tells whether an output of this name is written as an archive. */
export function isWritableArchiveName(name: string): boolean {
  return WRITTEN.test(name);
}

/** Returns the top folder of an `.eln` archive, which has the name of the archive; '' for other archives. */
export function topFolderOf(name: string): string {
  return ELN.test(name) ? `${name.replace(ELN, '')}/` : '';
}

/** Tells whether a media type is that of an archive. @param mediaType without parameters */
export function isArchiveMediaType(mediaType: string): boolean {
  return MEDIA_TYPE.test(mediaType);
}
