import { shortName } from '../../view/entity-label.js';
import { humanSize } from '../../../package/limits.js';
import type { ViewEntity } from '../../view/crate-view.js';
import type { PictureSize } from '../../view/files/picture-size.js';
import type { FilePreview, LocalFile, TextPreview } from '../../view/files/file-preview.js';
import { PlaceMap } from '../maps/place-map.js';
import { Notice } from '../parts.js';
import { Prose } from '../prose/prose.js';
import { codeLanguage } from './code-colours.js';
import { CodeText } from './code-text.js';
import { DataTable } from './data-table.js';
import type { MediaLinks } from './media-links.js';
import { NotebookView } from './notebook-view.js';

interface MediaProps {
  readonly entity: ViewEntity;
  readonly preview: FilePreview;
  readonly links: MediaLinks;
}

/** A file of a crate: what can be shown of it, with links to open and to keep it. */
export function Media({ entity, preview, links }: MediaProps) {
  if (preview.kind === 'web') return <WebFile href={preview.href} />;
  if (preview.kind === 'absent') return <AbsentFile path={preview.path} hasFolder={preview.hasFolder} />;
  return (
    <figure class="media">
      <MediaContent entity={entity} preview={preview} links={links} />
      <figcaption>
        <FileLinks file={preview} />
      </figcaption>
    </figure>
  );
}

function MediaContent({ entity, preview, links }: MediaProps & { readonly preview: FilePreview & LocalFile }) {
  const { path, href, mediaType } = preview;
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
    case 'pdf':
      return (
        <object class="media-pdf" data={href} type="application/pdf" aria-label={name}>
          <p>This browser shows no PDF in a page.</p>
        </object>
      );
    case 'table':
      return <DataTable name={name} table={preview.table} pageHref={links.pageHref} />;
    case 'notebook':
      return <NotebookView notebook={preview.notebook} links={links} />;
    case 'places':
      return <PlaceMap places={preview.places} label={`Map of ${name}`} />;
    case 'markdown':
      return (
        <>
          <Prose text={withoutHeader(preview.text)} href={links.hrefOf} level={2} />
          <NotesOf preview={preview} />
        </>
      );
    case 'text':
      return (
        <>
          <CodeText text={preview.text} language={codeLanguage(path, mediaType)} label={`Text of ${name}`} />
          <NotesOf preview={preview} />
        </>
      );
    case 'file':
      return null;
  }
}

/** R and Jekyll begin Markdown with facts in YAML, which are no part of its text. */
function withoutHeader(text: string): string {
  return text.replace(/^\uFEFF?---\r?\n[^]*?\n(?:---|\.\.\.)\r?\n/, '');
}

function NotesOf({ preview: { isCut, note } }: { readonly preview: TextPreview }) {
  const said = [
    ...(note === undefined ? [] : [note]),
    ...(isCut ? ['This is the beginning; the file is longer.'] : []),
  ];
  return said.length === 0 ? null : <p class="quiet small">{said.join(' ')}</p>;
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
function FileLinks({ file }: { readonly file: LocalFile & FilePreview }) {
  const { path, href, size, mediaType } = file;
  const opens = addressToOpen(file);
  return (
    <div class="file-links">
      <span class="file-facts">
        <code>{path}</code>
        <span>{[mediaType, humanSize(size)].filter((one) => one !== undefined).join(', ')}</span>
      </span>
      <span class="buttons">
        {opens === undefined ? null : (
          <a class="button" href={opens}>
            Open
          </a>
        )}
        <a class="button" href={href} download={path.slice(path.lastIndexOf('/') + 1)}>
          Download
        </a>
      </span>
    </div>
  );
}

/** Types that all browsers show, besides pictures, sound and films. */
const SHOWN_BY_BROWSERS =
  /^(?:text\/(?:plain|html)|application\/(?:json|pdf|xml|xhtml\+xml)|(?:image|audio|video)\/.+)$/;

/** The address at which a browser shows a file; undefined for one that it would only keep. */
function addressToOpen({ kind, href, mediaType = '' }: LocalFile & FilePreview): string | undefined {
  if (SHOWN_BY_BROWSERS.test(mediaType)) return href;
  return kind === 'file' ? undefined : `${href}?as=text`;
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
