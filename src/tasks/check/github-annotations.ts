import type { NamedResult, UncheckedCrate } from './check-crates.js';
import { sentenceOf } from './fingerprint.js';
import { byImportance } from './importance.js';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/**
 * The findings of a crate as workflow commands, which GitHub Actions shows beside the lines of a change. The most
 * important ones come first, because it shows ten of each kind.
 */
export function githubAnnotations(result: NamedResult | UncheckedCrate): string[] {
  if ('error' in result) {
    const { code, message } = result.error;
    return [command('error', { title: code }, `${result.crate}: ${message}`)];
  }
  const { crate, document = crate, findings } = result;
  return byImportance(findings).flatMap(([rule, some]) =>
    some.map((finding) => {
      const { line, column } = finding;
      return command(
        COMMANDS[finding.severity],
        { file: document, line, col: column, title: rule },
        sentenceOf(finding),
      );
    }),
  );
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  data: string,
): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = given.map(([key, value]) => `${key}=${escapedData(String(value)).replace(/[:,]/g, percent)}`);
  return `::${name} ${list.join(',')}::${escapedData(data)}`;
}

/** Escapes what would end a workflow command. */
function escapedData(text: string): string {
  return text.replace(/[%\r\n]/g, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
