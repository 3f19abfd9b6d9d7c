import { METADATA_FILE_NAMES, isDescriptorId } from '../../../crate/metadata-names.js';
import { versionOf } from '../../../crate/spec-version.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Rule } from '../rule.js';

const DESCRIPTOR = 'RO-Crate 1.0 to 1.3, Metadata Descriptor';

/** The Metadata Descriptor and the name of its file (format document, sections 2, 3 and 9). */
export const DESCRIPTOR_RULES: readonly Rule[] = [
  {
    id: 'descriptor-exists',
    severity: 'error',
    on: 'crate',
    sentence: 'The document must describe itself, by a Metadata Descriptor.',
    source: `format 2, entities; ${DESCRIPTOR}`,
    check: ({ descriptor }) =>
      descriptor === undefined
        ? { message: 'the document has no metadata descriptor, `ro-crate-metadata.json`', pointer: '' }
        : undefined,
  },
  {
    id: 'descriptor-id',
    severity: 'error',
    on: 'descriptor',
    sentence: 'The `@id` of the descriptor must be the name of the metadata file, in Detached Packages too.',
    source: `format 2, entities; format 3, (A) 6; ${DESCRIPTOR}`,
    check: (descriptor) =>
      (METADATA_FILE_NAMES as readonly string[]).includes((descriptor.id ?? '').replace(/^\.\//, ''))
        ? undefined
        : descriptor.fault('does not have the `@id` ro-crate-metadata.json', '@id'),
  },
  {
    id: 'descriptor-type',
    severity: 'error',
    on: 'descriptor',
    sentence: 'The descriptor must be a `CreativeWork`.',
    source: `format 2, entities; ${DESCRIPTOR}`,
    fix: 'adds a missing `@type`',
    check: (descriptor) =>
      descriptor.is('CreativeWork') ? undefined : descriptor.fault('is not a CreativeWork', '@type'),
  },
  {
    id: 'descriptor-about',
    severity: 'error',
    on: 'descriptor',
    sentence: 'The descriptor must have an `about` that refers to the root, and to nothing else.',
    source: `format 2, entities; ${DESCRIPTOR}`,
    fix: 'writes the identifier of a dataset as a reference',
    check: (descriptor) => {
      const roots = new Set(descriptor.references('about').map(({ iri }) => iri));
      if (roots.size === 1) return undefined;
      const message =
        roots.size > 1
          ? `is about ${roots.size} entities, one is allowed`
          : 'has no `about` that refers to the root: write "about": {"@id": "./"}';
      return descriptor.fault(message, 'about');
    },
  },
  {
    id: 'descriptor-version',
    severity: 'warning',
    on: 'descriptor',
    sentence: 'The `conformsTo` of the descriptor should name a version of RO-Crate.',
    source: `format 9, rule 1; ${DESCRIPTOR}`,
    fix: 'adds a missing `conformsTo`: the version of the context',
    check: (descriptor, crate) =>
      crate.version === undefined
        ? descriptor.fault(
            'does not conform to a version of RO-Crate, such as {"@id": "https://w3id.org/ro/crate/1.2"}',
            'conformsTo',
          )
        : undefined,
  },
  {
    id: 'descriptor-profiles',
    severity: 'warning',
    on: 'descriptor',
    sentence: 'The descriptor should conform to a version of RO-Crate only; since 1.2 the root names the profiles.',
    source: 'RO-Crate 1.2 and 1.3, Metadata Descriptor',
    check: (descriptor, crate) => {
      if (!crate.since('1.2') || crate.version === undefined) return undefined;
      const others = descriptor.references('conformsTo').filter(({ iri }) => versionOf(iri) === undefined);
      return others.map(({ id, pointer }) => descriptor.faultAt(`conforms to the profile ${id}`, pointer));
    },
  },
  {
    id: 'descriptor-content-url',
    severity: 'note',
    on: 'descriptor',
    sentence: 'In a Detached Package, the `contentUrl` of the descriptor is for the address of the document.',
    source: 'format 2, entities; format 3, (A) 6',
    check: (descriptor, crate) =>
      crate.kind === 'attached' || addressesIn(descriptor.values('contentUrl')).some(isAbsoluteIri)
        ? undefined
        : descriptor.fault('has no `contentUrl` with the address of the document', 'contentUrl'),
  },
  {
    id: 'document-name',
    severity: 'error',
    on: 'crate',
    sentence: 'The metadata file of an Attached Package must have the name that its version requires.',
    source: 'format 2, entities; format 9, rule 3; RO-Crate 1.0 to 1.3, Structure',
    check: ({ fileName, kind, files }) =>
      kind === 'detached' || fileName === undefined || files === undefined || isDescriptorId(fileName)
        ? undefined
        : { message: `the metadata file of an Attached Package is not called ${fileName}` },
  },
  {
    id: 'document-prefix',
    severity: 'warning',
    on: 'crate',
    sentence: 'The file of a Detached Package should be called `<prefix>-ro-crate-metadata.json`.',
    source: 'RO-Crate 1.2 and 1.3, Structure',
    check: (crate) =>
      crate.kind === 'attached' || !crate.since('1.2') || !isDescriptorId(crate.fileName ?? '') || isSnapshot(crate)
        ? undefined
        : { message: `the file of a Detached Package is called ${crate.fileName}, without a prefix` },
  },
];

/**
 * Whether the document was saved as that of a folder, its root keeping its address as `identifier` (format 3, (B) 1).
 */
function isSnapshot(crate: CheckedCrate): boolean {
  const { root, rootIri = '' } = crate;
  if (root === undefined) return false;
  const described = crate.targets(root, 'identifier');
  const stated = described.flatMap((one) => [...one.values('value'), ...one.values('url')]);
  return addressesIn([...root.values('identifier'), ...stated]).includes(rootIri);
}

function addressesIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    const text = typeof value === 'object' ? (value as { readonly '@id'?: unknown })['@id'] : value;
    return typeof text === 'string' ? [text] : [];
  });
}
