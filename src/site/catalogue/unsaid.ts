import { isIsoDate } from '../../crate/iso-date.js';
import type { FactFile } from '../view/dataset-facts.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import type { CatalogueKind } from './catalogue-kinds.js';
import { isDescribable } from './croissant.js';
import { DATACITE_REQUIRED, dataCiteRecord } from './datacite-record.js';

/** Something that a catalogue could not say, of some of its crates or of their files. */
export interface Unsaid {
  /** The property of schema.org that it is about, or another word for it. */
  readonly field: string;
  readonly count: number;
  /** How many crates or files there are. */
  readonly of: number;
  readonly unit: 'crates' | 'files';
  /** A sentence: `12 of 153 crates have no licence`. */
  readonly message: string;
}

interface Lack<T> {
  readonly field: string;
  /** What those have that lack it, in both numbers of the verb. */
  readonly words: string;
  /** The catalogues that would say it. Default: all. */
  readonly in?: readonly CatalogueKind[];
  is(one: T): boolean;
}

const ALL_BUT_DATACITE: readonly CatalogueKind[] = ['dcat', 'schema', 'croissant'];

const LACKS: readonly Lack<CatalogueEntry>[] = [
  { field: 'name', words: 'no name', is: ({ facts }) => facts.name === undefined },
  { field: 'description', words: 'no description', is: ({ facts }) => facts.description === undefined },
  { field: 'license', words: 'no licence', is: ({ facts }) => facts.licences.length === 0 },
  {
    field: 'license',
    words: 'a licence that has no address',
    is: ({ facts }) => facts.licences.some(({ address }) => address === undefined),
  },
  { field: 'author', words: 'no author', is: ({ facts }) => facts.creators.length === 0 },
  {
    field: 'author',
    words: 'an author that is only text',
    is: ({ facts }) => facts.creators.some(({ isText }) => isText),
  },
  { field: 'publisher', words: 'no publisher', is: ({ facts }) => facts.publishers.length === 0 },
  { field: 'datePublished', words: 'no date of publication', is: ({ facts }) => facts.published === undefined },
  {
    field: 'date',
    words: 'a date that is not one of ISO 8601, which is left out',
    is: ({ facts }) => [facts.published, facts.modified].some((date) => date !== undefined && !isIsoDate(date)),
  },
  { field: 'identifier', words: 'no DOI', in: ['datacite'], is: ({ facts }) => facts.doi === undefined },
  {
    field: 'identifier',
    words: 'no identifier',
    in: ALL_BUT_DATACITE,
    is: ({ facts }) => facts.identifiers.length === 0,
  },
  { field: 'keywords', words: 'no keywords', is: ({ facts }) => facts.keywords.length === 0 },
  {
    field: 'url',
    words: 'no address on the web',
    is: ({ facts, page }) => (page ?? facts.address) === undefined,
  },
  {
    field: '@id',
    words: 'an IRI that says nothing to others, because it is not of the web',
    in: ALL_BUT_DATACITE,
    is: ({ facts }) => !/^https?:/i.test(facts.iri),
  },
  {
    field: 'distribution',
    words: 'nothing that could be downloaded',
    in: ['dcat', 'schema'],
    is: ({ downloads }) => downloads.length === 0,
  },
  {
    field: 'distribution',
    words: 'no file that Croissant can describe, and is left out',
    in: ['croissant'],
    is: ({ files = [] }) => !files.some(isDescribable),
  },
  {
    field: 'required',
    words: 'less than DataCite requires to register a DOI',
    in: ['datacite'],
    is: ({ facts }) => {
      const record = dataCiteRecord(facts);
      return DATACITE_REQUIRED.some((key) => record[key] === undefined);
    },
  },
];

const FILE_LACKS: readonly Lack<FactFile>[] = [
  { field: 'encodingFormat', words: 'no media type, and is left out', is: (file) => !isDescribable(file) },
  { field: 'sha256', words: 'no SHA-256', is: (file) => isDescribable(file) && file.sha256 === undefined },
  { field: 'contentUrl', words: 'a path in the crate and no address on the web', is: (file) => isDescribable(file) && !file.isOnWeb }, // prettier-ignore
];

/** Counts what a catalogue could not say, while it is written. */
export class UnsaidReport {
  readonly #kind: CatalogueKind;
  readonly #counts = new Map<Lack<never>, number>();
  #crates = 0;
  #files = 0;
  readonly #withoutContext: string[] = [];
  readonly #unread: string[] = [];

  constructor(kind: CatalogueKind) {
    this.#kind = kind;
  }

  /** @param missingContext why its context is not available, if so */
  add(entry: CatalogueEntry, missingContext?: string): void {
    this.#crates += 1;
    if (missingContext !== undefined) this.#withoutContext.push(missingContext);
    for (const lack of LACKS) if (lack.in?.includes(this.#kind) !== false && lack.is(entry)) this.#count(lack);
    for (const file of entry.files ?? []) {
      this.#files += 1;
      for (const lack of FILE_LACKS) if (lack.is(file)) this.#count(lack);
    }
  }

  /** A crate that could not be read. */
  addUnread(graph: string, reason: string): void {
    this.#crates += 1;
    this.#unread.push(`${graph}: ${reason}`);
  }

  list(): Unsaid[] {
    const [crates, files] = [this.#crates, this.#files];
    const lacksOf = <T>(lacks: readonly Lack<T>[], of: number, unit: Unsaid['unit']) =>
      lacks.flatMap((lack) => {
        const count = this.#counts.get(lack) ?? 0;
        return count === 0 ? [] : [unsaid(lack.field, count, { of, unit, words: lack.words })];
      });
    const [reason] = this.#withoutContext;
    const context = `a context that is not available, so that authors may be in another order: ${reason ?? ''}`;
    const unread = this.#unread.length;
    return [
      ...lacksOf(LACKS, crates, 'crates'),
      ...lacksOf(FILE_LACKS, files, 'files'),
      ...(reason === undefined
        ? []
        : [unsaid('@context', this.#withoutContext.length, { of: crates, unit: 'crates', words: context })]),
      ...(unread === 0
        ? []
        : [
            {
              ...unsaid('crate', unread, { of: crates, unit: 'crates', words: '' }),
              message: `${unread} of ${crates} crates could not be read, and ${unread === 1 ? 'is' : 'are'} left out: ${this.#unread.slice(0, 3).join('; ')}`,
            },
          ]),
    ];
  }

  #count(lack: Lack<never>): void {
    this.#counts.set(lack, (this.#counts.get(lack) ?? 0) + 1);
  }
}

interface Counted extends Pick<Unsaid, 'of' | 'unit'> {
  readonly words: string;
}

function unsaid(field: string, count: number, { of, unit, words }: Counted): Unsaid {
  const nouns = of === 1 ? unit.slice(0, -1) : unit;
  const said = count === 1 ? words : words.replace('and is left out', 'and are left out');
  return { field, count, of, unit, message: `${count} of ${of} ${nouns} ${count === 1 ? 'has' : 'have'} ${said}` };
}
