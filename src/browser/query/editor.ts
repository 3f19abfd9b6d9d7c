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
import { editorStyle } from './editor-style.js';
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

/** An editor of a SPARQL text. */
export interface SparqlEditor {
  text: string;
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
  const view = new EditorView({
    doc: area.value,
    root,
    parent: root,
    extensions: [
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
    ],
  });
  area.hidden = true;
  area.labels[0]?.addEventListener('click', () => view.focus());
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
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
