import { outsideHref } from '../../../base/net/outside-href.js';
import { JSONLD, NQUADS, TURTLE, usualEnding } from '../../../base/rdf/syntaxes.js';
import { byteCount } from '../../../package/described-files.js';
import { schemaValues } from '../../view/schema-values.js';
import { identifierLabel, shortName } from '../../view/entity-label.js';
import type { FilesSum } from '../../view/files/crate-contents.js';
import { formatSize } from '../format-size.js';
import type { CratePageProps } from './crate-frame.js';

interface DownloadsProps {
  readonly page: CratePageProps;
  /** The files of the crate; undefined where they are not here. */
  readonly sum: FilesSum | undefined;
}

/** What one can take away: the crate with its files, its metadata, and what it says of its distributions. */
export function Downloads({ page, sum }: DownloadsProps) {
  const { crate, view } = page;
  const address = outsideHref(view.iri);
  const name = encodeURIComponent(crate.key);
  return (
    <div class="buttons">
      {sum === undefined ? null : (
        <a class="button main" href={`../${name}.zip`} download="">
          {zipLabel(sum)}
        </a>
      )}
      <a class={sum === undefined ? 'button main' : 'button'} href={`../${name}${usualEnding(JSONLD)}`} download="">
        Metadata (JSON-LD)
      </a>
      {[TURTLE, NQUADS].map((syntax) => (
        <a class="button" href={`../${name}${usualEnding(syntax)}`}>
          {syntax.label}
        </a>
      ))}
      {distributionsOf(page).map(({ href, label }) => (
        <a class="button" href={href}>
          {label}
        </a>
      ))}
      {address === undefined ? null : (
        <a class="button" href={address}>
          Address of the crate
        </a>
      )}
    </div>
  );
}

/** A ZIP is made for each reader, so only the size of what goes into it is known, and not of very many files. */
function zipLabel({ bytes, isCut }: FilesSum): string {
  return isCut ? 'ZIP' : `ZIP of ${formatSize(bytes)}`;
}

/** Distributions of a crate that have a button; the list of properties has all. */
const MOST_DISTRIBUTIONS = 3;

function distributionsOf({ view, scene }: CratePageProps) {
  return schemaValues(view.root, 'distribution')
    .slice(0, MOST_DISTRIBUTIONS)
    .flatMap((value) => {
      const entity = 'text' in value ? undefined : view.entity(value.iri);
      const [content = value] = entity === undefined ? [] : schemaValues(entity, 'contentUrl');
      const address = 'text' in content ? content.text : content.iri;
      const href = outsideHref(address) ?? (entity === undefined ? undefined : scene.links.file(entity));
      if (href === undefined) return [];
      const [size] = entity === undefined ? [] : schemaValues(entity, 'contentSize');
      const bytes = size !== undefined && 'text' in size ? byteCount(size.text) : undefined;
      const name = shortName(entity?.name ?? identifierLabel(address));
      return [{ href, label: `${name}${bytes === undefined ? '' : `, ${formatSize(bytes)}`}` }];
    });
}
