import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import { propertiesInKeywords } from '../../view/keywords.js';
import { ContentTree } from '../../view/files/content-tree.js';
import { Keywords } from '../crate/keyword-chips.js';
import { ContentsTable } from '../listing/contents-table.js';
import type { CrateView, ViewEntity } from '../../view/crate-view.js';
import { Descriptions, withoutDescriptions } from '../crate/descriptions.js';
import { Glance } from '../crate/glance.js';
import { glanceOf, wholeProperties } from '../../view/glance.js';
import { outsideHref } from '../../../base/net/outside-href.js';
import { PropertyList, Types, withoutParts } from '../crate/properties.js';
import { linkText, sceneOf, type CrateScene } from '../crate/scene.js';
import { JSONLD } from '../../../base/rdf/syntaxes.js';
import { datasetDescription, datasetText, fewFacts } from '../../view/dataset-description.js';
import { datasetFacts } from '../../view/dataset-facts.js';
import { describesRuns } from '../../view/run-graph.js';
import { EntityMap } from '../crate/entity-map.js';
import type { RunLinks } from '../graph/run-links.js';
import { DataTable } from '../media/data-table.js';
import { jsonForScript } from '../page-head.js';
import { Chip, Pagination } from '../parts.js';
import { plainText } from '../prose/plain-text.js';
import { RunView } from '../run-view.js';
import { divideEntities, PlainTable } from './plain-table.js';
import type { PreviewFiles, PreviewImage } from './preview-files.js';
import { previewLinks, type EntityGroup, type PreviewPlaces } from './preview-links.js';

/** What a preview says in `<meta name="generator">`, so that a later one may replace it. */
export const PREVIEW_GENERATOR = 'crategraph preview';

/** How many values of a property the preview shows. */
const MAX_VALUES = 500;
/** Rows of the table of contents: all files are among the entities. */
const MOST_CONTENTS = 50;

const NAME: readonly string[] = schemaOrg('name');

interface PreviewPageProps {
  readonly view: CrateView;
  readonly places: PreviewPlaces;
  /** From 1. */
  readonly page: number;
  /** What our build writes for previews. */
  readonly assets: PreviewAssets;
  /** For the first page. */
  readonly files: PreviewFiles;
}

/** The style of previews, and the script that filters their entities. */
export interface PreviewAssets {
  readonly style: string;
  readonly script: string;
}

/** One page of a static preview as HTML: the first has the root with its metadata, and all have entities. */
export async function previewPage(props: PreviewPageProps): Promise<string> {
  return String(await (<PreviewPage {...props} />));
}

/** What a preview may do: show pictures of its folder, and run our script, which its hash tells from any other. */
function policyOf({ script }: PreviewAssets): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: file:; script-src 'sha256-${hash}'`;
}

function PreviewPage({ view, places, page, assets, files }: PreviewPageProps) {
  const scene = sceneOf(view, previewLinks(view, places, page), { maxValues: MAX_VALUES });
  const title = crateName(view.root);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content={PREVIEW_GENERATOR} />
        <meta http-equiv="Content-Security-Policy" content={policyOf(assets)} />
        <title>{page === 1 ? title : `${title}, page ${String(page)}`}</title>
        {page === 1 ? <DatasetScript view={view} title={title} /> : null}
        {/* Our own style sheet, without any text of the crate. */}
        <style>{raw(assets.style)}</style>
      </head>
      <body>
        <main id="main">
          {page === 1 ? <Root scene={scene} files={files} /> : <h1>{title}</h1>}
          <section aria-labelledby="entities">
            <h2 id="entities">
              Entities <span class="count">{places.described.toLocaleString('en')}</span>
            </h2>
            <TypeIndex places={places} page={page} />
            <Pagination page={page} pages={places.pages} href={(to) => places.path(page, to)} />
            <p class="preview-filter" hidden>
              <label>
                Filter <input type="search" autocomplete="off" />
              </label>{' '}
              <span role="status"></span>
            </p>
            {groupsOn(page, places).map((group) => (
              <Group group={group} scene={scene} places={places} />
            ))}
            <Pagination page={page} pages={places.pages} href={(to) => places.path(page, to)} />
          </section>
        </main>
        <footer class="site-footer">
          <p>A preview of an RO-Crate, made by crategraph from its metadata document.</p>
        </footer>
        <script>{raw(assets.script)}</script>
      </body>
    </html>
  );
}

/** The crate as search engines for datasets read it. */
function DatasetScript({ view, title }: { readonly view: CrateView; readonly title: string }) {
  const facts = fewFacts(datasetFacts(view, plainText));
  const text = datasetText(view, title, facts.description ?? '');
  const address = /^https?:/.test(view.iri) ? view.iri : './';
  const { downloads } = facts;
  const dataset = datasetDescription(facts, { title, text, website: undefined, address, downloads });
  return (
    <>
      <meta name="description" content={text.slice(0, 300).toWellFormed()} />
      <script type={JSONLD.mediaType}>{raw(jsonForScript({ '@context': 'https://schema.org/', ...dataset }))}</script>
    </>
  );
}

/** Types that the index has. */
const MOST_TYPES = 200;

/** The types of all entities, each with the way to the first entity of them. */
function TypeIndex({ places, page }: { readonly places: PreviewPlaces; readonly page: number }) {
  const more = places.groups.length - MOST_TYPES;
  if (places.groups.length < 2) return null;
  return (
    <p class="chips">
      {places.groups.slice(0, MOST_TYPES).map(({ types, entities }, at) => {
        const there = places.pageOf(entities[0] as ViewEntity);
        return (
          <Chip href={`${there === page ? '' : places.path(page, there)}#type-${String(at)}`} count={entities.length}>
            {types === '' ? 'without a type' : types}
          </Chip>
        );
      })}
      {more > 0 ? <span class="quiet">and {more.toLocaleString('en')} more</span> : null}
    </p>
  );
}

