import { CrateError } from '../../../base/errors.js';
import { loginVariable } from '../../../base/net/credentials.js';
import { isWebIri } from '../../../base/rdf/iri.js';

/** Reads the address of an endpoint. @throws CrateError ERR_USAGE if it is no http address, or contains a password */
export function endpointAddress(text: string): URL {
  const shown = text.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
  if (!isWebIri(text) || !URL.canParse(text))
    throw new CrateError('ERR_USAGE', `${shown} is not an http or https address`, {
      hint: 'an endpoint looks like http://localhost:3030/ds',
    });
  const url = new URL(text);
  url.hash = '';
  if (url.username === '' && url.password === '') return url;
  const variable = loginVariable(url);
  throw new CrateError('ERR_USAGE', `${shown}: the address contains a user or password, which others can see`, {
    hint: `put them into ${variable === undefined ? 'the netrc file' : `the environment, as ${variable}=user:password`}`,
  });
}
