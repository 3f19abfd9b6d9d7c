/** An error code: its meaning, the usual remedy, and the exit status of the command line. */
export interface ErrorCode {
  readonly meaning: string;
  readonly hint: string;
  readonly exit: 1 | 2 | 130;
}

/** All errors that crategraph throws. A test compares this table with the one in the README. */
export const ERROR_CODES = {
  ERR_USAGE: {
    meaning: 'the command line or a function argument is not understood',
    hint: 'see `crategraph --help`',
    exit: 2,
  },
  ERR_INTERRUPTED: {
    meaning: 'stopped by Ctrl-C or SIGTERM; the message says what was committed',
    hint: 'run the same command again',
    exit: 130,
  },
  ERR_NOT_FOUND: { meaning: 'a file, folder or crate argument does not exist', hint: 'check the path', exit: 1 },
  ERR_ENTITY_NOT_FOUND: {
    meaning: 'the crate describes no entity with this identifier',
    hint: 'list its entities, or add it first',
    exit: 1,
  },
  ERR_NOT_A_CRATE: {
    meaning: 'the argument exists but does not contain an RO-Crate metadata document',
    hint: 'a crate folder contains a file named ro-crate-metadata.json',
    exit: 1,
  },
  ERR_UNSUPPORTED: {
    meaning: 'this kind of crate argument or format is not supported',
    hint: 'see the help of the verb for what it supports',
    exit: 1,
  },
  ERR_JSON_SYNTAX: {
    meaning: 'the metadata document is not JSON',
    hint: 'correct the JSON at the given position',
    exit: 1,
  },
  ERR_RDF_SYNTAX: {
    meaning: 'an RDF document cannot be parsed',
    hint: 'correct the document, or name its format',
    exit: 1,
  },
  ERR_SHAPES_INVALID: {
    meaning: 'SHACL shapes are not valid, or contain themselves',
    hint: 'correct the shapes',
    exit: 1,
  },
  ERR_GRAPH_MISSING: {
    meaning: 'the JSON document has no `@graph` and no other content',
    hint: 'an RO-Crate Metadata Document is an object with `@context` and `@graph`',
    exit: 1,
  },
  ERR_JSONLD_INVALID: {
    meaning: 'a part of the document is not valid JSON-LD',
    hint: 'correct the document at the given position',
    exit: 1,
  },
  ERR_CATALOGUE_INVALID: {
    meaning: 'what `sync` is given is no catalogue of a kind that it knows',
    hint: 'name its kind with --as; `crategraph sync --help` lists them',
    exit: 1,
  },
  ERR_CONTEXT_UNAVAILABLE: {
    meaning: 'a remote context is not available',
    hint: 'go online, or give a folder of contexts with --contexts',
    exit: 1,
  },
  ERR_CONTEXT_INVALID: { meaning: 'a context cannot be processed', hint: 'correct the @context', exit: 1 },
  ERR_BASE_IRI_INVALID: {
    meaning: 'the base is not an absolute IRI that ends in `/` or a metadata file name',
    hint: 'a base looks like https://example.com/crate/',
    exit: 2,
  },
  ERR_ARCP_INVALID: {
    meaning: 'the value of --arcp is not `uuid`, `hash` or a UUID',
    hint: 'use --arcp uuid, --arcp hash or --arcp <uuid>',
    exit: 2,
  },
  ERR_ROOT_NOT_FOUND: {
    meaning: 'the crate has no Root Data Entity: no metadata descriptor is `about` a Dataset',
    hint: 'the descriptor ro-crate-metadata.json needs "about": {"@id": "./"} and the root "@type": "Dataset"',
    exit: 1,
  },
  ERR_ROOT_AMBIGUOUS: {
    meaning: 'the crate has several candidates for the Root Data Entity, and nothing decides between them',
    hint: 'list them with `crategraph root --all`; correct the crate, or name the metadata file of one',
    exit: 1,
  },
  ERR_ARCHIVE_INVALID: {
    meaning: 'an archive is damaged, encrypted, or not of the kind that its name suggests',
    hint: 'download the archive again, or unpack it and give the folder',
    exit: 1,
  },
  ERR_ARCHIVE_ENTRY: {
    meaning:
      'an entry of an archive is unsafe: it leaves the package, is absolute, a link or a device name, clashes with another entry, or has two names',
    hint: 'correct the archive; its metadata can still be read',
    exit: 1,
  },
  ERR_BAG_INVALID: {
    meaning: 'a BagIt bag is incomplete, or its tag files are invalid',
    hint: 'correct the bag, or give its folder data/, which is read without checking the bag',
    exit: 1,
  },
  ERR_CHECKSUM: {
    meaning: 'the content of a file does not match its checksum, or a published crate is a different crate',
    hint: 'download the file or the whole package again',
    exit: 1,
  },
  ERR_LIMIT: {
    meaning: 'a file, archive or response exceeds its limit',
    hint: 'if you trust the source, raise the limit (--limit of the verbs that read crates)',
    exit: 1,
  },
  ERR_HTTP: { meaning: 'an address cannot be retrieved', hint: 'check the address and the network', exit: 1 },
  ERR_ADDRESS_REFUSED: {
    meaning: 'an address may not be requested: it is not http or https, it is private, or --offline is set',
    hint: 'give a public http or https address',
    exit: 1,
  },
  ERR_PROXY: {
    meaning: 'the proxy that the environment names is not usable, does not answer, or refuses',
    hint: 'check HTTP_PROXY and HTTPS_PROXY; NO_PROXY names hosts that need no proxy',
    exit: 1,
  },
  ERR_STRICT: {
    meaning: 'the crate needs a repair, which --strict refuses',
    hint: 'correct the crate, or leave --strict out',
    exit: 1,
  },
  ERR_GRAPH_EXISTS: {
    meaning: 'the store contains a graph of this name from another source',
    hint: 'use --mode replace, --mode merge, or another --base',
    exit: 1,
  },
  ERR_GRAPH_CHANGED: {
    meaning: 'a graph was changed in the store since its load, and a new load would lose these changes',
    hint: 'compare both with `crategraph diff`, save the graph with `crategraph export`, or discard its changes with --mode replace',
    exit: 1,
  },
  ERR_GRAPH_NOT_FOUND: { meaning: 'the store contains no graph of this name', hint: 'see `crategraph list`', exit: 1 },
  ERR_GRAPH_AMBIGUOUS: {
    meaning: 'a name fits several crates of the store',
    hint: 'give the handle or the IRI of one of them',
    exit: 1,
  },
  ERR_STORE_NOT_FOUND: {
    meaning: 'there is no store at this location',
    hint: 'load a crate first, or give --store',
    exit: 1,
  },
  ERR_STORE_INVALID: {
    meaning: 'the file is not a store, or it is damaged',
    hint: 'check it with `crategraph verify`; restore the last backup, or load the crates again',
    exit: 1,
  },
  ERR_STORE_LOCKED: {
    meaning: 'another process is writing to this store',
    hint: 'wait until it ends, and run the command again',
    exit: 1,
  },
  ERR_ENDPOINT: {
    meaning: 'a SPARQL endpoint refuses a request, fails, does not answer, or answers with something else',
    hint: 'check the address and the log of the endpoint, and run the command again',
    exit: 1,
  },
  ERR_STATE_UNKNOWN: {
    meaning: 'a change was sent to a SPARQL endpoint, and it is not known whether it was made',
    hint: 'run the same command again: every change can be repeated',
    exit: 1,
  },
  ERR_QUERY_SYNTAX: { meaning: 'the SPARQL text cannot be parsed', hint: 'correct the SPARQL text', exit: 1 },
  ERR_QUERY_FORMAT: {
    meaning: 'the result of this kind of query cannot be written in that format',
    hint: 'SELECT and ASK give a table or a format of rows, CONSTRUCT and DESCRIBE give RDF: `crategraph query --help` lists them',
    exit: 2,
  },
  ERR_TIMEOUT: {
    meaning: 'a query, update, page, crate or SHACL shape took longer than its limit; nothing was changed',
    hint: 'ask for less, or allow more time with --timeout',
    exit: 1,
  },
  ERR_QUERY_UNKNOWN: { meaning: 'no saved query has this name', hint: 'see `crategraph queries`', exit: 1 },
  ERR_PLAN_INVALID: {
    meaning:
      'the plan of a conversion is not valid, was made for another document, contradicts itself, or would write outside of the crate',
    hint: 'make a new plan with --dry-run --json',
    exit: 1,
  },
  ERR_OUTPUT: {
    meaning: 'an output or the store cannot be written, or an output would replace a file',
    hint: 'check the folder and its permissions',
    exit: 1,
  },
  ERR_INTERNAL: { meaning: 'a bug in crategraph', hint: 'report it with the command and the crate', exit: 1 },
} as const satisfies Record<string, ErrorCode>;

