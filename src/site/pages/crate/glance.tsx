import type { Child } from 'hono/jsx';
import { outsideHref } from '../../../base/net/outside-href.js';
import { isIsoDate } from '../../../crate/iso-date.js';
import type { ViewEntity, ViewValue } from '../../view/crate-view.js';
import { agentOf } from '../../view/agents.js';
import type { GlanceFact } from '../../view/glance.js';
import { licenceLabel } from '../../view/licence-label.js';
import { orcidIn } from '../../../crate/orcid.js';
import { orcidOf } from '../../view/orcid-of.js';
import { Badge } from '../parts.js';
import { linkText, profilePageOf, type CrateScene } from './scene.js';

interface GlanceProps {
  readonly facts: readonly GlanceFact[];
  readonly scene: CrateScene;
}

/** Who made a crate, when, and what one may do with it, below its title. */
export function Glance({ facts, scene }: GlanceProps) {
  if (facts.length === 0) return null;
  return (
    <dl class="glance">
      {facts.map(({ label, kind, property, values }) => (
        <div>
          <dt>
            <Linked href={profilePageOf(property.iri, scene)}>{label}</Linked>
          </dt>
          <dd>
            {values.map((value, at) => (
              <>
                {at === 0 ? null : kind === 'licence' ? ' ' : ', '}
                <GlanceValue kind={kind} value={value} scene={scene} />
              </>
            ))}
            {values.length === property.values.length ? null : (
              <>
                {' '}
                and <a href="#about">{(property.values.length - values.length).toLocaleString('en')} more</a>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  readonly kind: GlanceFact['kind'];
  readonly value: ViewValue;
  readonly scene: CrateScene;
}

function GlanceValue({ kind, value, scene }: ValueProps) {
  const entity = scene.view.entity('text' in value ? '' : value.iri);
  const text = 'text' in value ? value.text.trim() : value.iri;
  const href = entity === undefined || 'text' in value ? webHref(text) : scene.links.entity(entity);
  const name = 'text' in value || entity === undefined ? shortAddress(text) : linkText(entity);
  const agent = kind === 'agents' ? agentOf(value, scene.view) : undefined;
  switch (kind) {
    case 'agents':
      return (
        <Agent
          name={agent === undefined ? name : shortAddress(agent.name)}
          href={href}
          orcid={agentOrcid(entity, text)}
        />
      );
    case 'licence': {
      const label = licenceLabel(text) ?? (entity === undefined ? undefined : licenceLabel(linkText(entity)));
      return label === undefined ? (
        <Linked href={href}>{name}</Linked>
      ) : (
        <Badge kind="accent">
          <Linked href={href}>{label}</Linked>
        </Badge>
      );
    }
    case 'date':
      return <Day moment={text} />;
    case 'text':
      return <Linked href={href}>{name}</Linked>;
  }
}

function agentOrcid(entity: ViewEntity | undefined, text: string): string | undefined {
  return entity === undefined ? orcidIn(text) : orcidOf(entity);
}

interface AgentProps {
  readonly name: string;
  readonly href: string | undefined;
  readonly orcid: string | undefined;
}

function Agent({ name, href, orcid }: AgentProps) {
  if (orcid === undefined) return <Linked href={href}>{name}</Linked>;
  const address = `https://orcid.org/${orcid}`;
  return (
    <span class="agent">
      {href === address ? name : <Linked href={href}>{name}</Linked>}{' '}
      <a class="orcid" href={address} aria-label={`ORCID of ${name}`} title={`ORCID ${orcid}`}>
        ORCID
      </a>
    </span>
  );
}

function Linked({ href, children }: { readonly href: string | undefined; readonly children?: Child }) {
  return href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>;
}

/** The day of a moment, for people; a text that is no date as it is. */
export function Day({ moment }: { readonly moment: string }) {
  return isIsoDate(moment) ? (
    <time datetime={moment.replace(/(?<=\.\d{3})\d+/, '')}>{moment.slice(0, 10)}</time>
  ) : (
    <span>{moment}</span>
  );
}

function webHref(text: string): string | undefined {
  return /^\S+$/.test(text) ? outsideHref(text) : undefined;
}

/** An address without what all have. */
function shortAddress(text: string): string {
  return orcidIn(text) ?? text.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}
