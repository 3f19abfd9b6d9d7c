import type { CutText, Notebook, NotebookCell, NotebookOutput } from '../../view/files/notebook.js';
import { Pagination } from '../parts.js';
import { Prose } from '../prose/prose.js';
import { MOST_COLOURED } from './code-colours.js';
import { CodeText } from './code-text.js';
import type { MediaLinks } from './media-links.js';

/** Characters of the pictures on one page, which are a part of it. */
const MOST_PICTURES = 4_000_000;
/** Characters of code on one page that get colours. */
const MOST_CODE = 65_536;

interface NotebookViewProps {
  readonly notebook: Notebook;
  readonly links: MediaLinks;
}

/** A notebook as it was saved: texts, code and what the code has written. */
export function NotebookView({ notebook: { cells, language, page, pages }, links }: NotebookViewProps) {
  if (cells.length === 0) return <p class="quiet small">This notebook has no cells.</p>;
  const room = { pictures: MOST_PICTURES, code: MOST_CODE };
  return (
    <div class="notebook">
      {cells.map((cell) => (
        <Cell cell={cell} language={language} links={links} room={room} />
      ))}
      <Pagination page={page} pages={pages} href={links.pageHref} />
    </div>
  );
}

interface CellProps {
  readonly cell: NotebookCell;
  readonly language: string | undefined;
  readonly links: MediaLinks;
  /** Characters that pictures may still have, and coloured code; they count down. */
  readonly room: { pictures: number; code: number };
}

function Cell({ cell, language, links, room }: CellProps) {
  if (cell.kind !== 'code')
    return (
      <div class="cell">
        {cell.kind === 'markdown' ? (
          <Prose text={cell.text.text} href={links.hrefOf} level={2} />
        ) : (
          <CodeText text={cell.text.text} language={undefined} label="Text of the notebook" />
        )}
        <Cut text={cell.text} />
      </div>
    );
  const { text, run, outputs, moreOutputs } = cell;
  const coloured = Math.max(0, Math.min(room.code, MOST_COLOURED));
  room.code -= text.text.length;
  return (
    <div class="cell">
      <p class="quiet small">{run === undefined ? 'Code' : `Code, run ${run.toLocaleString('en')}`}</p>
      <CodeText text={text.text} language={language?.toLowerCase()} label="Code of the notebook" coloured={coloured} />
      <Cut text={text} />
      {outputs.map((output) => (
        <Output output={output} links={links} room={room} />
      ))}
      {moreOutputs === 0 ? null : (
        <p class="quiet small">{moreOutputs.toLocaleString('en')} more outputs are in the file.</p>
      )}
    </div>
  );
}

function Output({ output, links, room }: Pick<CellProps, 'links' | 'room'> & { readonly output: NotebookOutput }) {
  switch (output.kind) {
    case 'text':
    case 'error':
      return output.text.text.trim() === '' && !output.text.isCut ? null : (
        <div class={output.kind === 'error' ? 'output error' : 'output'}>
          <CodeText text={output.text.text} language={undefined} label="Output" />
          <Cut text={output.text} />
        </div>
      );
    case 'markdown':
      return (
        <div class="output">
          <Prose text={output.text.text} href={links.hrefOf} level={3} />
          <Cut text={output.text} />
        </div>
      );
    case 'picture': {
      room.pictures -= output.address.length;
      if (room.pictures < 0) return <p class="quiet small">A picture is in the file; this page has enough of them.</p>;
      return (
        <div class="output media-image">
          <img {...output.size} src={output.address} alt="Output of the code above" />
        </div>
      );
    }
    case 'unshown':
      return (
        <p class="quiet small">
          An output of this kind is not shown here: {output.types.slice(0, 5).join(', ') || 'none is said'}.
        </p>
      );
  }
}

function Cut({ text: { isCut } }: { readonly text: CutText }) {
  return isCut ? <p class="quiet small">This is the beginning; the file has more of it.</p> : null;
}
