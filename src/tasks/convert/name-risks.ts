import { pathOfId } from '../../package/file-ids.js';
import { DEVICE_NAME, looseKey } from '../../package/container/entry-names.js';
import type { Change, Plan } from './plan.js';

/** Names of files that programs obey: hooks and settings of version control, shells, editors and builds. */
const OBEYED =
  /^\.(?:git|hg|svn|ssh|github|gitlab|vscode|idea|husky|config)$|^\.(?:bash|zsh|profile|npmrc|netrc|envrc|env|gitmodules|gitattributes)/i;
/** Controls, and what turns the direction of text or cannot be seen: a name with one looks like another name. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u;

/**
 * What a change may do to the machine that it writes files on, by their names.
 * @returns the risks, undefined for none
 */
export function nameRisk({ action, newId }: Pick<Change, 'action' | 'newId'>): string | undefined {
  const path = ['retrieve', 'unpack', 'folder'].includes(action) ? pathOfId(newId ?? '') : undefined;
  if (path === undefined) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  const risks = new Set(segments.flatMap((segment) => risksOf(segment)));
  return risks.size === 0 ? undefined : [...risks].join('; ');
}

function risksOf(segment: string): string[] {
  const [hidden] = INVISIBLE.exec(segment) ?? [];
  return [
    ...(OBEYED.test(segment) ? [`programs obey files below ${segment}`] : []),
    ...(segment.startsWith('.') && !OBEYED.test(segment) ? [`${segment} is hidden`] : []),
    ...(hidden === undefined ? [] : [`its name contains U+${codeOf(hidden)}, which makes it look like another name`]),
    ...(DEVICE_NAME.test(segment) ? [`${segment} is the name of a device on Windows`] : []),
    ...(/[. ]$/.test(segment) ? [`Windows drops the end of the name ${JSON.stringify(segment)}`] : []),
    ...(/[<>:"|?*\\]/.test(segment) ? [`Windows does not allow the name ${segment}`] : []),
  ];
}

/** A plan whose changes name the risks of their names, with those that they state already. */
export function withNameRisks(plan: Plan): Plan {
  const names = new Map<string, string>();
  const changes = plan.changes.map((change) => {
    const all = [change.risk, nameRisk(change), clashOf(change, names)].filter((risk) => risk !== undefined);
    const risks = [...new Set(all)];
    return risks.length === 0 || risks.join('; ') === change.risk ? change : { ...change, risk: risks.join('; ') };
  });
  return { ...plan, changes };
}

/** Two folders whose names differ only where Windows and macOS see no difference become one there. */
function clashOf({ action, newId = '' }: Change, names: Map<string, string>): string | undefined {
  const path = ['retrieve', 'unpack', 'folder'].includes(action) ? pathOfId(newId) : undefined;
  if (path === undefined) return undefined;
  let clash: string | undefined;
  for (const { index } of path.matchAll(/(?<=[^/])(?=\/|$)/g)) {
    const above = path.slice(0, index);
    const earlier = names.get(looseKey(above));
    if (earlier === undefined) names.set(looseKey(above), above);
    else if (earlier !== above) clash ??= `Windows and macOS take ${above} for ${earlier}`;
  }
  return clash;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}
