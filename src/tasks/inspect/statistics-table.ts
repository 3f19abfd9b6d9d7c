import { ROOT_PROPERTIES, type CrateStatistics } from './statistics.js';

/** A table of numbers and their names. */
export interface NumberTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** All statistics in one table, for spreadsheets. */
export function statisticsTable(statistics: CrateStatistics): NumberTable {
  const { rows } = completenessTable(statistics);
  const types = statistics.types.map(({ name, entities, type }) => ['type', name, entities, undefined, type]);
  const formats = statistics.files.formats.map(({ format = '', files, bytes, withoutSize }) => [
    ...['format', format, files, undefined, undefined],
    ...[bytes, withoutSize],
  ]);
  return {
    header: ['about', 'what', 'number', 'of', 'iri', 'bytes', 'without size'],
    rows: [
      ...rows.map((cells) => ['all', ...cells, undefined, undefined, undefined]),
      ...types.map((cells) => [...cells, undefined, undefined]),
      ...formats,
    ],
  };
}

/** What is counted, and of how many. */
export function completenessTable(statistics: CrateStatistics): NumberTable {
  const { crates, triples, entities, files, completeness } = statistics;
  const withFormat = files.formats.reduce((sum, one) => sum + (one.format === undefined ? 0 : one.files), 0);
  const rows = [
    ['crates', crates, undefined],
    ['triples', triples, undefined],
    ['entities', entities, undefined],
    ['entities with a name', entities - completeness.entitiesWithoutName, entities],
    ['entities with a type', entities - completeness.entitiesWithoutType, entities],
    ...ROOT_PROPERTIES.map((name) => [`roots with ${name}`, completeness.root[name], crates]),
    ['files', files.files, undefined],
    ['files with a format', withFormat, files.files],
    ['files with a size', files.files - files.withoutSize, files.files],
    ['bytes', files.bytes, undefined],
    ['broken internal references', completeness.missingInside, undefined],
    ['references to the web, not described', completeness.undescribedOutside, undefined],
  ] as const;
  return { header: ['what', 'number', 'of'], rows };
}
