/** An error of OAI-PMH 2.0 (section 3.6); its answer has the status 200, as the protocol wants. */
export class OaiError extends Error {
  readonly code: OaiErrorCode;

  constructor(code: OaiErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The errors of the protocol that this server gives. */
export type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noMetadataFormats'
  | 'noRecordsMatch'
  | 'noSetHierarchy';

const LIST = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], exclusive: 'resumptionToken' };

/** The arguments of each verb. */
const VERBS = {
  Identify: { required: [], optional: [], exclusive: undefined },
  ListMetadataFormats: { required: [], optional: ['identifier'], exclusive: undefined },
  ListSets: { required: [], optional: [], exclusive: 'resumptionToken' },
  ListIdentifiers: LIST,
  ListRecords: LIST,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], exclusive: undefined },
} as const satisfies Readonly<Record<string, VerbArguments>>;

interface VerbArguments {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** An argument that stands alone. */
  readonly exclusive: string | undefined;
}

/** A verb of the protocol. */
export type OaiVerb = keyof typeof VERBS;

/** A request that has the arguments of its verb, each once. */
export interface OaiRequest {
  readonly verb: OaiVerb;
  readonly values: Readonly<Partial<Record<string, string>>>;
}

/** @throws OaiError badVerb, badArgument */
export function oaiRequest(parameters: URLSearchParams): OaiRequest {
  const [verb, another] = parameters.getAll('verb');
  if (verb === undefined || another !== undefined || !Object.hasOwn(VERBS, verb))
    throw new OaiError('badVerb', `Give one verb: ${Object.keys(VERBS).join(', ')}.`);
  const { required, optional, exclusive }: VerbArguments = VERBS[verb as OaiVerb];
  const values: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (name === 'verb') continue;
    if (![...required, ...optional, exclusive].includes(name))
      throw new OaiError('badArgument', `${verb} has no argument ${name}.`);
    if (Object.hasOwn(values, name)) throw new OaiError('badArgument', `The argument ${name} is given more than once.`);
    values[name] = value;
  }
  if (exclusive !== undefined && Object.hasOwn(values, exclusive)) {
    if (Object.keys(values).length > 1) throw new OaiError('badArgument', `${exclusive} stands alone.`);
  } else
    for (const name of required)
      if (!Object.hasOwn(values, name)) throw new OaiError('badArgument', `${verb} needs the argument ${name}.`);
  return { verb: verb as OaiVerb, values };
}

/** A range of datestamps, both ends included, as the protocol writes them. */
export interface DateRange {
  readonly from: string | undefined;
  readonly until: string | undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** @throws OaiError badArgument for what is no date, and for a range that ends before it begins */
export function dateRange({ from, until }: OaiRequest['values']): DateRange {
  for (const date of [from, until])
    if (date !== undefined && !isDate(date))
      throw new OaiError('badArgument', `${date} is not a date as 2026-11-28 or 2026-11-28T12:00:00Z.`);
  if (from !== undefined && until !== undefined) {
    if (from.length !== until.length) throw new OaiError('badArgument', 'from and until have different granularities.');
    if (from > until) throw new OaiError('badArgument', 'from is later than until.');
  }
  return { from: from && instant(from, '00:00:00'), until: until && instant(until, '23:59:59') };
}

function isDate(text: string): boolean {
  if (!DAY.test(text) && !SECOND.test(text)) return false;
  const time = Date.parse(text);
  // Date.parse turns 30 February into 1 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
}

function instant(date: string, time: string): string {
  return DAY.test(date) ? `${date}T${time}Z` : date;
}
