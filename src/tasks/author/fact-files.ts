import { fieldsOf, fieldsOfJson, fieldsOfToml, fieldsOfYaml, lineIn, type Fields } from './fields.js';

/** Who made something, as a file says. */
export interface StatedAuthor {
  readonly name: string;
  readonly kind: 'person' | 'organization';
  /** ORCID or other identifier, unchecked. */
  readonly id?: string | undefined;
  readonly affiliation?: string | undefined;
}

/** What a file says about the folder that it is in. */
export interface Facts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  /** As written: an SPDX identifier, an IRI, or anything else. */
  readonly license?: string | undefined;
  readonly authors?: readonly StatedAuthor[] | undefined;
}

/** An author whose name may be missing. */
type Candidate = Omit<StatedAuthor, 'name'> & { readonly name: string | undefined };

/** The files that are read, the one whose word counts first, and how. They throw a MalformedText. */
export const FACT_FILES: Readonly<Record<string, (text: string) => Facts>> = {
  'CITATION.cff': (text) => ofCitation(fieldsOfYaml(text)),
  'codemeta.json': (text) => ofCodemeta(fieldsOfJson(text)),
  'package.json': (text) => ofNpm(fieldsOfJson(text)),
  'pyproject.toml': (text) => ofPython(fieldsOfToml(text)),
};

function ofCitation(file: Fields): Facts {
  const authors = listOf(file.authors).map((one) => {
    const author = fieldsOf(one);
    const parts = ['given-names', 'name-particle', 'family-names', 'name-suffix'].map((part) => lineIn(author[part]));
    const person = parts.filter((part) => part !== undefined).join(' ');
    const name = person === '' ? (lineIn(author.name) ?? lineIn(author.alias)) : person;
    const kind = person === '' && author.name !== undefined ? 'organization' : 'person';
    return { name, kind, id: lineIn(author.orcid), affiliation: lineIn(author.affiliation) } as const;
  });
  return { ...plainFacts(file), name: lineIn(file.title), description: lineIn(file.abstract), authors: named(authors) };
}

function ofCodemeta(file: Fields): Facts {
  const authors = listOf(file.author).map((one) => {
    const author = typeof one === 'string' ? { name: one } : fieldsOf(one);
    const parts = [lineIn(author.givenName), lineIn(author.familyName)].filter((part) => part !== undefined);
    const name = lineIn(author.name) ?? (parts.join(' ') || undefined);
    const isGroup = /Organization$/.test(lineIn(author['@type']) ?? lineIn(author.type) ?? '');
    const affiliation = listOf(author.affiliation)[0];
    return {
      name,
      kind: isGroup ? 'organization' : 'person',
      id: orcidAmong([author['@id'], author.id, author.identifier]) ?? lineIn(author['@id']) ?? lineIn(author.id),
      affiliation: lineIn(affiliation) ?? lineIn(fieldsOf(affiliation).name),
    } as const;
  });
  const version = lineIn(file.version) ?? lineIn(file.softwareVersion);
  return { ...plainFacts(file), version, authors: named(authors) };
}

function ofNpm(file: Fields): Facts {
  return { ...plainFacts(file), authors: named(listOf(file.author).map(contactOf)) };
}

/** PEP 621, or the table of Poetry before it. */
function ofPython(file: Fields): Facts {
  const project = file.project === undefined ? fieldsOf(fieldsOf(file.tool).poetry) : fieldsOf(file.project);
  return { ...plainFacts(project), authors: named(listOf(project.authors).map(contactOf)) };
}

/** What these files write alike. */
function plainFacts(file: Fields): Facts {
  const licenses = listOf(file.license).flatMap((one) => licenseIn(one) ?? []);
  return {
    name: lineIn(file.name),
    description: lineIn(file.description),
    version: lineIn(file.version),
    license: licenses.length === 0 ? undefined : licenses.join(' and '), // of several, a person has to choose
  };
}

function licenseIn(value: unknown): string | undefined {
  const { '@id': id, type, text, url, name } = fieldsOf(value);
  return [value, id, type, text, url, name].map(lineIn).find((one) => one !== undefined);
}

/** A contact, as in `Ada Brook <ada@example.org> (https://example.org)`; its homepage counts if it is an ORCID. */
function contactOf(value: unknown): Candidate {
  const written = lineIn(value) ?? lineIn(fieldsOf(value).name);
  const id = orcidAmong([/\(([^()]*)\)\s*$/.exec(written ?? '')?.[1], fieldsOf(value).url]);
  return { name: lineIn(written?.replace(/[<(].*$/s, '')), kind: 'person', id };
}

function orcidAmong(values: readonly unknown[]): string | undefined {
  return values.map(lineIn).find((one) => one !== undefined && /\borcid\.org\//i.test(one));
}

function named(authors: readonly Candidate[]): StatedAuthor[] | undefined {
  const found = authors.filter((author): author is StatedAuthor => author.name !== undefined);
  return found.length === 0 ? undefined : found;
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  const list = fieldsOf(value)['@list'] ?? value;
  return Array.isArray(list) ? list : [list];
}
