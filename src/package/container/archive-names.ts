/** Archives that we read. Where a file is at hand its content decides, and not its name: see `isArchive` of `first-bytes.ts`. */
const READ = /\.(?:zip|eln|tar|tgz|tar\.gz)$/i;
/** Archives that we write. */
const WRITTEN = /\.(?:zip|eln)$/i;
const ELN = /\.eln$/i;
const MEDIA_TYPE = /^application\/(?:zip|x-zip-compressed|vnd\.eln\+zip|gzip|x-gzip|x-tar|x-gtar)$/;

/** The extension of a name that is one of an archive, in lower case (`.tar.gz`); undefined for any other name. */
export function archiveExtension(name: string): string | undefined {
  return READ.exec(name)?.[0].toLowerCase();
}

/** Whether an output of this name is written as an archive. */
export function isWritableArchiveName(name: string): boolean {
  return WRITTEN.test(name);
}

/** The one folder at the top of an `.eln` archive, which has the name of the archive; '' for any other archive. */
export function topFolderOf(name: string): string {
  return ELN.test(name) ? `${name.replace(ELN, '')}/` : '';
}

/** Whether a server calls an archive so. @param mediaType without parameters */
export function isArchiveMediaType(mediaType: string): boolean {
  return MEDIA_TYPE.test(mediaType);
}
