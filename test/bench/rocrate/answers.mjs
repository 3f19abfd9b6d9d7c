/** The text for a query that sees some graphs only, as SPARQL says it. */
export function withDataset({ sparql, graphs }) {
  if (graphs === undefined) return sparql;
  const from = (graphs.length === 0 ? ['urn:none'] : graphs).map((iri) => `FROM <${iri}> FROM NAMED <${iri}>`);
  return sparql.replace(/(?=\{)/, `${from.join('\n')}\n`);
}

/**
 * What is wrong with an answer in SPARQL JSON: it must have the right rows, in the right order if the query has one.
 * @returns nothing if it is right
 */
export function faultOf({ sparql, rows }, text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return `no JSON: ${shortened(text)}`;
  }
  const { head, results } = answer;
  const found = results.bindings.map((row) => head.vars.map((name) => row[name]?.value ?? '').join(' '));
  const wanted = rows.map((row) => row.join(' '));
  const isOrdered = sparql.includes('ORDER BY');
  if (!isOrdered) [found, wanted].forEach((all) => all.sort());
  const at = wanted.findIndex((row, index) => row !== found[index]);
  if (at < 0 && found.length === wanted.length) return undefined;
  if (found.length !== wanted.length) return `${found.length} rows instead of ${wanted.length}`;
  const isReordered = JSON.stringify(found.sort()) === JSON.stringify([...wanted].sort());
  return `${isReordered ? 'the right rows in another order' : 'other rows'}, from row ${at + 1}: ${shortened(found[at])}`;
}

/** The beginning of a text, on one line. */
export function shortened(text) {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
}
