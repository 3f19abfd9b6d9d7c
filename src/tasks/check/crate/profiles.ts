import type { CheckedCrate } from './checked-crate.js';

/** The profiles that rules know, with the addresses that a crate of them conforms to: those of stricter ones too. */
const PROFILES = {
  'Workflow RO-Crate': [
    'https://w3id.org/workflowhub/workflow-ro-crate',
    'https://w3id.org/ro/wfrun/workflow',
    'https://w3id.org/ro/wfrun/provenance',
    'https://w3id.org/ro/wftest',
  ],
  'Process Run Crate': [
    'https://w3id.org/ro/wfrun/process',
    'https://w3id.org/ro/wfrun/workflow',
    'https://w3id.org/ro/wfrun/provenance',
  ],
  'Workflow Run Crate': ['https://w3id.org/ro/wfrun/workflow', 'https://w3id.org/ro/wfrun/provenance'],
  'Provenance Run Crate': ['https://w3id.org/ro/wfrun/provenance'],
  'Workflow Testing RO-Crate': ['https://w3id.org/ro/wftest'],
} as const;

/** The name of a profile that rules know. */
export type ProfileName = keyof typeof PROFILES;

const known = new WeakMap<CheckedCrate, ReadonlySet<string>>();

/** Whether root or descriptor say that the crate conforms to a profile, in any version, or a check demands it. */
export function follows(crate: CheckedCrate, profile: ProfileName): boolean {
  let followed = known.get(crate);
  if (followed === undefined) known.set(crate, (followed = followedProfiles(crate)));
  return followed.has(profile);
}

function followedProfiles(crate: CheckedCrate): ReadonlySet<string> {
  const declared = [crate.root, crate.descriptor].flatMap((entity) => [
    ...(entity?.references('conformsTo').map(({ iri }) => iri) ?? []),
    ...(entity?.texts('conformsTo') ?? []),
  ]);
  const isDeclared = (addresses: readonly string[]) =>
    [...declared, ...crate.demanded].some((iri) =>
      addresses.some((address) => `${iri.replace(/^http:/, 'https:')}/`.startsWith(`${address}/`)),
    );
  return new Set(Object.entries(PROFILES).flatMap(([name, addresses]) => (isDeclared(addresses) ? [name] : [])));
}
