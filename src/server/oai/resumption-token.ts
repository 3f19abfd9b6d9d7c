import { OaiError, type DateRange } from './oai-arguments.js';

/** Where a list goes on. The server keeps nothing: all is in the token. */
export interface ResumedList extends DateRange {
  readonly metadataPrefix: string;
  /** The last item that was listed; undefined at the beginning. */
  readonly after: readonly [datestamp: string, identifier: string] | undefined;
  /** How many items were listed before. */
  readonly cursor: number;
}

/** The token of a list that goes on. */
export function resumptionToken({ metadataPrefix, from, until, after, cursor }: ResumedList): string {
  const values = [metadataPrefix, from ?? '', until ?? '', ...(after ?? ['', '']), cursor];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** @throws OaiError badResumptionToken */
export function resumedList(token: string): ResumedList {
  const values = valuesOf(token);
  const [metadataPrefix, from, until, datestamp, identifier, cursor] = values ?? [];
  const texts = [metadataPrefix, from, until, datestamp, identifier];
  if (values?.length !== 6 || !texts.every((one) => typeof one === 'string') || !Number.isSafeInteger(cursor))
    throw new OaiError('badResumptionToken', 'This is no resumption token of this server.');
  const text = (value: unknown) => (value === '' ? undefined : (value as string));
  return {
    metadataPrefix: metadataPrefix as string,
    from: text(from),
    until: text(until),
    after: [datestamp as string, identifier as string],
    cursor: cursor as number,
  };
}

function valuesOf(token: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(value) ? value : undefined;
  } catch {
    // Not one of ours: the caller says so.
    return undefined;
  }
}
