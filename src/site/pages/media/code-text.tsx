import { codePieces } from './code-colours.js';

interface CodeTextProps {
  readonly text: string;
  /** A name that {@link codePieces} knows, or any other for no colours. */
  readonly language: string | undefined;
  readonly label: string;
  /** Characters that get colours. */
  readonly coloured?: number;
}

/** A text as it is written, code with colours. */
export function CodeText({ text, language, label, coloured }: CodeTextProps) {
  const pieces = codePieces(text, language, coloured) ?? [{ kind: undefined, text }];
  return (
    <pre class="media-text" tabindex={0} role="group" aria-label={label}>
      {pieces.map(({ kind, text: piece }) =>
        kind === undefined ? piece : <span class={`code-${kind}`}>{piece}</span>,
      )}
    </pre>
  );
}
