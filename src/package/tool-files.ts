/** The file beside a metadata document that says how `check` checks the crate. */
export const SETTINGS_FILE = '.crategraph-check.json';

/** Folders of version control: what is in them is no content of a crate. */
const VERSION_CONTROL = /(?:^|\/)\.(?:git|hg|svn)(?:\/|$)/;

/**
 * Whether a file of a folder is there for a tool, and so needs no description: version control, settings of `check`.
 */
export function isToolFile(path: string): boolean {
  return path === SETTINGS_FILE || VERSION_CONTROL.test(path);
}
