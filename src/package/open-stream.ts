import { sniff } from './container/sniff.js';
import { CratePackage } from './crate-package.js';
import { peek } from './http/peek.js';
import { collect } from './limits.js';
import type { PackageSettings } from './settings.js';
import { archiveOf, openArchive } from './open-archive.js';
import { digested } from './open-file.js';
import { spool } from './spool.js';

/** Opens what comes in a stream: a metadata document, or an archive that is kept in a temporary file. @throws CrateError */
export async function openStream(stream: AsyncIterable<Uint8Array>, settings: PackageSettings): Promise<CratePackage> {
  const { limits, kind } = settings;
  const origin = { source: '-', name: '-' };
  const { head, body } = await peek(stream);
  const format = sniff(head);
  const document = (bytes: Uint8Array) =>
    new CratePackage({ ...origin, metadata: { name: '-', ...digested(bytes) }, limits, kind });
  if (format !== 'zip' && format !== 'gzip' && format !== 'tar')
    return document(await collect(body, limits.metadataBytes, '-: the metadata document'));
  const archive = await archiveOf(format, await spool(body, limits.downloadBytes, '-'), '-', settings);
  return archive instanceof Uint8Array ? document(archive) : openArchive(archive, origin, settings);
}
