/** The SHACL vocabulary (SHACL, W3C Recommendation of 2017). */
export const SH = 'http://www.w3.org/ns/shacl#';

/** Properties whose value is a shape. */
export const SHAPE_PROPERTIES: ReadonlySet<string> = terms('node property not qualifiedValueShape');
/** Properties whose value is a list of shapes. */
export const SHAPE_LISTS: ReadonlySet<string> = terms('and or xone');
/** Properties whose value is a list of something else. */
export const OTHER_LISTS: ReadonlySet<string> = terms('in languageIn ignoredProperties alternativePath');
/** Properties whose value is a whole number. */
export const NUMBERS: ReadonlySet<string> = terms(
  'minCount maxCount minLength maxLength qualifiedMinCount qualifiedMaxCount',
);
/** Properties that say which nodes a shape is about. */
export const TARGETS: ReadonlySet<string> = terms('targetClass targetNode targetSubjectsOf targetObjectsOf');
/** Properties that make their subject a shape, because they constrain something. */
export const CONSTRAINTS: ReadonlySet<string> = new Set([
  ...SHAPE_PROPERTIES,
  ...SHAPE_LISTS,
  ...NUMBERS,
  ...terms('sparql in languageIn class datatype nodeKind pattern uniqueLang closed hasValue equals disjoint lessThan'),
  ...terms('lessThanOrEquals minExclusive minInclusive maxExclusive maxInclusive'),
]);

/** What the engine runs, and what says nothing about the data. */
const KNOWN: ReadonlySet<string> = new Set([
  ...CONSTRAINTS,
  ...TARGETS,
  ...OTHER_LISTS,
  ...terms('path inversePath zeroOrMorePath oneOrMorePath zeroOrOnePath flags qualifiedValueShapesDisjoint'),
  ...terms('severity message deactivated name description order group defaultValue'),
  ...terms('declare prefix namespace prefixes shapesGraph suggestedShapesGraph entailment'),
]);
/** Parts of what is reported as not run already. */
const PARTS: ReadonlySet<string> = terms(
  'select ask construct update labelTemplate parameter optional nodeValidator propertyValidator validator jsFunctionName jsLibrary jsLibraryURL subject predicate object condition returnType resultAnnotation annotationProperty annotationVarName annotationValue',
);

/** Whether a property of the SHACL vocabulary asks for something that is not run, such as `sh:rule`. */
export function isNotRun(property: string): boolean {
  return property.startsWith(SH) && !KNOWN.has(property) && !PARTS.has(property);
}

function terms(names: string): Set<string> {
  return new Set(names.split(' ').map((name) => SH + name));
}
