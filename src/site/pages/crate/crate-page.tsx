import type { Child } from 'hono/jsx';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import { isSearchInCrate } from '../../view/crate-words.js';
import { entitiesByType } from '../../view/entities-by-type.js';
import { shortName } from '../../view/entity-label.js';
import type { CratePicture } from '../../view/files/crate-picture.js';
import { glanceOf, wholeProperties } from '../../view/glance.js';
import { propertiesInKeywords } from '../../view/keywords.js';
import { Chip } from '../parts.js';
import { formHref, OtherForms, otherFormLinks } from '../other-forms.js';
import type { DataForm } from '../page-request.js';
import { ContentsSection } from '../listing/contents-section.js';
import type { OverviewFacts } from './crate-data.js';
import { CrateFrame, crateTab, crateTitle, dataOfPage, HOME, type CratePageProps } from './crate-frame.js';
import { Downloads } from './downloads.js';
import { Descriptions, withoutDescriptions } from './descriptions.js';
import { citationOf } from '../../view/citation/csl-item.js';
import { CiteBox } from './cite-box.js';
import { CheckLine } from './check-view.js';
import { CrateOrigin } from './crate-origin.js';
import { Glance } from './glance.js';
import { crateHead } from './crate-head.js';
import { EntityMap } from './entity-map.js';
import { EntityList } from './entity-list.js';
import { Keywords } from './keyword-chips.js';
import { OtherVersions } from './other-versions.js';
import { PropertyList, Types, withoutParts } from './properties.js';
import { RdfFiles } from './rdf-files.js';
import { linkText } from './scene.js';

const NAME: readonly string[] = schemaOrg('name');

type CrateViewProps = CratePageProps & {
  /** For the overview. */
  readonly overview: OverviewFacts | undefined;
  /** What is below the tabs, if the page is one of the views. */
  readonly content: Child | undefined;
};

/** The page of a crate: its overview, one of its views, or its entities of one type. */
export function CratePage(props: CrateViewProps) {
  const { search, view, content, overview } = props;
  const isView = crateTab(search.get('view')) !== undefined;
  const isSearch = search.get('view') === 'find';
  const hasData = !isSearch || isSearchInCrate(search);
  const forms = {
    forms: (hasData ? dataOfPage(search)?.forms : undefined) ?? [],
    href: (form: DataForm) => formHref(search, form),
  };
  const title = crateTitle(props);
  return (
    <CrateFrame
      page={props}
      title={title}
      tab={isView ? (search.get('view') ?? '') : ''}
      head={overview === undefined ? undefined : crateHead(props)}
      links={otherFormLinks(forms)}
    >
      <header class="page-header">
        <h1>{title}</h1>
        <p>
          <Types entity={view.root} scene={props.scene} />
        </p>
      </header>
      {isView ? content : overview !== undefined ? <Overview {...props} overview={overview} /> : <OfType {...props} />}
      <OtherForms {...forms} />
    </CrateFrame>
  );
}

function Overview({ overview, ...props }: CratePageProps & { readonly overview: OverviewFacts }) {
  const { view, scene } = props;
  const { picture } = overview;
  const isCut = view.root.name !== undefined && shortName(view.root.name) !== view.root.name;
  const facts = glanceOf(view);
  const said = new Set([...wholeProperties(facts), ...propertiesInKeywords(view)]);
  const properties = withoutParts(withoutDescriptions(view.root.properties)).filter(
    (property) => !said.has(property) && (isCut || property.iri === undefined || !NAME.includes(property.iri)),
  );
  const map = EntityMap({ entity: view.root, view });
  return (
    <>
      <div class={picture === undefined ? 'landing' : 'landing with-picture'}>
        <div>
          <Glance facts={facts} scene={scene} />
          <CrateOrigin records={overview.records} isEdited={overview.isEdited}>
            <CheckLine check={overview.check} />
          </CrateOrigin>
          {props.data.index.related(props.crate).map((related) => (
            <OtherVersions related={related} />
          ))}
          <Descriptions entity={view.root} scene={scene} level={2} />
          <Keywords view={view} home={HOME} />
        </div>
        {picture === undefined ? null : <LeadPicture picture={picture} scene={scene} />}
      </div>
      <Downloads page={props} sum={overview.sum} />
      <CiteBox item={citationOf(view, crateTitle(props))} />
      {properties.length === 0 && map === null ? null : (
        <section aria-labelledby="about">
          <h2 id="about">About this crate</h2>
          <PropertyList entity={view.root} scene={scene} properties={properties} />
          {map}
        </section>
      )}
      <ContentsSection beginning={overview.beginning} scene={scene} folder="" />
      <RdfFiles rdfFiles={overview.rdfFiles} graph={props.crate.graph} />
      <TypeList {...props} />
    </>
  );
}

/** A picture of the crate beside its description; its size is known, so that nothing moves when it comes. */
function LeadPicture({ picture, scene }: Pick<CratePageProps, 'scene'> & { readonly picture: CratePicture }) {
  const { href, width, height, entity } = picture;
  return (
    <a class="lead-picture" href={entity === undefined ? href : scene.links.entity(entity)}>
      <img
        src={href}
        width={width}
        height={height}
        alt={entity === undefined ? 'A picture of the crate' : linkText(entity)}
      />
    </a>
  );
}

/** The types that the overview lists; a link shows all. */
const MOST_TYPES = 100;

/** The types of the entities of the crate, the most frequent first. */
function TypeList({ view, search }: CratePageProps) {
  const sorted = [...entitiesByType(view)].sort(([a, { length: m }], [b, { length: n }]) => n - m || (a < b ? -1 : 1));
  const current = search.get('type');
  const shown = search.get('types') === 'all' ? sorted : sorted.slice(0, MOST_TYPES);
  return (
    <section aria-labelledby="entities">
      <h2 id="entities">
        All entities <span class="count">{view.entities.length.toLocaleString('en')}</span>
      </h2>
      <p class="chips">
        {shown.map(([type, { length }]) => (
          <Chip href={typeHref(type)} count={length} isCurrent={type === current}>
            {type === '' ? 'without a type' : type}
          </Chip>
        ))}
      </p>
      {shown.length === sorted.length ? null : (
        <p>
          <a href="?types=all#entities">all {sorted.length.toLocaleString('en')} types</a>
        </p>
      )}
    </section>
  );
}

function OfType(props: CratePageProps) {
  const { view, scene, search } = props;
  const type = search.get('type') ?? '';
  return (
    <>
      <TypeList {...props} />
      <EntityList type={type} entities={entitiesByType(view).get(type) ?? []} scene={scene} search={search} />
    </>
  );
}

function typeHref(type: string): string {
  return `?type=${encodeURIComponent(type.toWellFormed())}#of-type`;
}
