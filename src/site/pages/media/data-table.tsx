import type { TablePreview } from '../../view/files/table-preview.js';
import { ROWS_OF_PAGE } from '../../view/files/table-rows.js';
import { Pagination, TableBox } from '../parts.js';

interface DataTableProps {
  readonly name: string;
  readonly table: TablePreview;
  /** The address of another page of the table. */
  readonly pageHref: (page: number) => string;
}

/** One page of a table; columns of numbers are aligned at their ends. */
export function DataTable({ name, table, pageHref }: DataTableProps) {
  const { header, rows, numeric, moreColumns, page, pages, notes } = table;
  const kind = (at: number) => (numeric[at] ? { class: 'number' } : {});
  const said = [
    ...(rows.length === 0 ? [] : [amountOf(table)]),
    ...(moreColumns > 0 ? [`${moreColumns.toLocaleString('en')} more columns are in the file.`] : []),
    ...notes,
  ];
  return (
    <>
      <TableBox label={`Table of ${name}`} isTall>
        <table>
          <thead>
            <tr>
              {header.map((text, at) =>
                text === '' ? (
                  <td></td>
                ) : (
                  <th scope="col" {...kind(at)}>
                    {text}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                {row.map((text, at) => (
                  <td {...kind(at)}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {said.length === 0 ? null : <p class="quiet small">{said.join(' ')}</p>}
      <Pagination page={page} pages={pages} href={pageHref} />
    </>
  );
}

function amountOf({ rows, page, rowCount, hasMoreRows }: TablePreview): string {
  const first = (page - 1) * ROWS_OF_PAGE + 1;
  const count = `${hasMoreRows ? 'more than ' : ''}${rowCount.toLocaleString('en')}`;
  if (rows.length === rowCount && !hasMoreRows) return rowCount === 1 ? '1 row.' : `${count} rows.`;
  return `Rows ${first.toLocaleString('en')} to ${(first + rows.length - 1).toLocaleString('en')} of ${count}.`;
}
