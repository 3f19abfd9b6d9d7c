import type { DatasetCore, Quad_Subject, Term } from '@rdfjs/types';
import { wellKnownPrefixes } from '../../../base/rdf/vocabulary.js';
import { SH } from './shape-terms.js';
import { ShapeValues } from './shape-values.js';

/** What of a result its words depend on. */
export interface Violation {
  readonly sourceShape: Term;
  readonly path: Term | null;
  readonly value: Term | null;
}

/** What a value does wrong, by constraint component. `$` is what the shape demands. */
const VALUE_FAULTS: Readonly<Record<string, readonly [parameter: string, words: string]>> = {
  Class: ['class', 'is not a $'],
  Datatype: ['datatype', 'is not of the datatype $'],
  NodeKind: ['nodeKind', 'is not of the kind $'],
  Pattern: ['pattern', 'does not match the pattern $'],
  MinLength: ['minLength', 'is shorter than $ characters'],
  MaxLength: ['maxLength', 'is longer than $ characters'],
  MinInclusive: ['minInclusive', 'is less than $'],
  MaxInclusive: ['maxInclusive', 'is more than $'],
  MinExclusive: ['minExclusive', 'is not more than $'],
  MaxExclusive: ['maxExclusive', 'is not less than $'],
  In: ['in', 'is none of $'],
  LanguageIn: ['languageIn', 'is in none of the languages $'],
  Equals: ['equals', 'is not among the values of both it and $'],
  Disjoint: ['disjoint', 'is a value of $ too'],
  LessThan: ['lessThan', 'is not less than each value of $'],
  LessThanOrEquals: ['lessThanOrEquals', 'is more than a value of $'],
  Or: ['or', 'fits none of: $'],
  Xone: ['xone', 'does not fit exactly one of: $'],
  And: ['and', 'does not fit all of: $'],
  Not: ['not', 'fits what it must not: $'],
  Node: ['node', 'does not fit $'],
};

/** The shapes in a shape that are described; deeper ones are left out with a sign. */
const DEEPEST = 3;

/** Says what is wrong where a shape has no message: with the property and what the shape demands. */
export class ViolationWords {
  readonly #shapes: ShapeValues;

  constructor(shapes: DatasetCore) {
    this.#shapes = new ShapeValues(shapes);
  }

  /** Whether a shape has a message of its own. */
  hasMessage(shape: Term): boolean {
    return this.#shapes.value(shape, 'message') !== undefined;
  }

  /** What is wrong, as the end of a sentence that begins with the entity. @param component as in `MinCount` */
  say(component: string, violation: Violation): string {
    return `does not fit the shape: ${this.#said(component, violation)}`;
  }

  #said(component: string, { sourceShape, path, value }: Violation): string {
    const demanded = (name: string) => this.#demanded(sourceShape, name);
    const own = this.#shapes.value(sourceShape, 'path');
    const property = own === undefined ? undefined : this.#path(own);
    const subject = property ?? 'it';
    switch (component) {
      case 'MinCount':
        return demanded('minCount') === '1'
          ? `${subject} is missing`
          : `${subject} has fewer than ${demanded('minCount')} values`;
      case 'MaxCount':
        return demanded('maxCount') === '0'
          ? `${subject} must not be there`
          : `${subject} has more than ${counted(demanded('maxCount'))}`;
      case 'QualifiedMinCount':
      case 'QualifiedMaxCount': {
        const few = component === 'QualifiedMinCount' ? 'fewer' : 'more';
        const count = demanded(few === 'fewer' ? 'qualifiedMinCount' : 'qualifiedMaxCount');
        return `${subject} has ${few} than ${counted(count)} that fit ${demanded('qualifiedValueShape')}`;
      }
      case 'UniqueLang':
        return `${subject} has several values in one language`;
      case 'HasValue':
        return property === undefined
          ? `it is not ${demanded('hasValue')}`
          : `${property} does not have the value ${demanded('hasValue')}`;
      case 'Closed':
        return `it has the property ${path === null ? '' : this.#term(path)}, which the closed shape does not allow`;
    }
    const [parameter = '', words = `breaks ${component}`] = VALUE_FAULTS[component] ?? [];
    const faulty = property === undefined ? 'it' : value === null ? property : `the value of ${property}`;
    return `${faulty} ${words.replace('$', () => demanded(parameter))}`;
  }

  /** What a shape demands by a property of SHACL, in words. */
  #demanded(shape: Term, name: string, depth = 0): string {
    return this.#shapes
      .values(shape, name)
      .map((value) => this.#described(name, value, depth))
      .join(' and ');
  }

  #described(name: string, value: Term, depth: number): string {
    if (['or', 'xone', 'and'].includes(name))
      return this.#shapes
        .list(value)
        .map((one) => `(${this.#shape(one, depth + 1)})`)
        .join(', ');
    if (['not', 'node', 'property', 'qualifiedValueShape'].includes(name)) return this.#shape(value, depth + 1);
    if (['in', 'languageIn'].includes(name))
      return this.#shapes
        .list(value)
        .map((one) => this.#term(one))
        .join(', ');
    return name === 'path' ? this.#path(value) : this.#term(value);
  }

  /** A shape in a few words: its name or IRI, or its path and what it demands. */
  #shape(shape: Term, depth: number): string {
    const name = this.#shapes.value(shape, 'name');
    if (name !== undefined) return name.value;
    if (shape.termType === 'NamedNode') return this.#term(shape);
    if (depth > DEEPEST) return '...';
    const path = this.#shapes.value(shape, 'path');
    const parts: string[] = [];
    for (const { predicate, object } of this.#shapes.dataset.match(shape as Quad_Subject)) {
      const property = predicate.value.startsWith(SH) ? predicate.value.slice(SH.length) : '';
      if (property === '' || ['path', 'severity', 'message', 'description', 'flags', 'order'].includes(property))
        continue;
      const said = this.#described(property, object, depth);
      parts.push(property === 'property' ? said : `${property} ${said}`);
    }
    const demands = parts.join(', ');
    return path === undefined ? demands : `${this.#path(path)}${demands === '' ? '' : ` with ${demands}`}`;
  }

  #path(path: Term, depth = 0): string {
    if (path.termType !== 'BlankNode') return this.#term(path);
    if (depth > DEEPEST) return '...';
    for (const [name, before, after] of [
      ['inversePath', '^', ''],
      ['zeroOrMorePath', '', '*'],
      ['oneOrMorePath', '', '+'],
      ['zeroOrOnePath', '', '?'],
    ] as const) {
      const inner = this.#shapes.value(path, name);
      if (inner !== undefined) return `${before}${this.#path(inner, depth + 1)}${after}`;
    }
    const alternatives = this.#shapes.value(path, 'alternativePath');
    const steps = this.#shapes.list(alternatives ?? path).map((step) => this.#path(step, depth + 1));
    return steps.join(alternatives === undefined ? '/' : '|');
  }

  #term({ termType, value }: Term): string {
    if (termType === 'Literal') return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? value : JSON.stringify(value);
    for (const [prefix, namespace] of wellKnownPrefixes())
      if (value.startsWith(namespace) && /^[\w-]+$/.test(value.slice(namespace.length)))
        return `${prefix}:${value.slice(namespace.length)}`;
    return value.startsWith(SH) ? `sh:${value.slice(SH.length)}` : value;
  }
}

function counted(count: string): string {
  return `${count} value${count === '1' ? '' : 's'}`;
}
