import mime from 'mime-types';

/** Extensions that the table of mime-types lacks or knows by another name: a registered type where IANA has one. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  arrow: 'application/vnd.apache.arrow.file',
  feather: 'application/vnd.apache.arrow.file',
  parquet: 'application/vnd.apache.parquet',
  gpkg: 'application/geopackage+sqlite3',
  h5: 'application/vnd.hdfgroup.hdf5',
  hdf5: 'application/vnd.hdfgroup.hdf5',
  he5: 'application/vnd.hdfgroup.hdf5',
  shp: 'application/vnd.shp',
  shx: 'application/vnd.shx',
  dbf: 'application/vnd.dbf',
  cff: 'application/yaml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  ga: 'application/json',
  fa: 'text/plain',
  fasta: 'text/plain',
  fastq: 'text/plain',
  fq: 'text/plain',
  wdl: 'text/plain',
  qmd: 'text/markdown',
  rmd: 'text/markdown',
  r: 'text/x-r',
  py: 'text/x-python',
  jl: 'text/x-julia',
  rb: 'text/x-ruby',
  go: 'text/x-go',
  rs: 'text/x-rust',
  // As the languages they extend.
  nf: 'text/x-groovy',
  smk: 'text/x-python',
  tsx: 'text/x-typescript',
  scala: 'text/x-scala',
};

/** Files whose whole name tells what they are. */
const BY_NAME: Readonly<Record<string, string>> = {
  'nextflow.config': 'text/x-groovy',
  snakefile: 'text/x-python',
  dockerfile: 'text/x-dockerfile',
  makefile: 'text/x-makefile',
};

const PLAIN =
  /^(?:authors|changelog|contributors|copying|description|licen[cs]e|namespace|news|notice|readme|unlicense|version)$/;

/** The media type that the name of a file suggests; undefined for an unknown one. */
export function mediaTypeOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = lookedUp(BY_NAME, name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf('.');
  if (dot < 1) return PLAIN.test(name) ? 'text/plain' : undefined;
  return lookedUp(BY_EXTENSION, name.slice(dot + 1)) ?? (mime.lookup(name) || undefined);
}

/** An ending for the files of a media type, without a dot; undefined for a type that is not known. */
export function extensionOf(mediaType: string): string | undefined {
  const type = mediaType.replace(/;.*$/s, '').trim().toLowerCase();
  const own = Object.entries(BY_EXTENSION).find(([, known]) => known === type && type !== 'text/plain');
  return mime.extension(type) || own?.[0];
}

/** A media type as `Content-Type` has it: with `charset` where the type is that of texts without one of its own. */
export function withCharset(mediaType: string): string {
  const charset = mediaType.includes(';') ? false : mime.charset(mediaType);
  return charset === false ? mediaType : `${mediaType}; charset=${charset.toLowerCase()}`;
}

function lookedUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w.-]+=(?:[\w!#$&^.+:/-]+|"[\w !#$&^.+:/-]*"))*$/;

/** Whether a text is a media type that a header may carry. */
export function isMediaType(text: string): boolean {
  return text.length < 200 && MEDIA_TYPE.test(text);
}
