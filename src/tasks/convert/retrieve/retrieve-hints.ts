import { CrateError } from '../../../base/errors.js';
import { getsCredentials } from './credential-hosts.js';
import type { RetrieveOptions } from './retrieve-options.js';

/** An error about one file, with a hint that fits the retrieval of a crate. */
export function withHint(error: CrateError, options: RetrieveOptions): CrateError {
  const hint = hintFor(error, options);
  return hint === undefined
    ? error
    : new CrateError(error.code, error.message, { hint, details: error.details, cause: error });
}

function hintFor({ code, details }: CrateError, options: RetrieveOptions): string | undefined {
  const { from, maxSize } = options;
  const { status, address: url } = details;
  if (
    code === 'ERR_HTTP' &&
    (status === 401 || status === 403) &&
    typeof url === 'string' &&
    !getsCredentials(url, options)
  )
    return `no credentials were sent there, because only the document names this host: --credentials ${new URL(url).host} sends yours`;
  if (code === 'ERR_ADDRESS_REFUSED' && details['private'] === true && from !== undefined)
    return 'a document from the web may name private addresses only on its own host: if you trust it, save the document and attach the saved file';
  if (code === 'ERR_LIMIT' && maxSize !== undefined) return 'raise --max-size to retrieve it';
  return undefined;
}
