import type { BlankNode, DataFactory, NamedNode, Quad } from '@rdfjs/types';
import { DCTERMS, RDF_TYPE, RDFS, XSD } from '../../base/rdf/vocabulary.js';

/** The prefixes of what we write about crates in DCAT. */
export const DCAT_PREFIXES = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: DCTERMS,
  foaf: 'http://xmlns.com/foaf/0.1/',
  rdfs: RDFS,
  xsd: XSD,
} as const;

/** The keys of a {@link DcatNode}: the property, and whether its values are nodes. One table makes triples and JSON-LD. */
const TERMS = {
  title: ['dcterms:title', false],
  description: ['dcterms:description', false],
  identifier: ['dcterms:identifier', false],
  issued: ['dcterms:issued', false],
  modified: ['dcterms:modified', false],
  license: ['dcterms:license', true],
  creator: ['dcterms:creator', true],
  publisher: ['dcterms:publisher', true],
  keyword: ['dcat:keyword', false],
  version: ['dcat:version', false],
  landingPage: ['dcat:landingPage', true],
  dataset: ['dcat:dataset', true],
  distribution: ['dcat:distribution', true],
  accessURL: ['dcat:accessURL', true],
  downloadURL: ['dcat:downloadURL', true],
  mediaType: ['dcat:mediaType', true],
  byteSize: ['dcat:byteSize', false],
  name: ['foaf:name', false],
  label: ['rdfs:label', false],
} as const satisfies Readonly<Record<string, readonly [name: string, isNode: boolean]>>;

type DcatKey = keyof typeof TERMS;

/** A literal with a datatype of XML Schema. */
export interface TypedText {
  readonly '@value': string;
  readonly '@type': `xsd:${string}`;
}

/** A description in DCAT, which is JSON-LD under {@link DCAT_CONTEXT}. What has no IRI is a blank node. */
export type DcatNode = {
  readonly '@id'?: string | undefined;
  /** Names with prefix. */
  readonly '@type'?: readonly string[];
} & { readonly [key in DcatKey]?: readonly (string | TypedText | DcatNode)[] | undefined };

/** The context of {@link DcatNode}. */
export const DCAT_CONTEXT: object = {
  ...DCAT_PREFIXES,
  ...Object.fromEntries(Object.entries(TERMS).map(([key, [name, isNode]]) => [key, isNode ? { '@id': name, '@type': '@id' } : name])), // prettier-ignore
};

/** The triples of a node. @param label begins the labels of blank nodes; another node needs another one */
export function dcatQuads(node: DcatNode, factory: DataFactory, label: string): Quad[] {
  const quads: Quad[] = [];
  let count = 0;
  const subjectOf = ({ '@id': id }: DcatNode) =>
    id === undefined ? factory.blankNode(`${label}n${(count += 1)}`) : nodeOf(id, factory);
  const add = (subject: NamedNode | BlankNode, one: DcatNode) => {
    for (const type of one['@type'] ?? [])
      quads.push(factory.quad(subject, factory.namedNode(RDF_TYPE), factory.namedNode(iriOf(type))));
    // What is nested comes after the triples of its node.
    const nested: [NamedNode | BlankNode, DcatNode][] = [];
    for (const [key, [name, isNode]] of Object.entries(TERMS)) {
      const property = factory.namedNode(iriOf(name));
      for (const value of one[key as DcatKey] ?? []) {
        if (typeof value === 'string')
          quads.push(factory.quad(subject, property, isNode ? nodeOf(value, factory) : factory.literal(value.toWellFormed()))); // prettier-ignore
        else if ('@value' in value)
          quads.push(factory.quad(subject, property, factory.literal(value['@value'], factory.namedNode(iriOf(value['@type']))))); // prettier-ignore
        else {
          const object = subjectOf(value);
          quads.push(factory.quad(subject, property, object));
          nested.push([object, value]);
        }
      }
    }
    for (const [object, value] of nested) add(object, value);
  };
  add(subjectOf(node), node);
  return quads;
}

function nodeOf(id: string, factory: DataFactory): NamedNode | BlankNode {
  return id.startsWith('_:') ? factory.blankNode(id.slice(2)) : factory.namedNode(id);
}

function iriOf(name: string): string {
  const [prefix = '', local = ''] = name.split(':');
  return `${DCAT_PREFIXES[prefix as keyof typeof DCAT_PREFIXES]}${local}`;
}
