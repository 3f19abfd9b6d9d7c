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
import { Pagination } from '../parts.js';
import { previewLinks, type PreviewPlaces } from './preview-links.js';

/** What a preview says in `<meta name="generator">`, so that a later one may replace it. */
export const PREVIEW_GENERATOR = 'crategraph preview';

/** How many values of a property, and parts of the crate, the preview shows. */
const MAX_VALUES = 500;

const NAME: readonly string[] = schemaOrg('name');

interface PreviewPageProps {
  readonly view: CrateView;
  readonly places: PreviewPlaces;
  /** From 1. */
  readonly page: number;
  readonly style: string;
}

/** One page of a static preview as HTML: the first has the root with its metadata, and all have entities. */
export async function previewPage(props: PreviewPageProps): Promise<string> {
  return String(await (<PreviewPage {...props} />));
}

function PreviewPage({ view, places, page, style }: PreviewPageProps) {
  const scene = sceneOf(view, previewLinks(view, places, page), { maxValues: MAX_VALUES });
  const title = crateName(view.root);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content={PREVIEW_GENERATOR} />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{page === 1 ? title : `${title}, page ${String(page)}`}</title>
        {/* Our own style sheet, without any text of the crate. */}
        <style>{raw(style)}</style>
      </head>
      <body>
        <main id="main">
          {page === 1 ? <Root scene={scene} /> : <h1>{title}</h1>}
          <section aria-labelledby="entities">
            <h2 id="entities">
              Entities <span class="count">{places.described.toLocaleString('en')}</span>
            </h2>
            <Pagination page={page} pages={places.pages} href={(to) => places.path(page, to)} />
            {places.on(page).map((entity) => (
              <Entity entity={entity} scene={scene} anchor={places.anchor(entity)} />
            ))}
            <Pagination page={page} pages={places.pages} href={(to) => places.path(page, to)} />
          </section>
        </main>
        <footer class="site-footer">
          <p>A preview of an RO-Crate, made by crategraph from its metadata document.</p>
        </footer>
      </body>
    </html>
  );
}

function Root({ scene }: { readonly scene: CrateScene }) {
  const { root } = scene.view;
  const { rows: contents } = new ContentTree(scene.view, undefined);
  const more = contents.length - MAX_VALUES;
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
      <Glance facts={facts} scene={scene} />
      <Descriptions entity={root} scene={scene} level={2} />
      <Keywords view={scene.view} />
      <p>
        <a href={scene.links.entity(scene.view.descriptor ?? root)}>Metadata of this crate</a>
      </p>
      <PropertyList entity={root} scene={scene} properties={properties} />
      {contents.length === 0 ? null : (
        <section aria-labelledby="contents">
          <h2 id="contents">
            Contents <span class="count">{contents.length.toLocaleString('en')}</span>
          </h2>
          <ContentsTable label="Contents" rows={contents.slice(0, MAX_VALUES)} scene={scene} folder={undefined} />
          {more > 0 ? <p>and {more.toLocaleString('en')} more, among the entities below</p> : null}
        </section>
      )}
    </>
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
      <h3>{title(entity)}</h3>
      <p>
        <Types entity={entity} scene={scene} /> <Identifier entity={entity} />{' '}
        {file === undefined ? null : <a href={file}>Open</a>}
      </p>
      <Descriptions entity={entity} scene={scene} level={4} />
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
