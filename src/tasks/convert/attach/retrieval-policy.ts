import { CrateError } from '../../../base/errors.js';
import { pathGlobs, textGlobs, type Matches } from '../../../package/globs.js';
import { humanSize } from '../../../package/limits.js';

/** Which data to retrieve. A list that is not given allows everything. */
export interface RetrievalPolicy {
  /** Bytes of one file or archive. */
  readonly maxSize?: number | undefined;
  /** Bytes of all files and archives together. */
  readonly maxTotal?: number | undefined;
  /** Globs for the new path or the old `@id`: at least one has to match. */
  readonly include?: readonly string[] | undefined;
  /** Globs for the new path or the old `@id`: none may match. */
  readonly exclude?: readonly string[] | undefined;
  /** Hosts, also with a port (`example.org:8080`), or all hosts below one (`*.example.org`). */
  readonly hosts?: readonly string[] | undefined;
  /** Globs for the media type. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Globs for the licence: its IRI, the last part of that, its `identifier` or its `name`. */
  readonly licenses?: readonly string[] | undefined;
}

/** What a policy decides about. */
export interface Retrievable {
  readonly id: string;
  /** Path in the new crate. */
  readonly path: string;
  readonly url: string;
  readonly size: number | undefined;
  readonly mediaType: string | undefined;
  /** Everything that names the licence. */
  readonly licenses: readonly string[];
}

/** Decides file by file what to retrieve, and adds up the sizes. */
export class PolicyJudge {
  readonly #policy: RetrievalPolicy;
  readonly #include: Matches | undefined;
  readonly #exclude: Matches | undefined;
  readonly #hosts: Matches | undefined;
  readonly #mediaTypes: Matches | undefined;
  readonly #licenses: Matches | undefined;
  #total = 0;

  /** @throws CrateError ERR_USAGE for an invalid glob, host or size */
  constructor(policy: RetrievalPolicy) {
    for (const [name, size] of Object.entries({ maxSize: policy.maxSize, maxTotal: policy.maxTotal }))
      if (size !== undefined && !(size >= 0))
        throw new CrateError('ERR_USAGE', `${name} is not a number of bytes`, { hint: 'give a number such as 1e9' });
    this.#policy = policy;
    this.#include = pathGlobs('include', policy.include);
    this.#exclude = pathGlobs('exclude', policy.exclude);
    this.#hosts = hostGlobs(policy.hosts);
    this.#mediaTypes = textGlobs('media type', policy.mediaTypes);
    this.#licenses = textGlobs('licence', policy.licenses);
  }

  /** States why something is not retrieved; undefined if it is, and then its size counts. */
  refusal(one: Retrievable): string | undefined {
    const refusal = this.#byName(one) ?? this.#byDescription(one) ?? this.#bySize(one);
    if (refusal === undefined) this.#total += one.size ?? 0;
    return refusal;
  }

  /** Whether something may be requested from an address. */
  allowsHost(url: string): boolean {
    return this.#hosts === undefined || hostsOf(url).some(this.#hosts);
  }

  #byName({ id, path, url }: Retrievable): string | undefined {
    if (this.#include !== undefined && !this.#include(path) && !this.#include(id)) return 'no include pattern matches';
    if (this.#exclude !== undefined && (this.#exclude(path) || this.#exclude(id))) return 'an exclude pattern matches';
    if (!this.allowsHost(url)) return `its host ${hostsOf(url)[0] ?? ''} is not allowed`;
    return undefined;
  }

  #byDescription({ mediaType, licenses }: Retrievable): string | undefined {
    if (this.#mediaTypes !== undefined) {
      if (mediaType === undefined) return 'its media type is unknown';
      if (!this.#mediaTypes(mediaType)) return `its media type ${mediaType} is not allowed`;
    }
    if (this.#licenses !== undefined) {
      if (licenses.length === 0) return 'its licence is unknown';
      if (!licenses.some(this.#licenses)) return `its licence ${licenses[0] ?? ''} is not allowed`;
    }
    return undefined;
  }

  #bySize({ size }: Retrievable): string | undefined {
    const { maxSize, maxTotal } = this.#policy;
    if (size === undefined) return undefined; // checked while it is retrieved
    if (maxSize !== undefined && size > maxSize) return `it has ${humanSize(size)}, more than ${humanSize(maxSize)}`;
    if (maxTotal !== undefined && this.#total + size > maxTotal)
      return `with its ${humanSize(size)}, all would have more than ${humanSize(maxTotal)}`;
    return undefined;
  }
}

function hostGlobs(hosts: readonly string[] | undefined): Matches | undefined {
  const odd = hosts?.find((host) => !/^[\w.*[\]:-]+$/u.test(host) || host.includes('::'));
  if (odd !== undefined)
    throw new CrateError('ERR_USAGE', `${odd} is not a host`, { hint: 'write a host such as data.example.org' });
  return textGlobs('host', hosts);
}

function hostsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host, new URL(url).hostname] : [];
}
