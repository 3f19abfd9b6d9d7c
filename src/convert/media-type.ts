import mime from 'mime-types';

/** The media type that the name of a file suggests; undefined for an unknown extension. */
export function mediaTypeOf(path: string): string | undefined {
  const found = mime.lookup(path);
  return found === false ? undefined : found;
}
