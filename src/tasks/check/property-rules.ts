import type { CheckedCrate } from './crate/checked-crate.js';
import { termName, type CheckedEntity, type Fault } from './crate/checked-entity.js';
import { isAmong, type TypeSet } from './crate/type-sets.js';
import type { EntityRule } from './rule.js';

const ADDRESS = /^\s*https?:\/\/\S+\s*$/i;

/** A rule about one property of an entity. */
export interface PropertyRule extends Omit<EntityRule, 'check'> {
  /** Its names: the first is that of messages, the others are accepted too. */
  readonly property: string | readonly string[];
  /** Entities that the rule is about. Default all that `on` names. */
  readonly when?: (entity: CheckedEntity, crate: CheckedCrate) => boolean;
}

/** A rule that each value of a property refers to an entity of some types. */
export interface TargetRule extends PropertyRule {
  readonly types: TypeSet;
  /** What such an entity is, for messages: `an Organization`. */
  readonly noun: string;
  /** Whether there has to be one. Default false. */
  readonly required?: boolean;
  /** Whether text will do. Default false. */
  readonly text?: boolean;
}

/** A rule that an entity has a property. */
export function hasProperty({ property, when, ...rule }: PropertyRule): EntityRule {
  const names = [property].flat();
  return {
    ...rule,
    check: (entity, crate) =>
      (when?.(entity, crate) ?? true) && !names.some((name) => hasValue(entity, name))
        ? entity.fault(`has no ${plainName(names[0])}`)
        : undefined,
  };
}

/** A rule that the values of a property refer to entities of some types. What is not described may be one of them. */
export function refersTo(target: TargetRule): EntityRule {
  const { property, when, types, noun, required = false, text = false, ...rule } = target;
  const names = [property].flat();
  const name = plainName(names[0]);
  return {
    ...rule,
    check: (entity, crate) => {
      if (when?.(entity, crate) === false) return undefined;
      const references = names.flatMap((one) => entity.references(one));
      if (references.length === 0) {
        const written = names.find((one) => hasValue(entity, one));
        if (written === undefined) return required ? entity.fault(`has no ${name}`) : undefined;
        // An address in place of a reference breaks another rule.
        return text || entity.texts(written).some((value) => ADDRESS.test(value))
          ? undefined
          : entity.fault(`has ${article(name)} ${name} that does not refer to ${noun}`, written);
      }
      return references.flatMap(({ id, iri, pointer }): Fault[] => {
        if (!crate.index.isDescribed(iri) || isAmong(crate.index.typesOf(iri), types)) return [];
        return [entity.faultAt(`has the ${name} ${id}, which is not ${noun}`, pointer)];
      });
    },
  };
}

/** Whether a property has a value that is more than white space. */
function hasValue(entity: CheckedEntity, name: string): boolean {
  return entity.values(name).some((value) => typeof value !== 'string' || value.trim() !== '');
}

function article(name: string): string {
  return /^[aeio]/.test(name) ? 'an' : 'a';
}

/** The name of a property without its namespace. */
function plainName(name: string | undefined): string {
  return termName(name ?? '').replace(/^.*[#/:]/, '');
}
