/** The configuration that RO-Crate recommends for nginx, in a server without privileges that serves `www` in a folder. */
export function nginxConfiguration(folder: string, port: number): string;
