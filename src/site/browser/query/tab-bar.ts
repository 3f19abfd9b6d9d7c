import { actionButton, element } from './element.js';
import { tabTitle, type QueryTab, type QueryTabs } from './query-tabs.js';

/** What the bar tells the page. */
export interface TabBarEvents<T> {
  choose(tab: T): void;
  close(tab: T): void;
  add(): void;
}

/** Shows the open queries over the editor. @returns what shows them anew */
export function openTabBar<T extends QueryTab>(
  bar: HTMLElement,
  tabs: QueryTabs<T>,
  events: TabBarEvents<T>,
): () => void {
  const list = element('ul');
  const add = actionButton('New', events.add, { 'aria-label': 'New query', class: 'query-tab-add' });
  const fill = (): void => {
    add.disabled = tabs.isFull;
    list.replaceChildren(...tabs.all.map((tab) => item(tab)), element('li', {}, add));
  };
  const item = (tab: T): HTMLElement => {
    const title = tabTitle(tab);
    const isCurrent = tab === tabs.current;
    const name = actionButton(title, () => (events.choose(tab), focusCurrent()), {
      class: 'query-tab',
      title,
      'aria-current': isCurrent && 'true',
    });
    const close = actionButton('×', () => (events.close(tab), focusCurrent()), {
      class: 'query-tab-close',
      'aria-label': `Close ${title}`,
    });
    return element('li', { class: isCurrent && 'is-current' }, name, close);
  };
  /** The button that was pressed has gone. */
  const focusCurrent = (): void => list.querySelector<HTMLElement>('[aria-current]')?.focus();
  list.addEventListener('keydown', ({ key, target }) => {
    const names = [...list.querySelectorAll<HTMLElement>('.query-tab')];
    const at = names.indexOf(target as HTMLElement);
    const tab = tabs.all[at];
    if (tab === undefined) return;
    if (key === 'ArrowRight' || key === 'ArrowLeft')
      names.at((at + (key === 'ArrowRight' ? 1 : -1)) % names.length)?.focus(); // prettier-ignore
    else if (key === 'Delete') {
      events.close(tab);
      focusCurrent();
    }
  });
  bar.append(list);
  bar.hidden = false;
  fill();
  return fill;
}
