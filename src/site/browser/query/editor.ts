import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion } from '@codemirror/autocomplete';
import { toggleComment } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { minimalSetup } from 'codemirror';
import { sparql, SparqlLanguage } from 'codemirror-lang-sparql';
import type { QueryTerms } from '../../pages/query-terms.js';
import { sparqlCompletions } from './complete.js';
import { element } from './element.js';
import { errorMark, markError, offsetOf, type TextPlace } from './mark-error.js';

const KEYS = 'Control+Enter runs, Escape cancels, Control+Space completes, Tab leaves the editor';

/** What the editor needs from the page, and tells it. */
export interface EditorEvents {
  /** What the server knows about the store; it may come later than the first key. */
  readonly terms: Promise<QueryTerms | undefined>;
  run(): void;
  /** Returns whether there was anything to cancel. */
  cancel(): boolean;
  change(text: string): void;
}

/** A text with its cursor and with the changes that can be undone. */
export type EditorDocument = EditorState;

/** An editor of a SPARQL text. */
export interface SparqlEditor {
  readonly text: string;
  /** What is in the editor; setting it is no change of a text. */
  document: EditorDocument;
  newDocument(text: string): EditorDocument;
  focus(): void;
  /** Marks a place as wrong and puts the cursor there; undefined removes the mark. */
  showError(place: TextPlace | undefined): void;
}

/**
 * Puts an editor in the place of a text area. Tab leaves it, as it does any field. The editor is in a shadow tree,
 * where CodeMirror adopts its style sheets: in a document it would write `<style>`, which our
 * Content-Security-Policy forbids.
 */
export function openEditor(area: HTMLTextAreaElement, events: EditorEvents): SparqlEditor {
  const commands = [
    { key: 'Mod-Enter', run: (view: EditorView) => (closeCompletion(view), events.run(), true) },
    { key: 'Mod-/', run: toggleComment },
  ];
  const host = element('div', { class: 'query-editor' });
  const root = host.attachShadow({ mode: 'open' });
  area.after(host);
  const extensions = [
    Prec.highest(keymap.of(commands)),
    minimalSetup,
    lineNumbers(),
    bracketMatching(),
    closeBrackets(),
    sparql(),
    SparqlLanguage.data.of({ commentTokens: { line: '#' } }),
    syntaxHighlighting(classHighlighter),
    editorStyle,
    SparqlLanguage.data.of({ autocomplete: sparqlCompletions(events.terms) }),
    autocompletion({ icons: false }),
    errorMark,
    // Escape closes the list of completions first.
    keymap.of([...closeBracketsKeymap, { key: 'Escape', run: () => events.cancel() }]),
    EditorView.lineWrapping,
    EditorView.domEventHandlers({ beforeinput: replaceSelection }),
    EditorView.contentAttributes.of({
      // Identifiers do not reach into a shadow tree.
      'aria-label': area.labels[0]?.textContent.trim() ?? '',
      'aria-description': KEYS,
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
    EditorState.phrases.of({ Completions: 'Names to complete with' }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) events.change(state.doc.toString());
    }),
  ];
  const newDocument = (doc: string) => EditorState.create({ doc, extensions });
  const view = new EditorView({ state: newDocument(area.value), root, parent: root });
  area.hidden = true;
  area.labels[0]?.addEventListener('click', () => view.focus());
  return {
    get text() {
      return view.state.doc.toString();
    },
    get document() {
      return view.state;
    },
    set document(document) {
      view.setState(document);
    },
    newDocument,
    focus: () => view.focus(),
    showError: (place) => {
      const selection = place && { anchor: offsetOf(view.state.doc, place) };
      view.dispatch({ effects: markError.of(place), ...(selection && { selection, scrollIntoView: true }) });
    },
  };
}

/**
 * Types over a selection. A browser would keep the colours of the selected text in a `style` attribute, which our
 * Content-Security-Policy forbids.
 */
function replaceSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || data === null || empty || view.composing) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert)))
    view.dispatch(insert());
  return true;
}

const ROUND = 'var(--round)';
const TOOLTIP = {
  border: '1px solid var(--edge)',
  borderRadius: ROUND,
  background: 'var(--card)',
  color: 'var(--ink)',
};

/** The look of the editor, in the colours of the website. It is in a script because the editor has a shadow tree. */
const editorStyle = EditorView.theme({
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
