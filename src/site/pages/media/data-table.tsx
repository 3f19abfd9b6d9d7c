import type { TablePreview } from '../../view/files/table-preview.js';
import { TableBox } from '../parts.js';

/** The first rows of a table; columns of numbers are aligned at their ends. */
export function DataTable({ name, table }: { readonly name: string; readonly table: TablePreview }) {
  const { header, rows, numeric, hasMoreRows, moreColumns, note } = table;
  const kind = (at: number) => (numeric[at] ? { class: 'number' } : {});
  const left = [
    ...(hasMoreRows ? [`These are the first ${rows.length} rows; the file has more.`] : []),
    ...(moreColumns > 0 ? [`${moreColumns} more columns are in the file.`] : []),
    ...(note === undefined ? [] : [note]),
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
      {left.length === 0 ? null : <p class="quiet small">{left.join(' ')}</p>}
    </>
  );
}
