/**
 * The configuration that RO-Crate recommends for nginx, in a server without privileges that serves `www` in a folder.
 * @param more a location of another kind
 */
export function nginxConfiguration(folder: string, port: number, more?: string): string;
