import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { referencesOf, firstText, type CrateEntity } from '../crate-entities.js';
import type { Change } from '../plan.js';

/** A change of a plan in the making. */
export interface Draft extends Change {
  /** Path of the file or folder that it is about. */
  readonly path?: string | undefined;
}

/** A change with one more risk. */
export function withRisk(draft: Draft, risk: string | undefined): Draft {
  if (risk === undefined) return draft;
  return { ...draft, risk: draft.risk === undefined ? risk : `${draft.risk}; ${risk}` };
}

/** What a plan says about a file: the size that it has or else states, its media type, checksum and licence. */
export function factsOf(
  entity: CrateEntity | undefined,
  document: CrateDocument,
  size: number | undefined,
): Pick<Change, 'size' | 'sha256' | 'mediaType' | 'license'> {
  if (entity === undefined) return { size };
  const text = (name: string) => firstText(entity.value, name, document);
  const stated = text('contentSize') ?? '';
  return {
    size: size ?? (/^\d+$/.test(stated) ? Number(stated) : undefined),
    sha256: text('sha256')?.toLowerCase(),
    mediaType: text('encodingFormat'),
    license: licenseOf(entity, document),
  };
}

/** The licence of an entity, as an IRI or text. */
export function licenseOf({ value }: CrateEntity, document: CrateDocument): string | undefined {
  return referencesOf(value, 'license', document)[0] ?? firstText(value, 'license', document);
}

/** A list of names for a message. */
export function someOf(names: readonly string[], most = 20): string {
  const more = names.length > most ? `, and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
