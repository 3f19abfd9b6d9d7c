import type { JsonObject, JsonValue } from '../../crate/json/value.js';

/** What a profile crate says of itself. */
export interface ProfileFacts {
  readonly permalink: string;
  /** Address of its context. */
  readonly address: string;
  readonly name: string;
  readonly license: string;
  /** ISO 8601. */
  readonly date: string;
}

/** A term as people read about it. */
export interface DescribedTerm {
  readonly name: string;
  readonly iri: string;
  readonly definition: JsonObject;
}

/** The page that describes a profile to people, which RO-Crate demands of a profile crate. */
export function profileDescription(terms: readonly DescribedTerm[], facts: ProfileFacts): string {
  const { permalink, address, name, license } = facts;
  const rows = terms.map(
    ({ name: term, iri, definition }) =>
      `<tr id="${escaped(term)}"><th scope="row">${escaped(term)}</th><td>${escaped(textOrNothing(definition['description']))}</td><td>${escaped(iri)}</td></tr>\n`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(name)}</title>
</head>
<body>
<h1>${escaped(name)}</h1>
<p>Crates that use this profile SHOULD name it in the <code>conformsTo</code> of their root: ${escaped(permalink)}</p>
<p>Their <code>@context</code> names ${escaped(address)}, which defines these terms:</p>
<table>
<tr><th scope="col">Term</th><th scope="col">Meaning</th><th scope="col">IRI</th></tr>
${rows.join('')}</table>
<p>Licence: ${escaped(license)}</p>
</body>
</html>
`;
}

function textOrNothing(value: JsonValue | undefined): string {
  return [value ?? []]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(' ');
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