/** A code of {@link ERROR_CODES}. */
export type CrateErrorCode = keyof typeof ERROR_CODES;

/** The optional parts of a {@link CrateError}. */
export interface CrateErrorOptions {
  /** What the user can do. Default: the hint of the code. */
  readonly hint?: string;
  /** Machine-readable facts: `file`, `pointer` (RFC 6901), `line`, `column`, `candidates`, ... */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The only error class that crategraph throws. */
export class CrateError extends Error {
  override readonly name = 'CrateError';
  readonly code: CrateErrorCode;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: CrateErrorCode, message: string, options: CrateErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? ERROR_CODES[code].hint;
    this.details = options.details ?? {};
  }

  /** The exit status of the command line for this error. */
  get exitStatus(): number {
    return ERROR_CODES[this.code].exit;
  }

  /** Returns a copy with more details, such as the file name. Existing details win. */
  with(details: Readonly<Record<string, unknown>>): CrateError {
    return new CrateError(this.code, this.message, {
      hint: this.hint,
      details: { ...details, ...this.details },
      cause: this.cause,
    });
  }

  /** Returns what `--json` prints. */
  toJSON(): Record<string, unknown> {
    return { code: this.code, message: this.message, hint: this.hint, ...this.details };
  }
}

/** Adds a known file to the details of a {@link CrateError}. Returns any other error unchanged. */
export function aboutFile(error: unknown, file: string | undefined): unknown {
  return error instanceof CrateError && file !== undefined ? error.with({ file }) : error;
}

/** Turns any error into a `CrateError` that names its crate. */
export function asCrateError(error: unknown, crate: string): CrateError {
  if (error instanceof CrateError) return error.with({ crate });
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), {
    cause: error,
    details: { crate },
  });
}

/** An error on its way between threads, where it would lose its class. */
export type PackedError = Pick<CrateError, 'code' | 'message' | 'hint' | 'details'>;

/** Packs an error for another thread. */
export function packError({ code, message, hint, details }: CrateError): PackedError {
  return { code, message, hint, details };
}

/** The error that another thread has packed. */
export function unpackError({ code, message, hint, details }: PackedError): CrateError {
  return new CrateError(code, message, { hint, details });
}
