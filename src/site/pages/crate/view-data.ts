import { CrateError } from '../../../base/errors.js';
import { crateAddress } from '../../../tasks/stored/crate-keys.js';
import { statisticsTable } from '../../../tasks/inspect/statistics-table.js';
import type { CrateStatistics } from '../../../tasks/inspect/statistics.js';
import { MOST_CHECKED } from '../../view/crate-check.js';
import { searchedWords } from '../../view/crate-words.js';
import type { ViewEntity } from '../../view/crate-view.js';
import { entitiesByType } from '../../view/entities-by-type.js';
import { shortName } from '../../view/entity-label.js';
import { contentFacts } from '../../view/files/content-row.js';
import { imagesOf, readImages } from '../../view/files/crate-picture.js';
import { runGraph, type RunThing } from '../../view/run-graph.js';
import { drawnGraph } from '../graph-view.js';
import { entityRows, STILL_READING } from '../list-data.js';
import { CONTENTS_OF_PAGE, contentsList } from '../listing/contents-list.js';
import { openHref } from '../listing/contents-table.js';
import { pageNumber } from '../listing/page-of.js';
import type { ContentObject, ContentRows, PageContent } from '../page-content.js';
import { searchInCrate, type CrateOnPage } from './crate-data.js';
import { arrangedEntities, shortDescription } from './entity-list.js';
import { IMAGES_OF_PAGE } from './images-view.js';
import { FOUND_OF_PAGE } from './search-view.js';
import type { CrateScene } from './scene.js';

/** A crate and what its pages share. */
interface DataProps extends CrateOnPage {
  readonly scene: CrateScene;
}

/** What a folder of a crate has, or a filter finds in it and below it. */
export async function contentsData({ data, crate, view, scene, search }: DataProps): Promise<PageContent> {
  const tree = await data.contents(view, data.files(crate)).tree();
  const list = contentsList(tree, search);
  if (list === undefined) return { status: 404, message: 'the crate has no such folder' };
  const facts = contentFacts(view);
  const address = crateAddress(data.address, crate.key);
  return {
    name: 'files',
    columns: ['kind', 'path', 'name', 'types', 'size', 'format', 'licence', 'entity', 'address', 'problem'],
    total: list.all.length,
    size: CONTENTS_OF_PAGE,
    rows: (from, to) =>
      list.all.slice(from, to).map((row) => ({
        kind: row.kind,
        path: row.key,
        name: row.entity && facts.of(row.entity).title,
        types: row.entity?.types ?? [],
        size: tree.size(row),
        format: facts.format(row),
        licence: row.entity && facts.of(row.entity).licence,
        entity: row.entity?.iri,
        address: absolute(openHref(row, scene), address),
        problem: row.problem,
      })),
    besides: { folder: list.folder.key, ...(tree.isCut && { isCut: true }) },
  };
}

/** The pictures of a crate that is served from a folder. */
export function imagesData({ data, crate, view }: DataProps): ContentRows {
  const files = data.files(crate);
  const images = files === undefined ? [] : imagesOf(view);
  const address = crateAddress(data.address, crate.key);
  return {
    name: 'images',
    columns: ['id', 'entity', 'name', 'address', 'width', 'height'],
    total: images.length,
    size: IMAGES_OF_PAGE,
    atOnce: 'page', // each opens a file
    rows: async (from, to) => {
      const read = files === undefined ? [] : await readImages(images.slice(from, to), view, files);
      return read.map(({ entity, picture }) => ({
        ...identity(entity),
        address: absolute(picture?.href, address),
        width: picture?.width,
        height: picture?.height,
      }));
    },
  };
}

/** The nodes and edges of a picture. */
export function graphData(props: DataProps): ContentObject {
  return { name: 'graph', json: drawnGraph(props).graph ?? { nodes: [], edges: [], notes: [] } };
}

/** The actions of a crate in the order of time; of a crate without any, the steps of its workflows. */
export function runData({ view }: DataProps): ContentRows {
  const { actions, isPlan } = runGraph(view);
  return {
    name: 'actions',
    columns: [
      ...['id', 'name', 'types', 'start', 'end', 'status', 'error'],
      ...['instrument', 'agent', 'inputs', 'outputs', 'controls'],
    ],
    total: actions.length,
    rows: (from, to) =>
      actions.slice(from, to).map(({ thing, type, start, end, status, error, ...action }) => ({
        id: thing.id,
        name: thing.label,
        types: view.entity(thing.id)?.types ?? [type],
        ...{ start, end, status, error },
        instrument: action.tools.map(idOf),
        agent: action.agents.map(idOf),
        inputs: action.inputs.map(idOf),
        outputs: action.outputs.map(idOf),
        controls: action.controls.map(idOf),
      })),
    besides: { isPlan },
  };
}

