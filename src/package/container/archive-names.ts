/** Archives that we read. If the file exists, its content decides instead: see `detectKind`. */
const READ = /\.(?:zip|eln|tar|tgz|tar\.gz)$/i;
/** Archives that we write. */
const WRITTEN = /\.(?:zip|eln)$/i;
const ELN = /\.eln$/i;
const MEDIA_TYPE = /^application\/(?:zip|x-zip-compressed|vnd\.eln\+zip|gzip|x-gzip|x-tar|x-gtar)$/;

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
