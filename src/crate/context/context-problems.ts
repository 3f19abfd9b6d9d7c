import { datatype as datatypeIri, languageTag } from '../../base/rdf/checked-text.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import {
  toIri,
  type Expanded,
  KEYWORDS,
  KEYWORD_FORM,
  parseDefinition,
  type TermDefinition,
} from './term-definition.js';

/** Keywords that a context may contain next to its terms. */
const CONTEXT_KEYWORDS: ReadonlySet<string> = new Set([
  '@base',
  '@direction',
  '@import',
  '@language',
  '@propagate',
  '@protected',
  '@type',
  '@version',
  '@vocab',
]);

/** The part of an active context that expands names. */
interface Names {
  term(name: string): TermDefinition | undefined;
  expandVocab(name: string): Expanded;
}

/** Terms that stand for a keyword, such as `id` for `@id`. Frozen contexts do not define any. */
export function aliasesAmong(layers: readonly JsonObject[], context: Names): Map<string, string> {
  const names = new Set(layers.filter((layer) => !Object.isFrozen(layer)).flatMap((layer) => Object.keys(layer)));
  const aliases = new Map<string, string>();
  for (const name of names) {
    const iri = context.term(name)?.iri;
    if (typeof iri === 'string' && KEYWORDS.has(iri)) aliases.set(name, iri);
  }
  return aliases;
}

/** The parts of contexts that have no meaning in JSON-LD. Frozen contexts are known to be valid. */
export function problemsOf(layers: readonly JsonObject[], context: Names): string[] {
  const ofTerms = layers.flatMap((layer) =>
    Object.isFrozen(layer) ? [] : Object.entries(layer).flatMap(([name, value]) => [...problems(name, value, context)]),
  );
  return [...ofTerms, ...redefined(layers, context)];
}

/** Protected terms that a later context redefines (JSON-LD 1.1 API, section 4.2.2 step 27); here the later one wins. */
function* redefined(layers: readonly JsonObject[], context: Names): Generator<string> {
  const guarded = new Map<string, string>();
  for (const layer of layers) {
    if (guarded.size === 0 && Object.isFrozen(layer)) continue; // bundled contexts protect nothing
    for (const [name, value] of Object.entries(layer)) {
      const isGuarded = (isObject(value) ? value['@protected'] : undefined) ?? layer['@protected'];
      const earlier = guarded.get(name);
      if (KEYWORD_FORM.test(name) || (isGuarded !== true && earlier === undefined)) continue;
      const meaning = meaningOf(value, context);
      if ((earlier ?? meaning) !== meaning)
        yield `the term ${JSON.stringify(name)} is protected by an earlier context and redefined`;
      guarded.set(name, meaning);
    }
  }
}

/** The same text for definitions of the same meaning. */
function meaningOf(value: JsonValue, context: Names): string {
  const { '@protected': _, '@id': id, ...rest } = isObject(value) ? value : { '@id': value };
  const iri = typeof id === 'string' ? (toIri(context.expandVocab(id)) ?? id) : id;
  return JSON.stringify([iri, Object.entries(rest).sort()]);
}

function* problems(name: string, value: JsonValue, context: Names): Generator<string> {
  const shown = JSON.stringify(name);
  if (KEYWORD_FORM.test(name)) {
    if (!KEYWORDS.has(name)) yield `${shown} is not a keyword`;
    else if (!CONTEXT_KEYWORDS.has(name)) yield `the keyword ${shown} cannot be a term`;
    return;
  }
  const definition = parseDefinition(value);
  if (definition === undefined) {
    yield `the term ${shown} has no usable definition`;
    return;
  }
  const { id, type } = definition;
  if (typeof id === 'string' && isRelative(id, name, context))
    yield `the term ${shown} maps to the relative IRI ${JSON.stringify(id)}`;
  if (!isObject(value)) return;
  const { '@language': language } = value;
  const datatype = type === undefined ? undefined : context.expandVocab(type);
  if (datatype?.kind === 'absolute' && repairIri(datatype.iri) !== datatype.iri)
    yield `the term ${shown} has the \`@type\` ${JSON.stringify(type)}, which is not a legal IRI and was percent-encoded`;
  if (type !== undefined && !['@id', '@vocab', '@json'].includes(type) && !isDatatype(datatype))
    yield `the term ${shown} has the \`@type\` ${JSON.stringify(type)}, which is not a datatype`;
  if (typeof language === 'string' && languageTag(language) === undefined)
    yield `the term ${shown} has the \`@language\` ${JSON.stringify(language)}, which is not a language tag`;
  const foreign = Object.keys(value).find((key) => !KEYWORDS.has(key));
  if (foreign !== undefined) yield `the definition of ${shown} has the unknown key ${JSON.stringify(foreign)}`;
}

function isDatatype(expanded: Expanded | undefined): boolean {
  return expanded?.kind === 'absolute' && datatypeIri(repairIri(expanded.iri)) !== undefined;
}

/** Whether the IRI of a term stays relative. */
function isRelative(id: string, name: string, context: Names): boolean {
  return id === name ? context.term(name) === undefined : context.expandVocab(id).kind === 'relative';
}
