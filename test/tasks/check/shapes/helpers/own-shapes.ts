import { readFileSync } from 'node:fs';
import type { CheckResult } from '../../../../../src/tasks/check/check-document.js';
import { ShapeSources } from '../../../../../src/tasks/check/shapes/shape-sources.js';

/** Our shapes for the rules. */
export const OWN_SHAPES = 'data/shapes/ro-crate.ttl';
const NAMESPACE = 'https://w3id.org/ro/terms/crategraph/shapes#';

/** The rules that our shapes can say, by the names of the shapes. */
export const SHAPED_RULES: readonly string[] = [
  ...readFileSync(OWN_SHAPES, 'utf8').matchAll(/^shape:([a-z]+(?:-[a-z]+)+) a /gm),
].map(([, rule]) => rule as string);

/** Our shapes, read once. */
export function ownShapes(): ShapeSources {
  return new ShapeSources([OWN_SHAPES]);
}

/** What rules say of a crate and what our shapes say, for the rules that shapes can say: rule, severity and entity. */
export function verdicts({ findings }: CheckResult): { readonly rules: string[]; readonly shapes: string[] } {
  const rules = findings.filter(({ rule }) => SHAPED_RULES.includes(rule));
  const shapes = findings.filter(({ rule }) => rule === 'shape');
  const line = (rule: string, severity: string, entity: string | undefined) => `${rule} ${severity} ${entity}`;
  return {
    rules: rules.map(({ rule, severity, entity }) => line(rule, severity, entity)).sort(),
    shapes: shapes
      .map(({ shape, severity, entity }) => line((shape ?? '').replace(NAMESPACE, ''), severity, entity))
      .sort(),
  };
}
