/** Sets the colour scheme that the reader chose, before the page is drawn: the only script that waits for nothing. */
try {
  const chosen = localStorage.getItem('scheme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['scheme'] = chosen;
} catch {
  // A browser that keeps nothing follows the system.
}
export {};
