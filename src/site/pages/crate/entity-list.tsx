import { arrangeRows, type RowTexts } from '../../view/arrange-rows.js';
import { schemaText } from '../../view/agents.js';
import type { ViewEntity } from '../../view/crate-view.js';
import { shortName } from '../../view/entity-label.js';
import { FewPer, oncePer } from '../../view/once-per.js';
import { ListRequest } from '../listing/list-request.js';
import { FilteredText, FilterForm, ListPages, ListTable, type ListColumn } from '../listing/list-table.js';
import { PAGE_SIZE, pageOf } from '../listing/page-of.js';
import { EmptyState } from '../parts.js';
import { plainText } from '../prose/plain-text.js';
import { linkText, type CrateScene } from './scene.js';

/** Characters of a description that a row shows, and those that are read for that. */
const SHOWN = 160;
const READ = 2000;

const PLACE = { kept: ['type'], sorts: ['name', 'id'], anchor: 'of-type' };

interface EntityListProps {
  /** Empty for entities without a type. */
  readonly type: string;
  readonly entities: readonly ViewEntity[];
  readonly scene: CrateScene;
  readonly search: URLSearchParams;
}

/** The entities of one type, with a filter (`q`), an order (`sort`) and pages. */
export function EntityList({ type, entities, scene, search }: EntityListProps) {
  const { request, all } = arrangedEntities(entities, search);
  const title = type === '' ? 'Without a type' : shortName(type);
  const { items, page, pages } = pageOf(all, search, PAGE_SIZE);
  return (
    <section aria-labelledby="of-type">
      <h2 id="of-type">
        {title} <span class="count">{all.length.toLocaleString('en')}</span>
      </h2>
      <FilterForm request={request} label="Filter by name, identifier or type" />
      {items.length > 0 ? (
        <ListTable
          label={title}
          className="entity-table"
          columns={columnsOf({ type, scene, words: request.order.words })}
          groups={[{ title: undefined, rows: items }]}
          request={request}
        />
      ) : (
        <EmptyState title="Nothing has these words">
          See <a href={request.href({ q: '' })}>all</a>.
        </EmptyState>
      )}
      <ListPages
        request={request}
        page={page}
        pages={pages}
        begin={(at) => {
          const entity = all[(at - 1) * PAGE_SIZE] as ViewEntity;
          return request.order.sort === 'id' ? entity.id : nameOf(entity);
        }}
      />
    </section>
  );
}

/** The entities that a filter finds, in the order that an address asks for. */
export function arrangedEntities(entities: readonly ViewEntity[], search: URLSearchParams) {
  const request = new ListRequest(search, PLACE);
  return { request, all: LISTS.of(entities, request.key, () => arrangeRows(entities, request.order, TEXTS)) };
}

/** The lists that readers turn the pages of. */
const LISTS = new FewPer<readonly ViewEntity[], readonly ViewEntity[]>();

/** Names are read from the document, which takes time for many. */
const nameOf = oncePer((entity: ViewEntity) => linkText(entity));

const TEXTS: RowTexts<ViewEntity> = {
  text: (entity) => [nameOf(entity), entity.id, ...entity.types].join('\n'),
  value: (entity, column) => (column === 'id' ? entity.id : nameOf(entity)),
};

interface ColumnsProps {
  readonly type: string;
  readonly scene: CrateScene;
  readonly words: string;
}

function columnsOf({ type, scene, words }: ColumnsProps): ListColumn<ViewEntity>[] {
  const others = ({ types }: ViewEntity) => [...new Set(types)].filter((one) => one !== type);
  return [
    {
      key: 'name',
      label: 'Name',
      cell: (entity) => (
        <a href={scene.links.entity(entity)}>
          <FilteredText text={linkText(entity)} words={words} />
        </a>
      ),
    },
    { key: 'id', label: 'Identifier', cell: ({ id }) => <FilteredText text={shortName(id)} words={words} /> },
    {
      key: 'types',
      label: 'Other types',
      cell: (entity) => <FilteredText text={shortName(others(entity).join(', '))} words={words} />,
    },
    {
      key: 'description',
      label: 'Description',
      cell: shortDescription,
    },
  ];
}

/** The beginning of the description of an entity, up to a word; empty without one. */
export function shortDescription(entity: ViewEntity): string {
  const plain = plainText((schemaText(entity, 'description') ?? '').slice(0, READ))
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= SHOWN
    ? plain
    : `${plain
        .slice(0, SHOWN)
        .replace(/\s+\S*$/, '')
        .toWellFormed()} …`;
}