/** The entities of a crate that have the words of the address. */
export async function foundData(props: DataProps): Promise<PageContent> {
  const { data, search } = props;
  if (searchedWords(search) === '')
    return { status: 400, code: 'ERR_USAGE', message: 'which words? write ?view=find&q=words' };
  if (data.search === undefined) return STILL_READING;
  const wanted = { offset: (pageNumber(search) - 1) * FOUND_OF_PAGE, rows: FOUND_OF_PAGE };
  const found = await searchInCrate(props, wanted);
  if ('refusal' in found) return { status: 400, code: 'ERR_USAGE', message: found.refusal };
  const rows = entityRows(found.total, data, async (from, to) => {
    if (from === wanted.offset && to - from <= wanted.rows) return found.entities;
    const some = await searchInCrate(props, { offset: from, rows: to - from });
    if ('refusal' in some) throw new CrateError('ERR_INTERNAL', `the search ended: ${some.refusal}`);
    return some.entities;
  });
  return { ...rows, size: FOUND_OF_PAGE, atOnce: FOUND_AT_ONCE };
}

/** Each part of a long list is a search of its own, which takes longer than to say what it found. */
const FOUND_AT_ONCE = 5000;

/** The statistics of a crate. */
export async function statisticsOfCrate({ data, crate }: DataProps): Promise<ContentObject> {
  return statisticsData(await data.statistics(crate));
}

/** Statistics, in the words of `crategraph stats`. */
export function statisticsData(statistics: CrateStatistics, besides: object = {}): ContentObject {
  const { header, rows } = statisticsTable(statistics);
  return {
    name: 'statistics',
    json: { ...statistics, ...besides },
    table: {
      columns: header,
      rows: rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]]))),
    },
  };
}

/** What the rules find in a crate, or what one of them finds (`rule`), in the words of `crategraph check`. */
export async function checkData({ data, crate, search }: DataProps): Promise<PageContent> {
  try {
    const check = await data.check(crate);
    if (check === undefined) return { status: 400, code: 'ERR_LIMIT', message: TOO_LARGE };
    const chosen = check.rules.filter(({ rule }) => rule === search.get('rule'));
    const rules = chosen.length > 0 ? chosen : check.rules;
    const findings = rules.flatMap((broken) => broken.findings);
    const left = rules.reduce((sum, { count }) => sum + count, 0) - findings.length;
    return {
      name: 'findings',
      columns: ['severity', 'rule', 'line', 'column', 'entity', 'message', 'hint'],
      total: findings.length,
      rows: (from, to) => findings.slice(from, to).map((finding) => ({ ...finding })),
      besides: { version: check.version, complete: check.isComplete, counts: check.counts, ...(left > 0 && { left }) },
    };
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    return { status: 400, code: error.code, message: `this crate cannot be checked: ${error.message}` };
  }
}

const TOO_LARGE = `crates of more than ${MOST_CHECKED.toLocaleString('en')} entities are not checked here: crategraph check does it`;

/** The entities of one type (`type`; empty for those without one), or what a filter finds of them. */
export function entitiesData({ view, search }: DataProps): PageContent {
  const entities = entitiesByType(view).get(search.get('type') ?? '');
  if (entities === undefined) return { status: 404, message: 'the crate has no entity of this type' };
  const { all } = arrangedEntities(entities, search);
  return {
    name: 'entities',
    columns: ['id', 'entity', 'name', 'types', 'description'],
    total: all.length,
    rows: (from, to) =>
      all.slice(from, to).map((entity) => ({
        ...identity(entity),
        types: entity.types,
        description: shortDescription(entity) || undefined,
      })),
  };
}

function identity({ id, iri, name }: ViewEntity) {
  return { id, entity: iri, name: name === undefined ? undefined : shortName(name) };
}

function idOf({ id }: RunThing): string {
  return id;
}

/** An address of a page of a crate, for those who are elsewhere. */
function absolute(href: string | undefined, base: string): string | undefined {
  return href !== undefined && URL.canParse(href, base) ? new URL(href, base).href : href;
}
