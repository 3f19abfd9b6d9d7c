import { NO_XML_CHARACTER } from './xml-characters.js';
import type { Literal, Quad, Term } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import { RDF, XSD } from './vocabulary.js';

/** Where the local name of a property may begin: XML 1.0 (fifth edition), NCName. */
const LETTER = String.raw`A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
const NAME_CHARACTER = new RegExp(`^[\\u0300-\\u036F${LETTER}\\d.\\u00B7\\u203F-\\u2040-]$`, 'u');
const FIRST_LETTER = new RegExp(`[${LETTER}]`, 'u');
/** Names of RDF/XML itself, which no property has (RDF 1.1 XML Syntax, section 6.1.4). */
const RESERVED = /^(?:RDF|ID|about|parseType|resource|nodeID|datatype|bagID|aboutEach|aboutEachPrefix|Description|li)$/;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** The namespaces of XML itself, which nothing else may declare. */
const OF_XML: ReadonlySet<string> = new Set(['http://www.w3.org/2000/xmlns/', 'http://www.w3.org/XML/1998/namespace']);
const WRITE_AT = 1 << 16;

/**
 * Writes triples as RDF/XML, one `rdf:Description` for each run of triples with one subject; the names of graphs are
 * left out (RDF 1.1 XML Syntax).
 * @param prefixes IRIs by prefix, which are declared if they are XML names
 * @throws CrateError ERR_UNSUPPORTED for a property whose IRI ends in no XML name, and for a text that XML cannot hold
 */
export async function* writeRdfXml(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  prefixes: Readonly<Record<string, string>> = {},
): AsyncGenerator<string> {
  const writer = new RdfXmlWriter(prefixes);
  let text = writer.head();
  for await (const quad of quads) {
    text += writer.triple(quad);
    if (text.length < WRITE_AT) continue;
    yield text;
    text = '';
  }
  yield `${text}${writer.end()}`;
}

class RdfXmlWriter {
  readonly #names = new Map<string, string>([[RDF, 'rdf']]);
  readonly #blanks = new Map<string, string>();
  #subject = '';

  constructor(prefixes: Readonly<Record<string, string>>) {
    const taken = new Set(this.#names.values());
    for (const [prefix, iri] of Object.entries(prefixes))
      if (/^(?!xml)[a-z][\w-]*$/i.test(prefix) && !taken.has(prefix) && !OF_XML.has(iri) && !this.#names.has(iri))
        this.#names.set(iri, prefix);
  }

  head(): string {
    const declared = [...this.#names].map(([iri, prefix]) => ` xmlns:${prefix}="${escaped(iri)}"`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declared.join('')}>\n`;
  }

  triple({ subject, predicate, object }: Quad): string {
    const about = this.#node(subject, 'about');
    const begin = about === this.#subject ? '' : `${this.#close()}  <rdf:Description ${about}>\n`;
    this.#subject = about;
    const { name, namespace } = this.#property(predicate.value);
    return `${begin}    <${name}${namespace}${object.termType === 'Literal' ? valueOf(object, name) : ` ${this.#node(object, 'resource')}/>`}\n`;
  }

  end(): string {
    return `${this.#close()}</rdf:RDF>\n`;
  }

  #close(): string {
    return this.#subject === '' ? '' : '  </rdf:Description>\n';
  }

  #node({ termType, value }: Term, attribute: 'about' | 'resource'): string {
    if (termType !== 'BlankNode') return `rdf:${attribute}="${escaped(value)}"`;
    let label = this.#blanks.get(value);
    if (label === undefined) this.#blanks.set(value, (label = `b${this.#blanks.size}`)); // not each label is an XML name
    return `rdf:nodeID="${label}"`;
  }

  #property(iri: string): { readonly name: string; readonly namespace: string } {
    const local = localName(iri);
    const before = iri.slice(0, iri.length - local.length);
    if (local === '' || before === '' || OF_XML.has(before) || (before === RDF && RESERVED.test(local)))
      throw new CrateError('ERR_UNSUPPORTED', `RDF/XML cannot write the property <${iri}>: it ends in no XML name`, {
        hint: 'write another format, such as Turtle',
        details: { iri },
      });
    const prefix = this.#names.get(before);
    return prefix === undefined
      ? { name: `p:${local}`, namespace: ` xmlns:p="${escaped(before)}"` }
      : { name: `${prefix}:${local}`, namespace: '' };
  }
}

/** The attributes, the text and the end of the element of a literal. */
function valueOf({ value, language, datatype }: Literal, name: string): string {
  const attribute =
    language !== ''
      ? ` xml:lang="${language}"`
      : datatype.value === `${XSD}string`
        ? ''
        : ` rdf:datatype="${escaped(datatype.value)}"`;
  return `${attribute}>${escaped(value)}</${name}>`;
}

/** A text in an element or an attribute. @throws CrateError ERR_UNSUPPORTED */
function escaped(text: string): string {
  const [bad] = NO_XML_CHARACTER.exec(text) ?? [];
  if (bad !== undefined)
    throw new CrateError('ERR_UNSUPPORTED', `RDF/XML cannot write the character U+${codeOf(bad)}`, {
      hint: 'write another format, such as Turtle',
      details: { text: text.slice(0, 100) },
    });
  return text.replace(/[&<>"\r]/g, (one) => ESCAPES[one] ?? '&#13;');
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The longest end of an IRI that is a name of XML; '' if there is none. */
function localName(iri: string): string {
  const characters = [...iri];
  let start = characters.length;
  while (start > 0 && NAME_CHARACTER.test(characters[start - 1] as string)) start -= 1;
  const end = characters.slice(start).join('');
  const at = end.search(FIRST_LETTER);
  return at < 0 ? '' : end.slice(at);
}
