import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { SCHEMA } from '../../base/rdf/vocabulary.js';
import { crateBase } from '../base.js';
import type { ContextSource } from '../context/context-source.js';
import { resolveContext } from '../context/resolve-context.js';
import { METADATA_FILE_NAME } from '../metadata-names.js';
import { Identifiers } from '../read/identifiers.js';
import { contextAddress } from '../spec-version.js';
import { Crate } from './crate.js';
import { requireProperties } from './entity.js';
import type { CrateParts } from './entity-register.js';
import { DocumentTerms } from './document-terms.js';
import type { RootProperties } from './entity-properties.js';
import { checkedId } from './new-ids.js';

/** The versions of RO-Crate that new crates may have. */
export const BUILT_VERSIONS = ['1.1', '1.2', '1.3'] as const;

/** How to build a crate. */
export interface BuildOptions {
  /** Where contexts come from: `bundledContexts()` of `crategraph/contexts` has those of RO-Crate. */
  readonly contexts: ContextSource;
  /** Version of RO-Crate. Default 1.2. */
  readonly version?: (typeof BUILT_VERSIONS)[number] | undefined;
  /** Absolute IRI of the root, for a Detached crate. Default: an Attached one, whose root is `./`. */
  readonly id?: string | undefined;
  /** Addresses of further contexts, such as that of a profile. */
  readonly context?: readonly string[] | undefined;
}

/** Tells identifiers of new crates apart, which have no address yet. */
const NEW_CRATE = crateBase(`arcp://uuid,00000000-0000-0000-0000-000000000000/${METADATA_FILE_NAME}`, 'none');

/**
 * Begins a new crate.
 * @param properties of the root
 * @throws CrateError ERR_USAGE for invalid properties, ERR_CONTEXT_UNAVAILABLE
 */
export async function buildCrate(properties: RootProperties, options: BuildOptions): Promise<Crate> {
  return describeRoot(new Crate(await partsOfNew(options)), properties, options);
}

/** The parts of a new crate. @throws CrateError as {@link buildCrate} */
export async function partsOfNew({ version = '1.2', contexts, id, context = [] }: BuildOptions): Promise<CrateParts> {
  if (!BUILT_VERSIONS.includes(version))
    throw new CrateError('ERR_USAGE', `crates of version ${String(version)} are not written`, {
      hint: `choose ${BUILT_VERSIONS.join(', ')}`,
    });
  if (id !== undefined && (version === '1.1' || !isAbsoluteIri(id)))
    throw new CrateError('ERR_USAGE', `${JSON.stringify(id)} cannot be the root of a crate of version ${version}`, {
      hint: 'a Detached crate has an absolute IRI, and version 1.2 or later',
    });
  const declared = [contextAddress(version), ...context];
  const active = await resolveContext(declared, contexts, SCHEMA);
  const ids = new Identifiers(active, NEW_CRATE, 'new');
  return {
    terms: new DocumentTerms(active),
    kind: id === undefined ? 'attached' : 'detached',
    resolve: (one) => ids.resolveId(one, () => undefined),
    root: id === undefined ? './' : checkedId(id, 'the root'),
    descriptor: METADATA_FILE_NAME,
    origin: declared,
  };
}

/** Describes descriptor and root of a new crate. @throws CrateError ERR_USAGE for invalid properties */
export function describeRoot<T extends Crate>(
  crate: T,
  properties: RootProperties,
  { version = '1.2' }: Pick<BuildOptions, 'version'>,
): T {
  requireProperties(properties, 'the root');
  crate.descriptor.add({
    '@type': 'CreativeWork',
    conformsTo: { '@id': `https://w3id.org/ro/crate/${version}` },
    about: crate.root,
  });
  crate.root.add({ '@type': 'Dataset' }).add(properties);
  return crate;
}
