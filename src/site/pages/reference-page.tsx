import { isWebIri } from '../../base/rdf/iri.js';
import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { NQUADS, TURTLE, type RdfSyntax } from '../../base/rdf/syntaxes.js';
import type { ReferenceGraph } from '../../tasks/stored/reference-graphs.js';
import { shortName } from '../view/entity-label.js';
import type { GraphTerms } from '../view/graph-terms.js';
import type { StoreIndex, UsedTerm } from '../view/store-index.js';
import { Day } from './crate/glance.js';
import { Layout } from './layout.js';
import { OtherForms, otherFormLinks } from './other-forms.js';
import { Breadcrumb, Definitions, type DefinitionRow } from './parts.js';
import { referencePath } from './reference-data.js';
import { MADE, referenceTrail, statements, WholeCrate } from './reference-list.js';
import { SourceLink } from './source-link.js';
import { BarTable, shareOf } from './statistics-parts.js';

interface ReferencePageProps {
  readonly reference: ReferenceGraph;
  readonly terms: GraphTerms;
  readonly index: StoreIndex;
  readonly home: string;
}

/** A reference graph: what its load says, what it has, and the ways to its content. */
export function ReferencePage({ reference, terms, index, home }: ReferencePageProps) {
  const { graph, quads } = reference;
  const name = shortName(reference.name);
  const forms = { forms: ['json'] as const, href: () => `${home}${referencePath(graph)}&format=json` };
  return (
    <Layout title={name} home={home} current="statistics" links={otherFormLinks(forms)}>
      <header class="page-header">
        <Breadcrumb trail={referenceTrail(home, name)} />
        <h1>{name}</h1>
        <p class="lead">{statements(quads)} beside the crates</p>
      </header>
      <div class="buttons">
        <a class="button main" href={`${home}query?${new URLSearchParams({ query: queryOf(graph) }).toString()}`}>
          Query this graph
        </a>
        {[TURTLE, NQUADS].map((syntax) => (
          <a class="button" href={home + contentPath(graph, syntax)}>
            {syntax.label}
          </a>
        ))}
      </div>
      <Definitions rows={factsOf(reference, index, home)} />
      {terms.counted < quads ? <p class="quiet">Counted in the first {statements(terms.counted)}.</p> : null}
      <Terms id="classes" title="Classes" one="Class" terms={terms.classes} />
      <Terms id="properties" title="Properties" one="Property" terms={terms.properties} />
      <OtherForms {...forms} />
    </Layout>
  );
}

/** The text that the query page begins with. */
function queryOf(graph: string): string {
  return `SELECT ?subject ?property ?value\nWHERE {\n  GRAPH <${graph}> { ?subject ?property ?value }\n}\nLIMIT 100\n`;
}

/** The graph itself, as the SPARQL Graph Store protocol has it. */
function contentPath(graph: string, { name }: RdfSyntax): string {
  return `graphs?${new URLSearchParams({ graph, format: name }).toString()}`;
}

function factsOf(reference: ReferenceGraph, index: StoreIndex, home: string): DefinitionRow[] {
  const { graph, source, loaded, apart, partOf } = reference;
  const part = partOf !== undefined && {
    term: 'A file of',
    values: [<WholeCrate graph={partOf} index={index} home={home} />],
  };
  return [
    { term: 'Graph', values: [isWebIri(graph) ? <a href={graph}>{graph}</a> : <code>{graph}</code>] },
    ...(part === false ? [] : [part]),
    { term: 'From', values: [source === graph ? MADE : <SourceLink source={source} />] },
    { term: 'Loaded on', values: [<Day moment={loaded} />] },
    {
      term: 'In queries',
      values: [
        apart ? 'only where a query names it (apart from the union of all graphs)' : 'in the union of all graphs',
      ],
    },
  ];
}

/** Terms that are listed; the rest is counted. */
const MOST_TERMS = 100;

interface TermsProps {
  readonly id: string;
  readonly title: string;
  /** What one of them is. */
  readonly one: string;
  readonly terms: readonly UsedTerm[];
}

function Terms({ id, title, one, terms }: TermsProps) {
  const more = terms.length - MOST_TERMS;
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="count">{terms.length.toLocaleString('en')}</span>
      </h2>
      <BarTable
        label={title}
        header={[one, 'Uses']}
        rows={terms.slice(0, MOST_TERMS).map(({ iri, uses }) => {
          const name = prefixedName(iri);
          const label =
            name === undefined ? <span class="iri">{shortName(iri)}</span> : <span title={iri}>{name}</span>;
          return {
            label,
            cells: [uses.toLocaleString('en')],
            ...shareOf(name ?? shortName(iri), uses, terms[0]?.uses),
          };
        })}
      />
      {more > 0 ? <p class="quiet small">{more.toLocaleString('en')} more that are less frequent</p> : null}
    </section>
  );
}

const PREFIXES = [...wellKnownPrefixes()];

/** A term of a vocabulary that all know, as people write it; undefined for any other IRI. */
function prefixedName(iri: string): string | undefined {
  const known = PREFIXES.find(
    ([, namespace]) => iri.startsWith(namespace) && /^[\w-]{1,60}$/.test(iri.slice(namespace.length)),
  );
  return known && `${known[0]}:${iri.slice(known[1].length)}`;
}
