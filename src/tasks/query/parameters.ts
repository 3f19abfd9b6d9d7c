import { DataFactory } from 'n3';
import type { Literal, NamedNode, Term } from '@rdfjs/types';
import { CrateError } from '../../base/errors.js';
import { languageTag } from '../../base/rdf/checked-text.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { shellWord } from '../../base/shell-word.js';
import { wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { bindParameters, variablesOf } from '../../store/engine/bind-parameters.js';
import { parseSparql } from '../../store/engine/parse-sparql.js';
import { parametersOf, type QueryParameter } from '../../store/query-header.js';

/** Values of parameters by name: RDF terms, or text as on the command line. */
export type Parameters = Readonly<Record<string, string | Term>>;

/**
 * Sets the parameters of a query or update, as RDF terms: no value is ever read as SPARQL. A text that declares its
 * parameters (`#+ param:`) needs exactly these; any other text takes its variables.
 * @returns the text to run
 * @throws CrateError ERR_USAGE for a parameter that is missing, unknown or not a term; ERR_UNSUPPORTED for a text that
 * only the engine can parse
 */
export function withParameters(sparql: string, parameters: Parameters): string {
  const declared = parametersOf(sparql);
  const given = Object.keys(parameters);
  if (declared.length > 0) requireDeclared(declared, given);
  if (given.length === 0) return sparql;
  const parsed = parseSparql(sparql);
  if (parsed === undefined)
    throw new CrateError('ERR_UNSUPPORTED', 'parameters work with SPARQL 1.1 only, and this text is newer', {
      hint: 'write the values into the text',
    });
  const known = declared.length > 0 ? declared.map(({ name }) => name) : [...variablesOf(parsed)];
  requireKnown(given, known, 'variables');
  const prefixes = { ...Object.fromEntries(wellKnownPrefixes()), ...parsed.prefixes };
  return bindParameters(
    parsed,
    new Map(
      Object.entries(parameters).map(([name, value]) => {
        const kind = declared.find((one) => one.name === name)?.kind;
        return [name, checked(name, typeof value === 'string' ? termOf({ name, kind, text: value, prefixes }) : value)];
      }),
    ),
  );
}

const EXAMPLES: Readonly<Record<QueryParameter['kind'], string>> = {
  iri: 'https://...',
  literal: 'text',
  term: '<https://...>',
};

function requireDeclared(declared: readonly QueryParameter[], given: readonly string[]): void {
  requireKnown(
    given,
    declared.map(({ name }) => name),
    'parameters',
  );
  const missing = declared.filter(({ name }) => !given.includes(name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const hints = missing.map(({ name, kind, description, example }) => {
    const meaning = description === '' ? '' : ` (${description})`;
    return `--param ${example === undefined ? `'${name}=${EXAMPLES[kind]}'` : shellWord(`${name}=${example}`)}${meaning}`;
  });
  throw new CrateError('ERR_USAGE', `the query needs the parameter${missing.length > 1 ? 's' : ''} ${names}`, {
    hint: `add ${hints.join(' and ')}`,
    details: { parameters: declared },
  });
}

function requireKnown(given: readonly string[], known: readonly string[], what: 'parameters' | 'variables'): void {
  const name = given.find((one) => !known.includes(one));
  if (name === undefined) return;
  const all = known.length === 0 ? `it has no ${what}` : `its ${what}: ${known.join(', ')}`;
  throw new CrateError('ERR_USAGE', `the query has no parameter ${name}; ${all}`, {
    hint: didYouMean(nearNames(name, known)) ?? 'give --param name=value for a ?name of the query',
    details: { parameter: name, known },
  });
}

/** A value as text. */
interface TextValue {
  readonly name: string;
  /** Undefined if the query does not declare it. */
  readonly kind: QueryParameter['kind'] | undefined;
  readonly text: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

/** A literal in N-Triples, its datatype also as a prefixed name. */
const LITERAL = /^"((?:[^"\\]|\\[tbnrf"'\\]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*)"(?:@([A-Za-z0-9-]+)|\^\^(\S+))?$/s;

function termOf(value: TextValue): NamedNode | Literal {
  const { name, kind, text } = value;
  if (kind === 'iri') {
    if (text.startsWith('"')) throw notTerm(name, text, 'an IRI is needed');
    return iriOf(value, text);
  }
  if (text.startsWith('"')) return literalOf(value);
  if (kind !== 'literal' && /^<.*>$/s.test(text)) return iriOf(value, text);
  return DataFactory.literal(text);
}

function iriOf({ name, prefixes }: TextValue, text: string): NamedNode {
  const [, inside] = /^<(.*)>$/s.exec(text) ?? [];
  const full = inside ?? fullName(text, prefixes);
  const iri = full ?? text;
  if (!isAbsoluteIri(iri)) throw notTerm(name, text, 'it is not an absolute IRI');
  if (repairIri(iri) !== iri) throw notTerm(name, text, 'it contains a character that no IRI contains');
  if (full === undefined) refuseMisspelt({ name, text, prefixes });
  return DataFactory.namedNode(iri);
}

/** `shcema:Person` is a legal IRI, but never meant as one. */
function refuseMisspelt({ name, text, prefixes }: Omit<TextValue, 'kind'>): void {
  const [, scheme = ''] = /^([^:]*):(?!\/\/)/.exec(text) ?? [];
  const [near] = nearNames(scheme, Object.keys(prefixes));
  if (scheme === '' || near === undefined) return;
  throw new CrateError('ERR_USAGE', `the value of the parameter ${name} has an unknown prefix: ${text}`, {
    hint: `did you mean ${near}:? For an IRI that begins with ${scheme}: write <${text}>`,
    details: { parameter: name },
  });
}

/** The IRI of a prefixed name; undefined for any other text. */
function fullName(text: string, prefixes: TextValue['prefixes']): string | undefined {
  const [, prefix = '', local = ''] = /^([^:]*):(?!\/\/)(.*)$/s.exec(text) ?? [];
  const namespace = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined;
  return namespace === undefined ? undefined : namespace + local;
}

function literalOf(value: TextValue): Literal {
  const { name, text } = value;
  const [all, content = '', language, datatype] = LITERAL.exec(text) ?? [];
  if (all === undefined)
    throw notTerm(name, text, 'it begins with a quotation mark and is not "text", "text"@en or "text"^^xsd:type');
  const plain = content.replace(/\\(?:u(.{4})|U(.{8})|(.))/g, (_, short?: string, long?: string, one?: string) =>
    one === undefined ? characterOf(value, short ?? long ?? '') : (ESCAPES[one] ?? one),
  );
  if (language !== undefined && languageTag(language) === undefined)
    throw notTerm(name, text, `${language} is not a language tag`);
  return DataFactory.literal(plain, language ?? (datatype === undefined ? undefined : datatypeOf(value, datatype)));
}

function datatypeOf(value: TextValue, written: string): NamedNode {
  if (!written.startsWith('<') && fullName(written, value.prefixes) === undefined)
    throw notTerm(value.name, value.text, `the prefix of ${written} is not declared`);
  return iriOf(value, written);
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

function characterOf({ name, text }: TextValue, code: string): string {
  const point = Number.parseInt(code, 16);
  if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
    throw notTerm(name, text, `there is no character ${code}`);
  return String.fromCodePoint(point);
}

/** A term that can stand in a SPARQL text. */
function checked(name: string, term: Term): NamedNode | Literal {
  if (term.termType === 'NamedNode') {
    if (!isAbsoluteIri(term.value) || repairIri(term.value) !== term.value)
      throw notTerm(name, term.value, 'it is not an absolute IRI');
    return term;
  }
  if (term.termType !== 'Literal') throw notTerm(name, term.value, 'only IRIs and literals can be values');
  if (!term.value.isWellFormed()) throw notTerm(name, term.value, 'it contains half a character');
  if (term.language !== '' && languageTag(term.language) === undefined)
    throw notTerm(name, term.value, `${term.language} is not a language tag`);
  checked(name, term.datatype);
  return term;
}

function notTerm(name: string, value: string, reason: string): CrateError {
  return new CrateError('ERR_USAGE', `the value of the parameter ${name} cannot be used: ${reason}: ${value}`, {
    hint: `write --param '${name}=<https://...>' for an IRI, '${name}="text"@en' or '${name}=text' for text`,
    details: { parameter: name },
  });
}
