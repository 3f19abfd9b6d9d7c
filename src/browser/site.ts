/** The script of every page: the choice between dark and light. Pages work without it. */
export {};
