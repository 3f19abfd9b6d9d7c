import type { Child } from 'hono/jsx';
import {
  ROOT_PROPERTIES,
  type CrateStatistics,
  type FileCount,
  type TypeStatistics,
} from '../../tasks/inspect/statistics.js';
import { formatSize } from './format-size.js';
import { EmptyState, TableBox } from './parts.js';

/** Rows of a table; the rest is counted in its last row. */
const MOST_ROWS = 100;

/** Statistics of a crate or of a store: numbers, entities by type, files by format, and what the description lacks. */
export function StatisticsParts({ statistics, typeHref }: StatisticsProps) {
  const { crates, entities, triples, types, files } = statistics;
  return (
    <div class="statistics">
      <ul class="figures">
        {crates === 1 ? null : <Figure value={count(crates)} label="crates" />}
        <Figure value={count(entities)} label={entities === 1 ? 'entity' : 'entities'} />
        <Figure value={count(triples)} label={triples === 1 ? 'statement' : 'statements'} />
        <Figure value={count(files.files)} label={filesLabel(files)} />
        {files.withoutSize < files.files && <Figure value={formatSize(files.bytes)} label={sizeLabel(files)} />}
      </ul>
      <h2 id="by-type">Entities by type</h2>
      {types.length === 0 ? (
        <EmptyState title="No entity has a type" />
      ) : (
        <BarTable
          label="Entities by type"
          header={['Type', 'Entities']}
          rows={byName(types).map(({ name, iris, entities: number }, _, [first]) => ({
            label: <TypeLabel name={name} iris={iris} href={typeHref?.(name)} />,
            cells: [count(number)],
            ...shareOf(name, number, first?.entities),
          }))}
        />
      )}
      <h2 id="by-format">Files by format</h2>
      {files.formats.length === 0 ? (
        <EmptyState title="No files are described" />
      ) : (
        <BarTable
          label="Files by format"
          header={['Format', 'Files', 'Size', 'Without a size']}
          rows={files.formats.map(({ format, files: number, bytes, withoutSize }) => ({
            label: format ?? <em>no format</em>,
            cells: [
              count(number),
              bytes === 0 && withoutSize > 0 ? '' : formatSize(bytes),
              withoutSize === 0 ? '' : count(withoutSize),
            ],
            ...shareOf(format ?? 'no format', number, files.formats[0]?.files),
          }))}
        />
      )}
      <h2 id="completeness">Completeness</h2>
      <Completeness statistics={statistics} />
    </div>
  );
}

/** Types that have one name. */
interface NamedTypes {
  readonly name: string;
  readonly iris: readonly TypeStatistics[];
  readonly entities: number;
}

/** The types by name, as lists find crates by them, the most frequent first. */
function byName(types: readonly TypeStatistics[]): NamedTypes[] {
  const found = new Map<string, TypeStatistics[]>();
  for (const type of types) found.set(type.name, [...(found.get(type.name) ?? []), type]);
  return [...found]
    .map(([name, iris]) => ({ name, iris, entities: iris.reduce((sum, { entities }) => sum + entities, 0) }))
    .sort((a, b) => b.entities - a.entities);
}

/** IRIs of one name that a page lists. */
const MOST_IRIS = 20;

function TypeLabel({ name, iris, href }: Pick<NamedTypes, 'name' | 'iris'> & { readonly href: string | undefined }) {
  const [{ type } = { type: name }] = iris;
  const label = href === undefined ? <span title={type}>{name}</span> : <a href={href}>{name}</a>;
  if (iris.length === 1) return label;
  return (
    <>
      {label}
      <details class="quiet small">
        <summary>{count(iris.length)} types of this name</summary>
        <ul>
          {iris.slice(0, MOST_IRIS).map(({ type: iri, entities }) => (
            <li>
              {iri}: {count(entities)}
            </li>
          ))}
        </ul>
        {iris.length > MOST_IRIS ? <p>and {count(iris.length - MOST_IRIS)} more</p> : null}
      </details>
    </>
  );
}

interface StatisticsProps {
  readonly statistics: CrateStatistics;
  /** The address of the crates with a type, by its name. */
  readonly typeHref?: ((name: string) => string) | undefined;
}

function Figure({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <li class="figure">
      <strong>{value}</strong> <span class="quiet small">{label}</span>
    </li>
  );
}

/** A row of a {@link BarTable}. */
interface BarRow {
  readonly label: Child;
  readonly cells: readonly string[];
  /** The bar: so much of at most so much. */
  readonly value: number;
  readonly most: number;
  /** The bar in words. */
  readonly says: string;
}

interface BarTableProps {
  readonly label: string;
  readonly header: readonly [first: string, ...others: string[]];
  readonly rows: readonly BarRow[];
}

/** A table with a bar in each row. */
export function BarTable({ label, header: [first, ...others], rows }: BarTableProps) {
  const hidden = rows.length - MOST_ROWS;
  return (
    <>
      <TableBox label={label}>
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {others.map((name) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">
                <span class="hidden-text">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr>
                <th scope="row">{row.label}</th>
                {row.cells.map((cell) => (
                  <td class="number">{cell}</td>
                ))}
                <td>
                  <meter class="bar" min={0} max={row.most} value={row.value} aria-label={row.says}></meter>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {hidden > 0 ? <p class="quiet small">{count(hidden)} more that are less frequent</p> : null}
    </>
  );
}

/** The bar of a count among others, of which the first is the largest. */
export function shareOf(name: string, value: number, most = 1): Pick<BarRow, 'value' | 'most' | 'says'> {
  return { value, most, says: `${name}: ${count(value)} of at most ${count(most)}` };
}

function Completeness({ statistics: { crates, entities, files, completeness } }: Pick<StatisticsProps, 'statistics'>) {
  const withFormat = files.formats.reduce((sum, one) => sum + (one.format === undefined ? 0 : one.files), 0);
  const rows = [
    ...ROOT_PROPERTIES.map((name) => ({
      label: crates === 1 ? `The root has ${name}` : `Crates whose root has ${name}`,
      value: completeness.root[name],
      most: crates,
    })),
    { label: 'Entities with a name', value: entities - completeness.entitiesWithoutName, most: entities },
    { label: 'Entities with a type', value: entities - completeness.entitiesWithoutType, most: entities },
    { label: 'Files with a format', value: withFormat, most: files.files },
    { label: 'Files with a size', value: files.files - files.withoutSize, most: files.files },
  ].filter(({ most }) => most > 0);
  const yesOrNo = (value: number) => (value === 1 ? 'yes' : 'no');
  return (
    <>
      <BarTable
        label="Completeness"
        header={['What', 'Number']}
        rows={rows.map((row) => {
          const ofAll = `${count(row.value)} of ${count(row.most)}`;
          return { ...row, cells: [row.most === 1 ? yesOrNo(row.value) : ofAll], says: `${row.label}: ${ofAll}` };
        })}
      />
      <ul>
        <li>{references(completeness.missingInside)} to something inside that nothing describes</li>
        <li>{references(completeness.undescribedOutside)} to the web without a description in the crate</li>
      </ul>
    </>
  );
}

function filesLabel({ files, withoutSize }: FileCount): string {
  const noun = files === 1 ? 'file' : 'files';
  return files > 0 && withoutSize >= files ? `${noun} without a size` : noun;
}

function sizeLabel({ withoutSize }: FileCount): string {
  return withoutSize === 0 ? 'of files' : `of files; ${count(withoutSize)} without a size`;
}

function references(number: number): string {
  return `${count(number)} ${number === 1 ? 'reference' : 'references'}`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
