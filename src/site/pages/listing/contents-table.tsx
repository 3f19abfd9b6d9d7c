import type { Child } from 'hono/jsx';
import { humanSize } from '../../../package/limits.js';
import { shortName } from '../../view/entity-label.js';
import { contentFacts, type ContentRow } from '../../view/files/content-row.js';
import type { CrateScene } from '../crate/scene.js';
import { Badge } from '../parts.js';
import type { ListRequest } from './list-request.js';
import { FilteredText, ListTable, type ListColumn, type ListGroup } from './list-table.js';

interface ContentsTableProps {
  readonly label: string;
  readonly rows: readonly ContentRow[];
  readonly scene: CrateScene;
  /** The folder that the page is about: names are shown without it. Undefined for whole paths. */
  readonly folder: string | undefined;
  /** The address of what is in a folder; undefined where no page shows that. */
  readonly insideHref?: ((inside: string) => string) | undefined;
  /** The size of a row. Default: what its description says. */
  readonly size?: ((row: ContentRow) => number | undefined) | undefined;
  readonly request?: ListRequest | undefined;
}

const GROUPS: Readonly<Record<ContentRow['kind'], string | undefined>> = {
  folder: undefined,
  file: undefined,
  part: 'Other parts',
  web: 'On the web',
};

/** Types of one entity that a row shows. */
const MOST_TYPES = 3;

/** What a crate or folder contains: files and folders, then other parts, then what is on the web. */
export function ContentsTable(props: ContentsTableProps) {
  const { label, rows, scene, request } = props;
  const facts = contentFacts(scene.view);
  const words = request?.order.words ?? '';
  const columns: ListColumn<ContentRow>[] = [
    { key: 'name', label: 'Name', cell: (row) => <Name {...props} row={row} /> },
    { key: 'type', label: 'Type', cell: (row) => <RowTypes row={row} words={words} /> },
    { key: 'size', label: 'Size', isNumber: true, cell: (row) => sizeText(props.size?.(row) ?? facts.size(row)) },
    { key: 'format', label: 'Format', cell: (row) => <FilteredText text={facts.format(row) ?? ''} words={words} /> },
    { key: 'licence', label: 'Licence', cell: ({ entity }) => (entity && facts.of(entity).licence) ?? '' },
    { key: 'open', label: 'Open', cell: (row) => <OpenLink row={row} scene={scene} /> },
  ];
  return (
    <ListTable
      label={label}
      className="contents-table"
      columns={columns}
      groups={groupsOf(rows)}
      rowClass={({ kind }) => kind}
      request={request}
    />
  );
}

/** Neighbours of one group stand together. */
function groupsOf(rows: readonly ContentRow[]): ListGroup<ContentRow>[] {
  const groups: { title: string | undefined; rows: ContentRow[] }[] = [];
  for (const row of rows) {
    const title = GROUPS[row.kind];
    const last = groups.at(-1);
    if (last !== undefined && last.title === title) last.rows.push(row);
    else groups.push({ title, rows: [row] });
  }
  return groups;
}

/** The name of a row in its folder; that of something without a path is its identifier. */
export function nameOfRow({ kind, key }: ContentRow, folder: string | undefined): string {
  const isLocal = kind === 'folder' || kind === 'file';
  return shortName(isLocal && folder !== undefined && key.startsWith(folder) ? key.slice(folder.length) : key);
}

function Name({ row, folder, scene, insideHref, request }: ContentsTableProps & { readonly row: ContentRow }) {
  const { entity, inside, href, problem } = row;
  const words = request?.order.words ?? '';
  const name = nameOfRow(row, folder);
  const title = entity && contentFacts(scene.view).of(entity).title;
  const own = inside === undefined ? undefined : insideHref?.(inside);
  const target = own ?? (entity === undefined ? href : scene.links.entity(entity));
  const shown = <FilteredText text={name} words={words} />;
  return (
    <>
      {target === undefined ? shown : <a href={target}>{shown}</a>}
      {problem === 'undescribed' ? <Badge kind="warn">not described</Badge> : null}
      {problem === 'missing' ? <Badge kind="warn">missing</Badge> : null}
      {title === undefined || title === name ? null : (
        <span class="row-title">
          <FilteredText text={title} words={words} />
        </span>
      )}
    </>
  );
}

const WORDS: Readonly<Record<ContentRow['kind'], string>> = {
  folder: 'folder',
  file: 'file',
  web: 'on the web',
  part: '',
};

function RowTypes({ row: { entity, kind }, words }: { readonly row: ContentRow; readonly words: string }) {
  const types = entity?.types ?? [];
  if (types.length === 0) return <span class="quiet">{WORDS[kind]}</span>;
  const more = types.length - MOST_TYPES;
  return (
    <>
      <FilteredText text={shortName(types.slice(0, MOST_TYPES).join(', '))} words={words} />
      {more > 0 ? <span class="quiet"> and {more.toLocaleString('en')} more</span> : null}
    </>
  );
}

/** Where the content of a row opens; undefined for what is not there. */
export function openHref({ href, kind, entity, problem }: ContentRow, { links }: CrateScene): string | undefined {
  if (problem === 'missing') return undefined;
  return href ?? (entity && kind !== 'part' ? links.file(entity) : undefined);
}

function OpenLink({ row, scene }: { readonly row: ContentRow; readonly scene: CrateScene }): Child {
  const { kind, key } = row;
  const target = openHref(row, scene);
  if (target === undefined) return '';
  return (
    <a href={target} aria-label={`Open ${shortName(key)}`} {...(kind === 'web' ? { rel: 'noreferrer' } : {})}>
      open
    </a>
  );
}

/** A size for people; empty where none is known. */
export function sizeText(size: number | undefined): string {
  return size === undefined ? '' : humanSize(size);
}
