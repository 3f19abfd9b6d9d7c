import { mediaTypeOf } from '../../../package/media-type.js';
import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import { shortName } from '../entity-label.js';
import { licenceLabel } from '../licence-label.js';
import { oncePer } from '../once-per.js';

/** What something is that a crate contains; a part is neither a file nor a folder of it, nor on the web. */
export type ContentRowKind = 'folder' | 'file' | 'web' | 'part';

/** Something that a crate or a folder contains. */
export interface ContentRow {
  readonly kind: ContentRowKind;
  /** The path, with a final `/` for folders; the address of what is on the web; else the identifier. */
  readonly key: string;
  /** Its description; undefined if the crate has none. */
  readonly entity: ViewEntity | undefined;
  /** Where it opens, relative to the address of the crate; undefined if it is not there. */
  readonly href: string | undefined;
  /** Bytes of the file, or of all files in the folder, where its folder or its tree was read. */
  readonly size: number | undefined;
  /** What to ask for to see what is in it; undefined if nothing is. */
  readonly inside: string | undefined;
  /** What is wrong with it: nothing describes it, or the folder does not have it. */
  readonly problem: 'undescribed' | 'missing' | undefined;
}

/** What an entity says of itself as a file. */
export interface ContentFacts {
  readonly title: string | undefined;
  readonly size: number | undefined;
  readonly format: string | undefined;
  readonly licence: string | undefined;
}

/** Reads what entities say of themselves as files; each is read once, because all of them are sorted and filtered. */
export class ContentFactsReader {
  readonly #view: CrateView;
  readonly #known = new Map<ViewEntity, ContentFacts>();
  /** Thousands of files have one format and one licence. */
  readonly #texts = new Map<string, string>();

  constructor(view: CrateView) {
    this.#view = view;
  }

  of(entity: ViewEntity): ContentFacts {
    let facts = this.#known.get(entity);
    if (facts === undefined) this.#known.set(entity, (facts = this.#read(entity)));
    return facts;
  }

  /** The size of a row. */
  size({ size, entity }: ContentRow): number | undefined {
    return size ?? (entity && this.of(entity).size);
  }

  /** The format of a row; the name of a file tells one too. */
  format({ entity, kind, key }: ContentRow): string | undefined {
    return (entity && this.of(entity).format) ?? (kind === 'file' ? mediaTypeOf(key) : undefined);
  }

  #read(entity: ViewEntity): ContentFacts {
    const name = entity.name?.trim();
    const formats = valuesByKey(entity, 'encodingFormat');
    return {
      title: name === undefined ? undefined : shortName(name),
      size: bytesOf(valuesByKey(entity, 'contentSize')[0]),
      // The first format that is a text, such as `text/csv`; else the name of the first.
      format: this.#nameOf(formats.find((value) => 'text' in value) ?? formats[0]),
      licence: this.#nameOf(valuesByKey(entity, 'license')[0], licenceLabel),
    };
  }

  /** @param known what is called by another name */
  #nameOf(value: ViewValue | undefined, known?: (text: string) => string | undefined): string | undefined {
    if (value === undefined) return undefined;
    const name = 'text' in value ? value.text : (this.#view.entity(value.iri)?.name ?? value.reference);
    const text = known?.('text' in value ? value.text : value.iri) ?? name;
    const short = shortName(text);
    const shared = this.#texts.get(short);
    if (shared === undefined) this.#texts.set(short, short);
    return shared ?? short;
  }
}

/** What the entities of a crate say of themselves as files. */
export const contentFacts = oncePer((view: CrateView) => new ContentFactsReader(view));

function bytesOf(value: ViewValue | undefined): number | undefined {
  return value !== undefined && 'text' in value && /^\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
}

function valuesByKey(entity: ViewEntity, name: string): readonly ViewValue[] {
  return entity.properties.find(({ key }) => key === name)?.values ?? [];
}
