/** The script of every page: the choice between dark and light, a key, and room on phones. Pages work without it. */
const button = document.querySelector<HTMLButtonElement>('.scheme-switch');

if (button !== null) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (document.documentElement.dataset['scheme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    const next = isDark() ? 'light' : 'dark';
    button.setAttribute('aria-label', `Switch to ${next} colours`);
    button.title = `Switch to ${next} colours`;
  };
  button.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    document.documentElement.dataset['scheme'] = chosen;
    show();
    try {
      localStorage.setItem('scheme', chosen);
    } catch {
      // A browser that keeps nothing forgets the choice at the next page.
    }
  });
  system.addEventListener('change', show);
  show();
  button.hidden = false;
}

// "/" leads to the search, as on other websites, unless it is written into something.
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, altKey, metaKey, target } = event;
  const isWritten =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  if (key !== '/' || ctrlKey || altKey || metaKey || isWritten) return;
  event.preventDefault(); // Firefox would search in the page
  document.querySelector<HTMLInputElement>('#site-search')?.focus();
});

// On a phone, what is looked at comes before what one can do with it.
if (matchMedia('(max-width: 40rem)').matches)
  for (const controls of document.querySelectorAll<HTMLDetailsElement>('details.roomy')) controls.open = false;
export {};
