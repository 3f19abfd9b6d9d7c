import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { RDF_TYPE, RDFS, SCHEMA_HTTPS, wellKnownPrefixes, XSD } from '../../base/rdf/vocabulary.js';
import { listQueries, type SavedQuery } from '../../store/saved-queries.js';
import { queryForm, type QueryForm } from '../../store/sparql-tokens.js';
import { withParameters } from '../../tasks/query/parameters.js';
import type { ShortDescription } from './description-answer.js';

/** Where the examples of queries are, below the address of a server. */
export const EXAMPLES_PATH = '.well-known/sparql-examples';

const SH = 'http://www.w3.org/ns/shacl#';
/** SHACL has no word for DESCRIBE; the examples of SIB have. */
const SPEX = 'https://purl.expasy.org/sparql-examples/ontology#';

/** The class of a query and the property that has its text. */
const FORMS: Readonly<Record<QueryForm, readonly [type: string, property: string]>> = {
  SELECT: [`${SH}SPARQLSelectExecutable`, `${SH}select`],
  ASK: [`${SH}SPARQLAskExecutable`, `${SH}ask`],
  CONSTRUCT: [`${SH}SPARQLConstructExecutable`, `${SH}construct`],
  DESCRIBE: [`${SPEX}SPARQLDescribeExecutable`, `${SPEX}describe`],
};

/** The saved queries as `sh:SPARQLExecutable`, as the examples of SIB have them. @param address that of the server */
export async function queryExamples(address: string): Promise<ShortDescription> {
  const factory = await dataFactory();
  const { namedNode, blankNode, literal, quad } = factory;
  const [type, declarations] = [namedNode(RDF_TYPE), namedNode(`${address}${EXAMPLES_PATH}#prefixes`)];
  const sh = (name: string) => namedNode(`${SH}${name}`);
  const exampleOf = (query: SavedQuery): Quad[] => {
    const form = queryForm(query.text);
    if (form === undefined) return [];
    const example = namedNode(`${address}${EXAMPLES_PATH}#${encodeURIComponent(query.name)}`);
    return [
      quad(example, type, sh('SPARQLExecutable')),
      quad(example, type, namedNode(FORMS[form][0])),
      quad(example, namedNode(`${RDFS}label`), literal(query.name)),
      quad(example, namedNode(`${RDFS}comment`), literal(commentOf(query), 'en')),
      quad(example, sh('prefixes'), declarations),
      quad(example, namedNode(FORMS[form][1]), literal(textOf(query))),
      quad(example, namedNode(`${SCHEMA_HTTPS}target`), namedNode(`${address}sparql`)),
    ];
  };
  const declared = [...wellKnownPrefixes()].flatMap(([prefix, namespace]) => {
    const node = blankNode(prefix);
    return [
      quad(declarations, sh('declare'), node),
      quad(node, sh('prefix'), literal(prefix)),
      quad(node, sh('namespace'), literal(namespace, namedNode(`${XSD}anyURI`))),
    ];
  });
  const ontology = quad(declarations, type, namedNode('http://www.w3.org/2002/07/owl#Ontology'));
  return {
    quads: [...(await listQueries()).flatMap(exampleOf), ontology, ...declared],
    prefixes: { sh: SH, spex: SPEX, rdfs: RDFS, schema: SCHEMA_HTTPS, xsd: XSD },
  };
}

/** The query with the examples of its parameters, and without our header, which only we understand. */
function textOf({ text, parameters }: SavedQuery): string {
  const examples = Object.fromEntries(parameters.map(({ name, example = '' }) => [name, example]));
  return withParameters(text, examples).replace(/^#\+.*\n/gm, '');
}

/** What a query answers, and which values were set in it. */
function commentOf({ summary, parameters }: SavedQuery): string {
  const set = parameters.map(({ name, description, example = '' }) => `${name}: ${description}, here ${example}`);
  return set.length === 0 ? summary : `${summary} (${set.join('; ')})`;
}
