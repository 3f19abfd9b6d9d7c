/** The words that an address looks for, `q`. */
export function searchedWords(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim();
}

/** Whether the page of a crate is a search in its texts. */
export function isSearchInCrate(search: URLSearchParams): boolean {
  return search.get('view') === 'find' && searchedWords(search) !== '';
}
