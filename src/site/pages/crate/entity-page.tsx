import type { ViewEntity } from '../../view/crate-view.js';
import { shortName } from '../../view/entity-label.js';
import type { ContentBeginning } from '../../view/files/crate-contents.js';
import type { FilePreview } from '../../view/files/file-preview.js';
import { AlsoKnownAs } from '../also-known-as.js';
import { aroundHref } from '../graph/node-href.js';
import type { PageHead } from '../page-head.js';
import { Media } from '../media/media.js';
import type { MediaLinks } from '../media/media-links.js';
import { Pagination, StillReading } from '../parts.js';
import { Descriptions, hrefInText, withoutDescriptions } from './descriptions.js';
import { CrateFrame, crateTitle, HOME, type CratePageProps } from './crate-frame.js';
import { crateAddress } from '../../../tasks/stored/crate-keys.js';
import { EntityMap } from './entity-map.js';
import { outsideHref } from '../../../base/net/outside-href.js';
import { pageHref, pageOf } from '../listing/page-of.js';
import { ContentsSection } from '../listing/contents-section.js';
import { describedContents } from '../../view/files/described-contents.js';
import { EntityLink, PropertyList, Types, valueOf, withoutParts } from './properties.js';
import { linkText } from './scene.js';
import { crateHref, entityHref } from './site-links.js';

/** The crates that one page names; a page of their own lists all. */
const MAX_CRATES = 20;

type EntityPageProps = CratePageProps & {
  readonly entity: ViewEntity;
  /** What the page shows of a file; undefined for other entities. */
  readonly preview: FilePreview | undefined;
  /** What is directly in a folder; undefined for other entities. */
  readonly beginning: ContentBeginning | undefined;
};

/** The page of an entity: all of its properties, and what mentions it. */
export function EntityPage(props: EntityPageProps) {
  const { entity, scene, search } = props;
  const title = linkText(entity);
  const property = search.get('property');
  return (
    <CrateFrame page={props} title={title} below={[title]} head={property === null ? entityHead(props) : undefined}>
      <header class="page-header">
        <h1>{title}</h1>
        <p>
          <Types entity={entity} scene={scene} /> <Identifier entity={entity} />
        </p>
      </header>
      {property === null ? (
        <>
          <Descriptions entity={entity} scene={scene} level={2} />
          {props.preview === undefined ? null : (
            <Media entity={entity} preview={props.preview} links={mediaLinks(props)} />
          )}
          <FileLinks {...props} />
          <p class="small">
            <a href={aroundHref(entity.id)}>Picture around this</a>
          </p>
          <EntityMap entity={entity} view={props.view} />
          <PropertyList entity={entity} scene={scene} properties={ownProperties(props)} />
          <FolderContents {...props} />
          <MentionedBy {...props} />
          <AlsoKnownAs index={props.data.index} iri={entity.iri} home={HOME} />
          <OtherCrates {...props} />
        </>
      ) : (
        <AllValues {...props} property={property} />
      )}
    </CrateFrame>
  );
}

/** What else the page says of the entity. */
function ownProperties({ entity, beginning }: EntityPageProps) {
  const properties = withoutDescriptions(entity.properties);
  return beginning === undefined || beginning.total === 0 ? properties : withoutParts(properties);
}

function FolderContents({ entity, view, scene, beginning }: EntityPageProps) {
  if (beginning === undefined || beginning.total === 0) return null;
  const folder = describedContents(view).path(entity) ?? entity.id;
  return <ContentsSection beginning={beginning} scene={scene} folder={folder} />;
}

function entityHead({ entity, data, crate, view }: EntityPageProps): PageHead {
  const kind = entity.types.length === 0 ? 'Entity' : entity.types.slice(0, 3).join(', ');
  const address = crateAddress(data.address, crate.key);
  const search = entity.iri === crate.graph ? '' : `?entity=${encodeURIComponent(entity.id.toWellFormed())}`;
  return {
    description: `${kind} “${linkText(entity)}” of the RO-Crate “${crateTitle({ view, crate })}”`,
    // The root is the crate.
    canonical: `${address}${search}`,
  };
}

/** The page of a long file: `page` is that of what mentions the file. */
export const FILE_PAGE = 'part';

function mediaLinks({ entity, scene, search }: EntityPageProps): MediaLinks {
  return {
    hrefOf: (written) => hrefInText(written, scene, entity.iri),
    pageHref: (to) => pageHref(search, to, FILE_PAGE),
  };
}

function Identifier({ entity: { id, iri } }: { readonly entity: ViewEntity }) {
  const href = outsideHref(iri);
  if (iri.startsWith('_:')) return null;
  return href === undefined ? <code>{id}</code> : <a href={href}>{id}</a>;
}

/** The way to a folder, and to a file that only its own website may have. */
function FileLinks({ entity, scene, preview }: EntityPageProps) {
  const href = scene.links.file(entity);
  if (href === undefined || (preview !== undefined && (preview.kind !== 'absent' || preview.hasFolder))) return null;
  return (
    <p class="buttons">
      <a class="button" href={href}>
        {href.startsWith('./') ? 'Open the folder' : 'Open its address on the web'}
      </a>
    </p>
  );
}

/** All values of a property that has many. */
function AllValues({ entity, scene, search, property }: EntityPageProps & { readonly property: string }) {
  const values = entity.properties.find(({ key }) => key === property)?.values ?? [];
  const { items, page, pages } = pageOf(values, search);
  return (
    <section aria-labelledby="values">
      <h2 id="values">
        {property} <span class="count">{values.length.toLocaleString('en')}</span>
      </h2>
      <ul class="entity-list">
        {items.map((value) => (
          <li>{valueOf(value, [entity], scene)}</li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => pageHref(search, to)} />
      <p>
        <a href={entityHref(entity.id)}>All properties</a>
      </p>
    </section>
  );
}

function MentionedBy({ entity, view, scene, search }: EntityPageProps) {
  const mentions = view.mentions(entity);
  if (mentions.length === 0) return null;
  const { items, page, pages } = pageOf(mentions, search);
  return (
    <section aria-labelledby="mentions">
      <h2 id="mentions">
        Mentioned by <span class="count">{mentions.length.toLocaleString('en')}</span>
      </h2>
      <ul class="entity-list">
        {items.map((mention) => (
          <li>
            <EntityLink entity={mention.entity} scene={scene} /> <span class="quiet">as {mention.key}</span>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => `${pageHref(search, to)}#mentions`} />
    </section>
  );
}

function OtherCrates({ entity, crate, data }: EntityPageProps) {
  const others = data.index.cratesWith(entity.iri).filter(({ graph }) => graph !== crate.graph);
  if (others.length === 0) return <StillReading pending={data.index.pending} />;
  return (
    <section aria-labelledby="other-crates">
      <h2 id="other-crates">
        Other crates that mention this <span class="count">{others.length.toLocaleString('en')}</span>
      </h2>
      <StillReading pending={data.index.pending} />
      <ul class="entity-list">
        {others.slice(0, MAX_CRATES).map(({ key, name, graph }) => {
          const iri = data.index.iriIn({ graph }, entity.iri);
          return (
            <li>
              <a href={`${crateHref(key)}${graph === iri ? '' : entityHref(iri)}`}>{shortName(name ?? graph)}</a>
            </li>
          );
        })}
      </ul>
      {others.length > MAX_CRATES ? (
        <p>
          <a href={`${HOME}mentions?iri=${encodeURIComponent(entity.iri)}`}>All {others.length.toLocaleString('en')}</a>
        </p>
      ) : null}
    </section>
  );
}
