import { EditorView } from '@codemirror/view';

const ROUND = 'var(--round)';
const TOOLTIP = {
  border: '1px solid var(--edge)',
  borderRadius: ROUND,
  background: 'var(--card)',
  color: 'var(--ink)',
};

/** The look of the editor, in the colours of the website. It is in a script because the editor has a shadow tree. */
export const editorStyle = EditorView.theme({
  '&': {
    maxHeight: '60vh',
    border: '1px solid var(--edge)',
    borderRadius: ROUND,
    background: 'var(--card)',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { borderRadius: ROUND, font: '0.875rem/1.6 var(--code)' },
  '.cm-content, .cm-gutter': { minHeight: '15rem' },
  '.cm-content': { padding: '0.625rem 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { borderRight: '1px solid var(--line)', background: 'var(--sunk)', color: 'var(--quiet)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket, &.cm-focused .cm-nonmatchingBracket': { background: 'var(--mark)' },
  '.query-wrong': { textDecoration: 'underline wavy var(--pin)', textUnderlineOffset: '0.25em' },
  '.query-wrong-line': { background: 'var(--warn-ground)', boxShadow: 'inset 3px 0 var(--pin)' },
  '.tok-keyword, .tok-operatorKeyword': { color: 'var(--accent)', fontWeight: '600' },
  '.tok-comment': { color: 'var(--quiet)', fontStyle: 'italic' },
  '.tok-string, .tok-literal, .tok-number, .tok-bool': { color: 'var(--good)' },
  '.tok-variableName, .tok-variableName2': { color: 'var(--visited)' },
  '.tok-url, .tok-link, .tok-namespace, .tok-typeName': { color: 'var(--warn)' },
  '.cm-tooltip.cm-tooltip-autocomplete': { ...TOOLTIP, boxShadow: '0 0.25rem 1rem rgb(0 0 0 / 20%)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '0.8125rem/1.6 var(--code)', maxWidth: 'calc(100vw - 3rem)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.125rem 0.5rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': {
    marginLeft: '1rem',
    color: 'var(--quiet)',
    fontFamily: 'var(--text)',
    fontStyle: 'normal',
  },
  'li[aria-selected] > .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': {
    ...TOOLTIP,
    padding: '0.375rem 0.625rem',
    font: 'var(--small)/1.4 var(--text)',
    overflowWrap: 'anywhere',
  },
});
