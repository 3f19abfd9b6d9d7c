import type { RuleText } from './rule.js';

const SPECIFICATION = 'https://www.researchobject.org/ro-crate/specification/1.2/';

/** The pages of RO-Crate by the words of a source, more exact words first. */
const RO_CRATE: Readonly<Record<string, string>> = {
  'Web-based Data Entities': 'data-entities.html#web-based-data-entities',
  'Referencing other RO-Crates': 'data-entities.html#referencing-other-ro-crates',
  'Data Entities': 'data-entities.html',
  'Contextual Entities': 'contextual-entities.html',
  'Root Data Entity': 'root-data-entity.html',
  'Metadata Descriptor': 'root-data-entity.html#ro-crate-metadata-descriptor',
  'RO-Crate Website': 'structure.html#ro-crate-website-ro-crate-previewhtml-and-ro-crate-preview_files-for-packages',
  'Detached RO-Crate Package': 'structure.html#detached-ro-crate-package',
  'Metadata Document': 'structure.html#ro-crate-metadata-document-ro-crate-metadatajson',
  'Extending RO-Crate': 'appendix/jsonld.html#extending-ro-crate',
  'Workflows and Scripts': 'workflows.html',
  Provenance: 'provenance.html',
  'Declaring the role within the crate': 'profiles.html#declaring-the-role-within-the-crate',
  'Extension terms': 'profiles.html#extension-terms',
  'JSON-LD Context': 'profiles.html#json-ld-context',
  'Profile Crate': 'profiles.html#profile-crate',
  'Profile description entity': 'profiles.html#profile-description-entity',
  'RO-Crate profiles': 'profiles.html',
  Profiles: 'profiles.html',
  Structure: 'structure.html',
  'Metadata of the RO-Crate': 'metadata.html#metadata-of-the-ro-crate',
  Metadata: 'metadata.html',
  'JSON-LD': 'appendix/jsonld.html',
};

/** What else has an address, by the beginning of a source. */
const OTHERS: Readonly<Record<string, string>> = {
  'Bioschemas FormalParameter 1.0': 'https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE',
  'Process, Workflow and Provenance Run Crate': 'https://www.researchobject.org/workflow-run-crate/profiles/',
  'Process Run Crate': 'https://w3id.org/ro/wfrun/process/0.5',
  'Workflow Run Crate': 'https://w3id.org/ro/wfrun/workflow/0.5',
  'Provenance Run Crate': 'https://w3id.org/ro/wfrun/provenance/0.5',
  'Workflow Testing RO-Crate': 'https://w3id.org/ro/wftest',
  'Workflow RO-Crate': 'https://w3id.org/workflowhub/workflow-ro-crate/1.0',
  BagIt: 'https://www.rfc-editor.org/rfc/rfc8493',
  SHACL: 'https://www.w3.org/TR/shacl/',
};

/** The page of RO-Crate that says what a section of the format document does. */
const FORMAT: readonly (readonly [RegExp, string])[] = [
  [/^format 1, package kinds/, 'structure.html'],
  [/^format 1/, 'appendix/jsonld.html'],
  [/^format 2, ad hoc vocabulary/, 'appendix/jsonld.html#extending-ro-crate'],
  [/^format 2, profiles/, 'profiles.html'],
  [/^format 2, identifier/, 'appendix/jsonld.html#describing-entities-in-json-ld'],
  [/^format 2, metadata document/, 'structure.html#ro-crate-metadata-document-ro-crate-metadatajson'],
  [/^format 2/, 'metadata.html'],
  [/^format 3/, 'structure.html#types-of-ro-crate'],
  [/^format 4/, 'data-entities.html#retrieving-an-ro-crate'],
  [/^format 9/, 'root-data-entity.html#ro-crate-metadata-descriptor'],
];

/**
 * The address of the text that a rule is from; undefined for a rule of our own. A source that names several has the
 * address of the first public one, before that of the format document.
 */
export function ruleAddress({ source }: Pick<RuleText, 'source'>): string | undefined {
  const parts = source.split(';').map((part) => part.trim());
  for (const find of [publicAddress, formatAddress])
    for (const part of parts) {
      const address = find(part);
      if (address !== undefined) return address;
    }
  return undefined;
}

function publicAddress(part: string): string | undefined {
  const [, rfc, section] = /RFC (\d+)(?:, section (\d+(?:\.\d+)*))?/.exec(part) ?? [];
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}${section ? `#section-${section}` : ''}`;
  const other = Object.keys(OTHERS).find((name) => part.startsWith(name));
  if (other !== undefined) return OTHERS[other];
  if (!part.startsWith('RO-Crate ')) return undefined;
  const page = Object.keys(RO_CRATE).find((name) => part.endsWith(`, ${name}`));
  return page === undefined ? undefined : SPECIFICATION + (RO_CRATE[page] ?? '');
}

function formatAddress(part: string): string | undefined {
  const page = FORMAT.find(([words]) => words.test(part))?.[1];
  return page === undefined ? undefined : SPECIFICATION + page;
}
