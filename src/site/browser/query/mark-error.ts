import { StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** A place in a text as our messages count it: from 1, in whole characters. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Marks a place of the text as wrong; undefined removes the mark. */
export const markError = StateEffect.define<TextPlace | undefined>();

/** Shows the mark of `markError` until the text changes. */
export const errorMark: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { docChanged, effects, state }) => {
    for (const effect of effects)
      if (effect.is(markError)) return effect.value === undefined ? Decoration.none : marked(state.doc, effect.value);
    return docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The place that a message of the server names. */
export function placeIn(message: string): TextPlace | undefined {
  const [, line, column] = /\bline (\d+), column (\d+)/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

/** The index of a place in a text. */
export function offsetOf(text: Text, { line, column }: TextPlace): number {
  const { from, text: words } = text.line(Math.max(1, Math.min(line, text.lines)));
  return from + [...words].slice(0, Math.max(0, column - 1)).join('').length;
}

function marked(text: Text, place: TextPlace): DecorationSet {
  const at = offsetOf(text, place);
  const line = text.lineAt(at);
  const length = /^(?:[\p{L}\p{N}_:.?$-]+|.)/u.exec(line.text.slice(at - line.from))?.[0].length ?? 0;
  const whole = Decoration.line({ class: 'query-wrong-line' }).range(line.from);
  // Behind the last character nothing can be underlined; the line is marked all the same.
  return Decoration.set(
    length === 0 ? [whole] : [whole, Decoration.mark({ class: 'query-wrong' }).range(at, at + length)],
  );
}
