import { editDocument } from '../../crate/edit/edit-document.js';
import { mentionedIds } from '../../crate/edit/mentioned-ids.js';
import type { JsonObject, JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import type { ReplaceableFile } from '../../base/disk/replace-unchanged.js';
import { RDF, RDFS, RO_TERMS } from '../../base/rdf/vocabulary.js';
import { baseIn, mayMention, nameIn, withEntities, withEntries } from './context-entries.js';
import { readTerms, type CrateTerms } from './crate-terms.js';
import { labelOfName, type TermDefinitionEntity, type TermRole } from './term-definition-entity.js';
import { checkNewPrefix, checkNewTerm } from './term-faults.js';

/** A term to add to a crate. */
export interface NewTerm {
  readonly name: string;
  /** Absolute. */
  readonly iri: string;
  /** Default: as the crate uses the name; a property if it does not. */
  readonly role?: TermRole | undefined;
  /** For people. Default: the words of the name. */
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** Where it is written, for messages about it: the line of a file. */
  readonly place?: string | undefined;
}

/** How to add terms. */
export interface AddTermsOptions extends OpenCrateOptions {
  /** Repeat name and description of all properties and types as `rdfs:label` and `rdfs:comment`. Default false. */
  readonly rdfs?: boolean | undefined;
  /** Receives the document, for its report. */
  readonly onDocument?: ((document: CrateDocument) => void) | undefined;
}

/** A crate with more terms. */
export interface AddedTerms {
  /** The new metadata document in UTF-8, in chunks. */
  readonly chunks: readonly Uint8Array[];
  /** The metadata file, if it can be edited in place: not in an archive, in a bag, or on the web. */
  readonly replaces: ReplaceableFile | undefined;
  /** Entries that the context has in addition. */
  readonly context: JsonObject;
  /** Entities with the properties that they have in addition. */
  readonly entities: readonly JsonObject[];
  /** What the crate should still have. */
  readonly advice: readonly string[];
}

/**
 * The IRI of a term in the public namespace of RO-Crate.
 * @example
 * console.log(projectTerm('test', 'tideDatum')); // https://w3id.org/ro/terms/test#tideDatum
 * @throws CrateError ERR_USAGE for a project that is not a word
 */
export function projectTerm(project: string, name: string): string {
  if (/^[A-Za-z0-9][\w.-]*$/.test(project)) return `${RO_TERMS}${project}#${name}`;
  throw new CrateError('ERR_USAGE', `invalid project ${JSON.stringify(project)}`, {
    hint: 'give a word such as tide-gauges: it becomes part of an IRI',
  });
}

/**
 * Adds terms to a crate: an entry of the context and an entity that defines each. All else in the document keeps its
 * text. A term that is there already gets what it lacks.
 * @param crate as for `openCrateDocument`
 * @example
 * const iri = projectTerm('test', 'tideDatum');
 * const { context, entities } = await addTerms('data/crates/coastal-atlas', [{ name: 'tideDatum', iri }]);
 * console.log(context, entities);
 * @throws CrateError ERR_USAGE for a name that means something else already, ERR_UNSUPPORTED, and as `openCrateDocument`
 */
export async function addTerms(
  crate: CrateArgument,
  terms: readonly NewTerm[],
  options: AddTermsOptions = {},
): Promise<AddedTerms> {
  const { rdfs = false, onDocument, ...opening } = options;
  return withPackage(
    crate,
    async (found) => {
      const document = await openPackageDocument(found, opening);
      onDocument?.(document);
      return { ...(await addTo(document, terms, rdfs)), replaces: found.replaceable };
    },
    packagesWithSignal(opening),
  );
}

async function addTo(
  document: CrateDocument,
  terms: readonly NewTerm[],
  rdfs: boolean,
): Promise<Omit<AddedTerms, 'replaces'>> {
  const known = await readTerms(document);
  const drafts = new Map<string, TermDraft>();
  const written = [...[...mentionedIds(document)].map(([, text]) => text), ...known.terms.map(({ name }) => name)];
  const context: Record<string, JsonValue> = {};
  for (const term of terms) {
    checkNewTerm(term, known);
    if (!known.origins.hasEntry(term.name)) checkNewPrefix(term, written);
    if (term.name in context && context[term.name] !== term.iri)
      throw new CrateError('ERR_USAGE', `${term.name} is added twice, with different IRIs`);
    if (known.origins.of(term.name).iri !== term.iri) context[term.name] = term.iri;
    drafts.set(term.iri, draftOf(term, known));
  }
  if (rdfs)
    for (const { iri, id, roles, ...texts } of known.definitions)
      if (!drafts.has(iri) && roles.some((role) => role !== 'term'))
        drafts.set(iri, { id, types: [], old: texts, texts: {} });
  const entities = [...drafts.values()].flatMap((draft) => entityOf(draft, { rdfs, document, context }));
  const extended = await withEntries(document, context);
  const isNew = (entity: JsonObject) => !mayMention(document, String(entity['@id']));
  const changed = entities.filter((entity) => !isNew(entity));
  const longer = withEntities(extended, entities.filter(isNew));
  const edit = { ids: new Map<string, string>(), drop: new Map<string, 'all'>(), add: changed };
  const base = baseIn(document.writtenContext);
  const { source } = longer.json;
  const chunks =
    changed.length === 0 ? [source.read(0, source.length)] : [...(await editDocument(longer, { ...edit, base }))];
  return { chunks, context, entities, advice: adviceOn(terms, drafts, known) };
}

/** What the entity of a term has, and is to have. */
interface TermDraft {
  readonly id: string;
  readonly types: readonly TermRole[];
  readonly old: Partial<TermDefinitionEntity>;
  readonly texts: Pick<TermDefinitionEntity, 'name' | 'description'>;
}

function draftOf({ name, iri, role, label, description }: NewTerm, { terms, definitions }: CrateTerms): TermDraft {
  const old = definitions.find((one) => one.iri === iri);
  const uses = terms.find((one) => one.name === name || one.iri === iri)?.uses;
  const used = uses !== undefined && uses.class > 0 && uses.property === 0 ? 'class' : 'property';
  const types = [role ?? used].filter(
    (one) => old?.roles.includes(one) !== true && (role !== undefined || old === undefined),
  );
  const texts = {
    name: old?.name === undefined ? (label ?? labelOfName(name)) : undefined,
    description: old?.description === undefined ? description : undefined,
  };
  return { id: old?.id ?? iri, types, old: old ?? {}, texts };
}

interface Surroundings {
  readonly rdfs: boolean;
  readonly document: CrateDocument;
  /** Entries of the context, to which the names in use are added. */
  readonly context: Record<string, JsonValue>;
}

/** The properties that an entity gets; none if it has all of them. */
function entityOf({ id, types, old, texts }: TermDraft, { rdfs, document, context }: Surroundings): JsonObject[] {
  const called = (prefix: 'rdf' | 'rdfs', local: string): string => {
    const { name, entries } = nameIn(document, [prefix, prefix === 'rdf' ? RDF : RDFS], local);
    Object.assign(context, entries);
    return name;
  };
  const written: Record<TermRole, () => string> = {
    property: () => called('rdf', 'Property'),
    class: () => called('rdfs', 'Class'),
    term: () => 'DefinedTerm',
  };
  const entity: Record<string, JsonValue> = {};
  const names = types.map((role) => written[role]());
  if (names.length > 0) entity['@type'] = names.length === 1 ? (names[0] as string) : names;
  const name = texts.name ?? old.name;
  const description = texts.description ?? old.description;
  if (texts.name !== undefined) entity['name'] = texts.name;
  if (texts.description !== undefined) entity['description'] = texts.description;
  if (rdfs && name !== undefined && old.label === undefined) entity[called('rdfs', 'label')] = name;
  if (rdfs && description !== undefined && old.comment === undefined) entity[called('rdfs', 'comment')] = description;
  return Object.keys(entity).length === 0 ? [] : [{ '@id': id, ...entity }];
}

function adviceOn(
  terms: readonly NewTerm[],
  drafts: ReadonlyMap<string, TermDraft>,
  { origins }: CrateTerms,
): string[] {
  return terms.flatMap(({ name, iri, label, description }) => {
    const { old, texts } = drafts.get(iri) as TermDraft;
    const kept = [
      ...(label !== undefined && old.name !== undefined && old.name !== label ? ['name' as const] : []),
      ...(description !== undefined && (old.description ?? description) !== description
        ? ['description' as const]
        : []),
    ];
    const project = origins.shared.unregisteredProject(iri);
    return [
      ...kept.map((one) => `${name} keeps the ${one} that the crate has: ${JSON.stringify(old[one])}`),
      ...((texts.description ?? old.description) === undefined
        ? [`${name} has no description: add --description`]
        : []),
      ...(project === undefined
        ? []
        : [`${RO_TERMS}${project}# is not registered: register the project and its terms`]),
    ];
  });
}