/** The part of a group that is on one page. */
interface ShownGroup extends EntityGroup {
  readonly number: number;
  /** Whether earlier pages have the beginning. */
  readonly isContinued: boolean;
}

function groupsOn(page: number, places: PreviewPlaces): ShownGroup[] {
  const shown = new Set(places.on(page));
  return places.groups.flatMap(({ types, entities }, number) => {
    const here = entities.filter((entity) => shown.has(entity));
    return here.length === 0 ? [] : [{ types, entities: here, number, isContinued: here[0] !== entities[0] }];
  });
}

interface GroupProps {
  readonly group: ShownGroup;
  readonly scene: CrateScene;
  readonly places: PreviewPlaces;
}

function Group({ group: { types, entities, number, isContinued }, scene, places }: GroupProps) {
  const label = types === '' ? 'Without a type' : types;
  const divided = divideEntities(entities, scene);
  return (
    <section>
      <h3 id={isContinued ? undefined : `type-${String(number)}`}>
        {label}
        {isContinued ? ', continued' : ''}
      </h3>
      {divided.rows.length === 0 ? null : (
        <PlainTable divided={divided} label={label} scene={scene} anchor={places.anchor} />
      )}
      {divided.others.map((entity) => (
        <Entity entity={entity} scene={scene} anchor={places.anchor(entity)} />
      ))}
    </section>
  );
}

function Root({ scene, files }: { readonly scene: CrateScene; readonly files: PreviewFiles }) {
  const { root } = scene.view;
  const { rows: contents } = new ContentTree(scene.view, undefined);
  const more = contents.length - MOST_CONTENTS;
  const facts = glanceOf(scene.view);
  const said = new Set([...wholeProperties(facts), ...propertiesInKeywords(scene.view)]);
  const properties = withoutParts(withoutDescriptions(root.properties)).filter(
    (property) => !said.has(property) && (property.iri === undefined || !NAME.includes(property.iri)),
  );
  return (
    <>
      <header class="page-header" id="root">
        <h1>{crateName(root)}</h1>
        <p>
          <Types entity={root} scene={scene} /> <Identifier entity={root} />
        </p>
      </header>
      <div class={files.lead === undefined ? 'landing' : 'landing with-picture'}>
        <div>
          <Glance facts={facts} scene={scene} />
          <Descriptions entity={root} scene={scene} level={2} />
        </div>
        {files.lead === undefined ? null : <Picture image={files.lead} scene={scene} className="lead-picture" />}
      </div>
      <Keywords view={scene.view} />
      <p>
        <a href={scene.links.entity(scene.view.descriptor ?? root)}>Metadata of this crate</a>
      </p>
      <PropertyList entity={root} scene={scene} properties={properties} />
      <EntityMap entity={root} view={scene.view} />
      <Images files={files} scene={scene} />
      <Tables files={files} scene={scene} />
      {describesRuns(scene.view) ? (
        <section aria-labelledby="runs">
          <h2 id="runs">Runs</h2>
          <RunView view={scene.view} page={1} links={runLinks(scene)} size={MOST_ACTIONS} />
        </section>
      ) : null}
      {contents.length === 0 ? null : (
        <section aria-labelledby="contents">
          <h2 id="contents">
            Contents <span class="count">{contents.length.toLocaleString('en')}</span>
          </h2>
          <ContentsTable label="Contents" rows={contents.slice(0, MOST_CONTENTS)} scene={scene} folder={undefined} />
          {more > 0 ? <p>and {more.toLocaleString('en')} more, among the entities below</p> : null}
        </section>
      )}
    </>
  );
}

