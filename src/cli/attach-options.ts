import { Option, type Command } from 'commander';
import type { PlanAttachOptions } from '../tasks/convert/attach/plan-attach.js';
import { isOrcid } from '../crate/orcid.js';
import { CrateError } from '../base/errors.js';
import { readSize } from './limit-option.js';
import { exclusive, refuse } from './option-rules.js';
import { repeatable, withOptions } from './options.js';

/** Values of {@link withAttachOptions}. */
export interface AttachChoice {
  readonly snapshot?: boolean;
  readonly fork?: boolean;
  readonly download?: boolean;
  readonly relativeRoot?: boolean;
  readonly author?: string[];
  readonly datePublished?: string;
  readonly publisher?: string;
  readonly maxSize?: string;
  readonly maxTotal?: string;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly hosts?: string[];
  readonly credentials?: string[];
  readonly mediaType?: string[];
  readonly license?: string[];
}

const MODES = ['--snapshot', '--fork', '--download'];
const FORK = ['--author', '--date-published', '--publisher'];
const POLICY = ['--include', '--exclude', '--hosts', '--media-type', '--license'];
const SIZES = ['--max-size', '--max-total'];
const ORCID = 'https://orcid.org/';

/** Adds the options that make a plan, and the rules between them. */
export function withAttachOptions(command: Command): Command {
  withOptions(command, [
    new Option('--snapshot', 'a copy of the metadata; the data stay on the web (default without a distribution)'),
    new Option('--fork', 'as --snapshot, but the crate becomes one of your own, based on the old one'),
    new Option('--download', 'as --fork, and the data files come along'),
    new Option('--relative-root', 'in a snapshot, make the @id of the root ./'),
    repeatable('--author <name>', 'author of a fork, as in "Ada Brook <https://orcid.org/...>" (repeatable)', authorOf),
    new Option('--date-published <date>', 'of a fork: an ISO 8601 date, or none (default: today)'),
    new Option('--publisher <iri>', 'of a fork: IRI of its publisher, or none (default: none)'),
    new Option('--max-size <size>', 'leave larger downloads on the web, as in 10MB').argParser(sizeFor('--max-size')),
    new Option('--max-total <size>', 'download no more than this in all').argParser(sizeFor('--max-total')),
    repeatable('--include <glob>', 'download only files whose new path or @id matches, as in "*.csv" (repeatable)'),
    repeatable('--exclude <glob>', 'download no files whose new path or @id matches (repeatable)'),
    repeatable('--hosts <host>', 'download only from this host, or *.example.org (repeatable)'),
    repeatable(
      '--credentials <host>',
      'send your token or login to this host too, not only to that of the crate (repeatable)',
      hostOf,
    ),
    repeatable('--media-type <glob>', 'download only files of this media type, as in "image/*" (repeatable)'),
    repeatable('--license <glob>', 'download only files under this licence, as in "CC-BY-*" (repeatable)'),
  ]);
  const apart = 'give one of --snapshot, --fork and --download';
  for (const [one, other] of [MODES.slice(0, 2), MODES.slice(1), ['--snapshot', '--download']] as [string, string][])
    exclusive(command, one, other, apart);
  for (const mode of ['--fork', '--download'])
    exclusive(command, '--relative-root', mode, 'leave --relative-root out: the root of a fork is always ./');
  return command.hook('preAction', () => {
    const { fork, download, plan } = command.opts<AttachChoice & { readonly plan?: string }>();
    if (plan !== undefined)
      refuse(command, [...MODES, '--relative-root', ...FORK, ...POLICY], 'with --plan', 'make a new plan');
    if (fork !== true && download !== true) refuse(command, FORK, 'without --fork or --download', 'add one of them');
    if (download === true) return;
    refuse(command, POLICY, 'without --download', 'add --download');
    if (plan === undefined) refuse(command, SIZES, 'without --download', 'add --download');
  });
}

/** The plan that the options ask for. @throws CrateError ERR_USAGE */
export function planningOf(options: AttachChoice): PlanAttachOptions {
  const { snapshot, fork, download } = options;
  return {
    mode: snapshot === true ? 'snapshot' : fork === true ? 'fork' : download === true ? 'download' : undefined,
    relativeRoot: options.relativeRoot,
    authors: options.author?.map(authorOf),
    datePublished: options.datePublished,
    publisher: options.publisher,
    maxSize: options.maxSize === undefined ? undefined : readSize('--max-size', options.maxSize),
    maxTotal: options.maxTotal === undefined ? undefined : readSize('--max-total', options.maxTotal),
    include: options.include,
    exclude: options.exclude,
    hosts: options.hosts,
    credentials: options.credentials,
    mediaTypes: options.mediaType,
    licenses: options.license,
  };
}

/** @throws CrateError ERR_USAGE for what is no host */
function hostOf(text: string): void {
  if (URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text.toLowerCase()) return;
  throw new CrateError('ERR_USAGE', `${text} is not a host`, { hint: 'write a host such as data.example.org' });
}

/** Checks a size when the command line is read, so that nothing is opened for a wrong one. */
function sizeFor(flag: string): (text: string) => string {
  return (text) => (readSize(flag, text), text);
}

/** A name, and an IRI or ORCID after it: in brackets, or after a comma or space. */
const AUTHOR =
  /^\s*([^<>]*?)[\s,(]*(?:<\s*([^<>\s]+)\s*>|(?<=[\s,(])(https?:[^\s<>()]+|(?:\d{4}-){3}\d{3}[\dX])\)?)?\s*$/;

/** Reads a name with an optional IRI or bare ORCID. @throws CrateError ERR_USAGE */
export function authorOf(text: string): { name: string; id: string | undefined } {
  const [, name = '', inBrackets, plain] = AUTHOR.exec(text) ?? [];
  const written = inBrackets ?? plain;
  const id = written !== undefined && /^[\dX-]+$/.test(written) ? ORCID + written : written;
  const hint = `write --author "Ada Brook <${ORCID}0000-0002-1825-0097>"`;
  if (name === '' || (id !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(id)))
    throw new CrateError('ERR_USAGE', `invalid --author ${text}`, { hint });
  const orcid = /^https?:\/\/orcid\.org\/(.*)$/.exec(id ?? '')?.[1];
  if (orcid !== undefined && !isOrcid(orcid))
    throw new CrateError('ERR_USAGE', `${orcid} is not an ORCID: its check digit is wrong`, { hint });
  return { name, id };
}
