import type { Child } from 'hono/jsx';
import type { Finding } from '../../../tasks/check/finding.js';
import type { Severity } from '../../../tasks/check/rule.js';
import { MOST_CHECKED, MOST_FINDINGS, type BrokenRule, type CrateCheck } from '../../view/crate-check.js';
import { Badge, EmptyState, Notice, Pagination } from '../parts.js';
import { pageHref, pageOf } from '../listing/page-of.js';
import { linkText, type CrateScene } from './scene.js';

/** Findings of one rule that the page of all rules shows. */
const FEW = 10;

interface CheckViewProps {
  readonly scene: CrateScene;
  readonly search: URLSearchParams;
  /** Undefined for a crate that is too large. */
  readonly check: CrateCheck | undefined;
  /** Why the crate could not be checked. */
  readonly problem?: string | undefined;
}

/** What the rules of RO-Crate find in a crate, or all that one of them finds (`rule`). */
export function CheckView({ scene, search, check, problem }: CheckViewProps) {
  if (problem !== undefined) return <Notice kind="warn">This crate cannot be checked: {problem}.</Notice>;
  if (check === undefined)
    return (
      <Notice>
        Crates of more than {MOST_CHECKED.toLocaleString('en')} entities are not checked here. The command{' '}
        <code>crategraph check</code> does it.
      </Notice>
    );
  const chosen = check.rules.filter(({ rule }) => rule === search.get('rule'));
  if (chosen.length > 0)
    return (
      <>
        {chosen.map((broken) => (
          <AllFindings broken={broken} scene={scene} search={search} />
        ))}
        <p>
          <a href="?view=check">All rules</a>
        </p>
      </>
    );
  return (
    <>
      <p class="lead">
        {countsText(check)}, by the rules of RO-Crate{check.version === undefined ? '' : ` ${check.version}`} and of the
        profiles that the crate conforms to. Its files are not compared.
      </p>
      {check.isComplete ? null : <Notice kind="warn">Not all rules could read the document.</Notice>}
      {check.rules.length === 0 ? <EmptyState title="Nothing was found." /> : null}
      {check.rules.map((broken) => (
        <SomeFindings broken={broken} scene={scene} />
      ))}
    </>
  );
}

/** One line for the overview: what `check` finds, or where it is found. */
export function CheckLine({ check }: { readonly check: CrateCheck | undefined }) {
  if (check === undefined) return <a href="?view=check">Check it</a>;
  const text = countsText(check);
  return (
    <>
      Check:{' '}
      <a href="?view=check">{check.counts.error > 0 ? <Badge kind="error">{text}</Badge> : text.toLowerCase()}</a>
    </>
  );
}

const WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'note' };

function countsText({ counts }: CrateCheck): string {
  const some = (Object.keys(WORDS) as Severity[]).flatMap((severity) =>
    counts[severity] === 0
      ? []
      : [`${counts[severity].toLocaleString('en')} ${WORDS[severity]}${counts[severity] === 1 ? '' : 's'}`],
  );
  return some.join(', ') || 'Nothing found';
}

const KINDS = { error: 'error', warning: 'warn', note: undefined } as const;

function RuleHead({ broken: { rule, severity, sentence, count } }: { readonly broken: BrokenRule }) {
  const kind = KINDS[severity];
  return (
    <>
      <h2 id={rule}>
        {rule} <span class="count">{count.toLocaleString('en')}</span>
      </h2>
      <p>
        <Badge {...(kind !== undefined && { kind })}>{severity}</Badge>{' '}
        {sentence === undefined ? null : withCode(sentence)}
      </p>
    </>
  );
}

/** A sentence of a rule, with its words in backticks as code. */
function withCode(sentence: string): Child[] {
  return sentence.split('`').map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
}

interface FindingsProps {
  readonly broken: BrokenRule;
  readonly scene: CrateScene;
}

function SomeFindings({ broken, scene }: FindingsProps) {
  const more = broken.count - FEW;
  return (
    <section class="broken-rule" aria-labelledby={broken.rule}>
      <RuleHead broken={broken} />
      <FindingList findings={broken.findings.slice(0, FEW)} scene={scene} />
      {more > 0 ? (
        <p>
          <a href={`?view=check&rule=${encodeURIComponent(broken.rule)}`}>and {more.toLocaleString('en')} more</a>
        </p>
      ) : null}
    </section>
  );
}

function AllFindings({ broken, scene, search }: FindingsProps & Pick<CheckViewProps, 'search'>) {
  const { items, page, pages } = pageOf(broken.findings, search);
  return (
    <section class="broken-rule" aria-labelledby={broken.rule}>
      <RuleHead broken={broken} />
      <FindingList findings={items} scene={scene} />
      <Pagination page={page} pages={pages} href={(to) => pageHref(search, to)} />
      {broken.count > MOST_FINDINGS ? (
        <p class="quiet small">
          The first {MOST_FINDINGS.toLocaleString('en')}; <code>crategraph check --all</code> shows the others.
        </p>
      ) : null}
    </section>
  );
}

function FindingList({ findings, scene }: { readonly findings: readonly Finding[]; readonly scene: CrateScene }) {
  return (
    <ul class="entity-list">
      {findings.map(({ entity, message, hint, line }) => (
        <li>
          {entity === undefined ? null : <FoundIn id={entity} scene={scene} />} {message.slice(0, MOST_TEXT)}
          {line === undefined ? null : <span class="quiet small"> line {line.toLocaleString('en')}</span>}
          {hint === undefined ? null : <span class="quiet small"> {hint.slice(0, MOST_TEXT)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Characters of a message; some repeat what the crate says. */
const MOST_TEXT = 1000;

function FoundIn({ id, scene }: { readonly id: string; readonly scene: CrateScene }): Child {
  const entity = scene.view.entity(id);
  if (entity === undefined) return <code>{id.slice(0, MOST_TEXT)}</code>;
  const name = entity === scene.view.root ? 'The root' : linkText(entity);
  return <a href={scene.links.entity(entity)}>{name}</a>;
}
