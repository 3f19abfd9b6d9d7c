import { resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { isFolder } from '../../base/disk/read-file.js';
import { trimAddress } from '../../crate/context/context-address.js';
import { isWebAddress } from '../../package/package-options.js';
import type { SourceKind, CatalogueReading } from './catalogue.js';
import { ADDRESS_LIST } from './sources/address-list.js';
import { CRATEGRAPH_SERVER } from './sources/crategraph-server.js';
import { DCAT } from './sources/dcat.js';
import { CRATE_FOLDERS } from './sources/crate-folders.js';
import { LINK_SET } from './sources/link-set.js';
import { OAI_PMH } from './sources/oai-pmh.js';
import { SITEMAP } from './sources/sitemap.js';
import { invalidCatalogue } from './source-document.js';
import { recognisedKind } from './recognise-catalogue.js';
import { DATAVERSE } from './sources/dataverse.js';
import { GIT_REPOSITORY } from './sources/git-repository.js';
import { INVENIO_RDM, ZENODO } from './sources/invenio-records.js';
import { WORKFLOW_HUB } from './sources/workflowhub.js';

/** All kinds of catalogues, in the order of the help. */
export const SOURCE_KINDS: readonly SourceKind[] = [
  CRATE_FOLDERS,
  ADDRESS_LIST,
  SITEMAP,
  LINK_SET,
  OAI_PMH,
  DCAT,
  CRATEGRAPH_SERVER,
  GIT_REPOSITORY,
  WORKFLOW_HUB,
  ZENODO,
  INVENIO_RDM,
  DATAVERSE,
];

/** A catalogue with its kind. */
export interface KnownCatalogue {
  readonly kind: SourceKind;
  /** Absolute path or address, under which load records name it. */
  readonly catalogue: string;
}

/**
 * Finds out of which kind a catalogue is.
 * @param name of the kind, if the user says it
 * @throws CrateError ERR_USAGE for an unknown name, ERR_CATALOGUE_INVALID if it looks like none
 */
export async function catalogueKind(
  place: string,
  name: string | undefined,
  reading: CatalogueReading,
): Promise<KnownCatalogue> {
  if (place === '-') throw new CrateError('ERR_USAGE', 'a catalogue cannot come from standard input', { hint: 'give a path or an address: the next sync reads it again' }); // prettier-ignore
  const catalogue = isWebAddress(place) ? trimAddress(place) : resolve(place);
  const kind = SOURCE_KINDS.find((one) => one.name === name);
  if (name !== undefined && kind === undefined)
    throw new CrateError('ERR_USAGE', `there is no kind of catalogue that is called ${name}`, {
      hint: `the kinds are ${SOURCE_KINDS.map((one) => one.name).join(', ')}`,
    });
  if (kind !== undefined) return { kind, catalogue };
  for (const one of SOURCE_KINDS) if ((await one.isOwn?.(catalogue)) === true) return { kind: one, catalogue };
  if (!isWebAddress(place) && (await isFolder(catalogue))) return { kind: CRATE_FOLDERS, catalogue };
  const recognised = await recognisedKind(catalogue, reading);
  const found = SOURCE_KINDS.find((one) => one.name === recognised);
  if (found !== undefined) return { kind: found, catalogue };
  throw invalidCatalogue(catalogue, 'it looks like no catalogue', {
    hint: `name its kind with --as: ${SOURCE_KINDS.map((one) => one.name).join(', ')}`,
  });
}
