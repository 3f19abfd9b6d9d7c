import type { Child } from 'hono/jsx';
import { ROOT_PROPERTIES, type CrateStatistics, type FileCount } from '../inspect/statistics.js';
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
          rows={types.map(({ type, name, entities: number }) => ({
            label: typeHref === undefined ? <span title={type}>{name}</span> : <a href={typeHref(name)}>{name}</a>,
            name,
            number,
            cells: [],
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
            name: format ?? 'no format',
            number,
            cells: [
              bytes === 0 && withoutSize > 0 ? '' : formatSize(bytes),
              withoutSize === 0 ? '' : count(withoutSize),
            ],
          }))}
        />
      )}
      <h2 id="completeness">Completeness</h2>
      <CompletenessTable statistics={statistics} />
    </div>
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

/** A table with a bar for the number of each row, the largest first. */
function BarTable({ label, header, rows }: BarTableProps) {
  const most = rows[0]?.number ?? 1;
  const hidden = rows.length - MOST_ROWS;
  return (
    <>
      <TableBox label={label}>
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{header[0]}</th>
              {header.slice(1).map((name) => (
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
                {[count(row.number), ...row.cells].map((cell) => (
                  <td class="number">{cell}</td>
                ))}
                <td>
                  <Bar
                    value={row.number}
                    most={most}
                    label={`${row.name}: ${count(row.number)} of at most ${count(most)}`}
                  />
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
interface BarTableProps {
  readonly label: string;
  readonly header: readonly string[];
  readonly rows: readonly { readonly label: Child; readonly name: string; readonly number: number; readonly cells: readonly string[] }[]; // prettier-ignore
}

function Bar({ value, most, label }: { readonly value: number; readonly most: number; readonly label: string }) {
  return <meter class="bar" min={0} max={most} value={value} aria-label={label}></meter>;
}

function CompletenessTable({
  statistics: { crates, entities, files, completeness },
}: Pick<StatisticsProps, 'statistics'>) {
  const withFormat = files.formats.reduce((sum, one) => sum + (one.format === undefined ? 0 : one.files), 0);
  const rows = [
    ...ROOT_PROPERTIES.map((name) => ({
      what: crates === 1 ? `The root has ${name}` : `Crates whose root has ${name}`,
      value: completeness.root[name],
      of: crates,
    })),
    { what: 'Entities with a name', value: entities - completeness.entitiesWithoutName, of: entities },
    { what: 'Entities with a type', value: entities - completeness.entitiesWithoutType, of: entities },
    { what: 'Files with a format', value: withFormat, of: files.files },
    { what: 'Files with a size', value: files.files - files.withoutSize, of: files.files },
  ];
  return (
    <>
      <TableBox label="Completeness">
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col" class="number">
                Number
              </th>
              <th scope="col">
                <span class="hidden-text">Share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ of }) => of > 0)
              .map(({ what, value, of }) => (
                <tr>
                  <th scope="row">{what}</th>
                  <td class="number">{of === 1 ? (value === 1 ? 'yes' : 'no') : `${count(value)} of ${count(of)}`}</td>
                  <td>
                    <Bar value={value} most={of} label={`${what}: ${count(value)} of ${count(of)}`} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </TableBox>
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
