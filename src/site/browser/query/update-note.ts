import { kindOfSparql } from '../../../store/sparql-tokens.js';
import { actionButton, element } from './element.js';

/** Shows where an update goes, while the text of the editor is one. */
export interface UpdateNote {
  /** @returns whether the text is an update */
  update(text: string): boolean;
}

/** A longer text is better kept in a file than on a command line, which is shown whole. */
const LONGEST_ON_LINE = 500;

/**
 * Explains updates in a box of the page: the page asks only.
 * @param endpoint the address for SPARQL
 * @param copy copies a text for the user
 */
export function openUpdateNote(box: HTMLElement, endpoint: string, copy: (text: string) => void): UpdateNote {
  let shown: string | undefined;
  return {
    update(text) {
      const isUpdate = kindOfSparql(text) === 'update';
      if (!isUpdate) box.replaceChildren();
      else if (text !== shown) box.replaceChildren(...explanation(updateCommands(text, endpoint), copy));
      box.hidden = !isUpdate;
      shown = isUpdate ? text : undefined;
      return isUpdate;
    },
  };
}

/** The command lines that run an update. */
export function updateCommands(text: string, endpoint: string): { readonly local: string; readonly remote: string } {
  const isShort = text.length <= LONGEST_ON_LINE;
  const local = isShort ? quoted(text) : '--file update.ru';
  const body = isShort ? quoted(text) : '@update.ru';
  const type = `-H 'Content-Type: application/sparql-update'`;
  return {
    local: `crategraph update --store STORE ${local}`,
    remote: `curl -H 'Authorization: Bearer TOKEN' ${type} --data-binary ${body} ${quoted(endpoint)}`,
  };
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function explanation({ local, remote }: ReturnType<typeof updateCommands>, copy: (text: string) => void): Node[] {
  const command = (text: string, name: string) =>
    element(
      'div',
      { class: 'query-command' },
      element('pre', { tabindex: 0, 'aria-label': name }, text),
      actionButton('Copy', () => copy(text), { 'aria-label': `Copy the ${name.toLowerCase()}` }),
    );
  return [
    element('p', {}, element('strong', {}, 'This is an update. This page only asks: it sends no updates.')),
    element('p', {}, 'On the machine with the store, the command line runs it, and first shows it with --dry-run:'),
    command(local, 'Command for the store'),
    element('p', {}, 'This server takes it only if it was started with a token for those who may write:'),
    command(remote, 'Request to the server'),
  ];
}
