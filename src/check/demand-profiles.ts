import type { CheckedCrate } from './crate/checked-crate.js';
import type { Finding } from './finding.js';

/**
 * A finding for each demanded profile that the root does not conform to. A profile without a version is any version.
 */
export function profileFaults(crate: CheckedCrate): Finding[] {
  const named = crate.profiles.map(plain);
  return crate.demanded.flatMap((profile): Finding[] => {
    const wanted = plain(profile);
    if (named.some((one) => one === wanted || one.startsWith(`${wanted}/`))) return [];
    const { root } = crate;
    return [
      {
        rule: 'profile-demanded',
        severity: 'error',
        message: `${root === undefined ? 'there is no root that conforms' : 'does not conform'} to the profile ${profile}`,
        entity: root?.id,
        pointer: root?.pointerTo('conformsTo'),
      },
    ];
  });
}

/** An address without what makes no difference: http or https, `/` at the end. */
function plain(iri: string): string {
  return iri.replace(/^http:/, 'https:').replace(/\/+$/, '');
}
