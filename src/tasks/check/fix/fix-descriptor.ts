import type { Node } from 'jsonc-parser';
import { propertyIris } from '../../../crate/edit/property-iris.js';
import { keywordOf } from '../../../crate/follow/written-keys.js';
import { lineText, nodeText, rebuild, treeOf, type Item } from '../../../crate/follow/json-text.js';
import { versionOf } from '../../../crate/spec-version.js';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { OnFix } from './fix.js';
import type { EntityRepair } from './fix-entities.js';

/**
 * Repairs the descriptor: what should be references in it, its type, and the version it conforms to.
 * @param version of the context; undefined if that is not clear
 */
export function descriptorRepair(crate: CheckedCrate, version: string | undefined, onFix: OnFix): EntityRepair {
  const { descriptor, document } = crate;
  return (text, { pointer, style }) => {
    if (descriptor === undefined || pointer !== descriptor.pointer) return text;
    const fix = (rule: string, message: string, key?: string) =>
      onFix({ rule, message, entity: descriptor.id, pointer: key === undefined ? pointer : `${pointer}/${key}` });
    const reference = (id: string) => lineText({ '@id': id }, style);
    const tree = treeOf(text);
    const items = (tree.children ?? []).map((property, from): Item => {
      const [key, value] = property.children as [Node, Node];
      const name = String(key.value);
      const written = referring(text, name, value);
      if (written === undefined) return { text: nodeText(text, property), from };
      fix(means(name, 'about') ? 'descriptor-about' : 'reference-address', `\`${name}\` is a reference`, name);
      return { text: text.slice(property.offset, value.offset) + written, from };
    });
    function referring(whole: string, key: string, value: Node): string | undefined {
      if (document.context.term(key)?.type !== undefined) return undefined; // the context may make it a reference
      const isReference = means(key, 'about')
        ? (id: string) => crate.index.typesOf(document.resolveId(id)).includes(DATASET)
        : means(key, 'conformsTo')
          ? (id: string) => versionOf(id) !== undefined
          : () => false;
      const ofItem = (node: Node) =>
        node.type === 'string' && isReference(String(node.value)) ? reference(String(node.value)) : undefined;
      if (value.type !== 'array') return ofItem(value);
      const children = value.children ?? [];
      if (children.every((child) => ofItem(child) === undefined)) return undefined;
      return rebuild(
        whole,
        value,
        children.map((child, from) => ({ text: ofItem(child) ?? nodeText(whole, child), from })),
        style,
      );
    }
    function means(key: string, name: string): boolean {
      const expanded = document.context.expandVocab(key);
      return expanded.kind === 'absolute' && propertyIris(name).includes(expanded.iri);
    }
    const keys = (tree.children ?? []).map(({ children }) => String(children?.[0]?.value));
    if (!keys.some((key) => keywordOf(key, document) === '@type')) {
      const expanded = document.context.expandVocab('CreativeWork');
      if (expanded.kind === 'absolute' && schemaOrg('CreativeWork').includes(expanded.iri)) {
        fix('descriptor-type', 'the type is `CreativeWork`');
        items.push({ text: `"@type":${style.colon}${lineText('CreativeWork', style)}` });
      }
    }
    if (version !== undefined && means('conformsTo', 'conformsTo') && !keys.some((key) => means(key, 'conformsTo'))) {
      fix('descriptor-version', `\`conformsTo\` names version ${version}, as the context does`);
      items.push({ text: `"conformsTo":${style.colon}${reference(`https://w3id.org/ro/crate/${version}`)}` });
    }
    const isSame = items.every(
      ({ text: one, from }) => from !== undefined && one === nodeText(text, tree.children?.[from] as Node),
    );
    return isSame ? text : rebuild(text, tree, items, style);
  };
}

const DATASET = 'http://schema.org/Dataset';
