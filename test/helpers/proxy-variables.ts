/** The variables of proxies in both spellings. */
const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);

/** Sets the variables of proxies of this process until the end of the test, and removes those that are not named. */
export function setProxies(variables: Readonly<Record<string, string>>): void {
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, variables);
}

afterEach(() => setProxies({}));