/** Actions that the picture of runs has. */
const MOST_ACTIONS = 10;

function runLinks({ view, links }: CrateScene): RunLinks {
  return {
    thing: (id) => {
      const entity = view.entity(id);
      return entity === undefined ? '#entities' : links.entity(entity);
    },
    page: () => undefined,
  };
}

interface FilesProps {
  readonly files: PreviewFiles;
  readonly scene: CrateScene;
}

/** Images of the crate side by side. */
function Images({ files: { images, moreImages }, scene }: FilesProps) {
  if (images.length === 0) return null;
  return (
    <section aria-labelledby="images">
      <h2 id="images">Images</h2>
      <ul class="gallery">
        {images.map((image) => (
          <li>
            <Picture image={image} scene={scene}>
              <span>{image.entity === undefined ? '' : linkText(image.entity)}</span>
            </Picture>
          </li>
        ))}
      </ul>
      {moreImages > 0 ? (
        <p class="quiet">{moreImages.toLocaleString('en')} more are among the entities below.</p>
      ) : null}
    </section>
  );
}

interface PictureProps {
  readonly image: PreviewImage;
  readonly scene: CrateScene;
  readonly className?: string;
  readonly children?: Child;
}

function Picture({ image: { address, width, height, entity }, scene, className, children }: PictureProps) {
  const alt = children === undefined ? (entity === undefined ? 'A picture of the crate' : linkText(entity)) : '';
  return (
    <a class={className} href={entity === undefined ? address : scene.links.entity(entity)}>
      <img src={address} width={width} height={height} alt={alt} loading="lazy" />
      {children}
    </a>
  );
}

/** The beginning of tables of the crate. */
function Tables({ files: { tables }, scene }: FilesProps) {
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">Tables</h2>
      {tables.map(({ entity, table }) => (
        <>
          <h3>
            <a href={scene.links.entity(entity)}>{linkText(entity)}</a>
          </h3>
          <DataTable name={linkText(entity)} table={table} pageHref={() => ''} />
        </>
      ))}
    </section>
  );
}

interface EntityProps {
  readonly entity: ViewEntity;
  readonly scene: CrateScene;
  readonly anchor: string;
}

function Entity({ entity, scene, anchor }: EntityProps) {
  const file = scene.links.file(entity);
  return (
    <article id={anchor}>
      <h4>{title(entity)}</h4>
      <p>
        <Types entity={entity} scene={scene} /> <Identifier entity={entity} />{' '}
        {file === undefined ? null : <a href={file}>Open</a>}
      </p>
      <Descriptions entity={entity} scene={scene} level={5} />
      <PropertyList entity={entity} scene={scene} properties={withoutDescriptions(entity.properties)} />
    </article>
  );
}

/**
 * The address of a crate is no name for it here: a preview goes to other places, and may not show where it was made.
 */
function crateName(root: ViewEntity): string {
  return root.name === undefined && root.id === './' ? 'A crate without a name' : linkText(root);
}

function title(entity: ViewEntity): Child {
  if (entity.name !== undefined || !entity.id.startsWith('_:')) return linkText(entity);
  return <span class="quiet">without a name</span>;
}

function Identifier({ entity: { id, iri } }: { readonly entity: ViewEntity }) {
  if (iri.startsWith('_:')) return null;
  const href = outsideHref(iri);
  return href === undefined ? <code>{id}</code> : <a href={href}>{id}</a>;
}
