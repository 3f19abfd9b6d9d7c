import { shortName } from '../../view/entity-label.js';
import { humanSize } from '../../../package/limits.js';
import type { ViewEntity } from '../../view/crate-view.js';
import type { PictureSize } from '../../view/files/picture-size.js';
import type { FilePreview, LocalFile } from '../../view/files/file-preview.js';
import { Notice } from '../parts.js';
import { DataTable } from './data-table.js';

/** A file of a crate: a picture, sound, text or table where it can be shown, with links to open and to keep it. */
export function Media({ entity, preview }: { readonly entity: ViewEntity; readonly preview: FilePreview }) {
  if (preview.kind === 'web') return <WebFile href={preview.href} />;
  if (preview.kind === 'absent') return <AbsentFile path={preview.path} hasFolder={preview.hasFolder} />;
  return (
    <figure class="media">
      <MediaContent entity={entity} preview={preview} />
      <figcaption>
        <FileLinks file={preview} />
      </figcaption>
    </figure>
  );
}

function MediaContent({ entity, preview }: { readonly entity: ViewEntity; readonly preview: FilePreview & LocalFile }) {
  const { path, href } = preview;
  const name = shortName(entity.name ?? path);
  switch (preview.kind) {
    case 'image':
      return (
        <a class="media-image" href={href}>
          <img
            {...placeOf(preview.shown)}
            src={href}
            alt={descriptionOf(entity) ?? name}
            loading="lazy"
            decoding="async"
          />
        </a>
      );
    case 'audio':
      return <audio controls preload="none" src={href} aria-label={name}></audio>;
    case 'video':
      return <video controls preload="metadata" src={href} aria-label={name}></video>;
    case 'table':
      return <DataTable name={name} table={preview.table} />;
    case 'text':
      return (
        <>
          {preview.note === undefined ? null : <p class="quiet small">{preview.note}</p>}
          <pre class="media-text" tabindex={0} role="region" aria-label={`Text of ${name}`}>
            {preview.text}
          </pre>
          {preview.isCut ? <p class="quiet small">This is the beginning; the file is longer.</p> : null}
        </>
      );
    case 'file':
      return null;
  }
}

/** As high as style sheets let pictures be, in pixels. */
const HIGHEST = 544;

/** Width and height of the place that is kept for a picture while it loads. */
function placeOf(size: PictureSize | undefined): Partial<PictureSize> {
  if (size === undefined) return {};
  const scale = Math.min(1, HIGHEST / size.height);
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

/** Name, type and size of a file, with what one can do with it. */
function FileLinks({ file }: { readonly file: LocalFile }) {
  const { path, href, size, mediaType } = file;
  return (
    <div class="file-links">
      <span class="file-facts">
        <code>{path}</code>
        <span>{[mediaType, humanSize(size)].filter((one) => one !== undefined).join(', ')}</span>
      </span>
      <span class="buttons">
        <a class="button" href={href}>
          Open
        </a>
        <a class="button" href={href} download={path.slice(path.lastIndexOf('/') + 1)}>
          Download
        </a>
      </span>
    </div>
  );
}

function WebFile({ href }: { readonly href: string }) {
  return (
    <Notice>
      <p>
        This file is on the web, not in the crate:{' '}
        <a href={href} rel="noreferrer">
          {href}
        </a>
      </p>
    </Notice>
  );
}

function AbsentFile({ path, hasFolder }: { readonly path: string; readonly hasFolder: boolean }) {
  return (
    <Notice kind="warn">
      <p>
        <code>{path}</code>{' '}
        {hasFolder
          ? 'is described, but the folder of the crate does not have it.'
          : 'is not here: this server has the description of the crate, without its files.'}
      </p>
    </Notice>
  );
}

function descriptionOf({ properties }: ViewEntity): string | undefined {
  const values = properties.find(({ key }) => key === 'description')?.values ?? [];
  return values.flatMap((value) => ('text' in value ? [value.text] : []))[0];
}
