import { asCrateError, CrateError, packError, unpackError, type PackedError } from '../errors.js';
import type { NativeCalls } from './native-call.js';

/** What a thread gets when it starts. */
export interface ThreadStart {
  readonly data: unknown;
  /** Whether requests take turns; otherwise one is carried out after the other. */
  readonly isShared: boolean;
  readonly nativeCalls: NativeCalls;
}

/** A message to a thread. */
export type ToThread =
  | { readonly do: 'ask'; readonly number: number; readonly request: unknown }
  /** The reader has taken a part of the answer: there is room for one more. */
  | { readonly do: 'more'; readonly number: number }
  /** No caller waits for the answer any more. */
  | { readonly do: 'abort'; readonly number: number }
  | { readonly do: 'ping'; readonly number: number };

/** A message from a thread. */
export type FromThread =
  /** It can take requests; with a fact about it. */
  | { readonly is: 'ready'; readonly fact: unknown }
  /** It cannot start. */
  | { readonly is: 'unable'; readonly fault: PackedFault }
  | { readonly is: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly is: 'fault'; readonly number: number; readonly fault: PackedFault }
  /** A part of the answer, before the answer. */
  | { readonly is: 'part'; readonly number: number; readonly part: Uint8Array }
  /** What it does now for a request. */
  | { readonly is: 'note'; readonly number: number; readonly note: string }
  | { readonly is: 'pong'; readonly number: number };

/** Parts of an answer that may wait for their reader. */
export const PARTS_AHEAD = 2;

/** An error on its way between threads; an unexpected one keeps its stack. */
export interface PackedFault extends PackedError {
  readonly stack?: string | undefined;
}

/** Packs whatever was thrown. */
export function packFault(error: unknown): PackedFault {
  if (error instanceof CrateError) return packError(error);
  const { code, message, hint } = asCrateError(error, '');
  return { code, message, hint, details: {}, stack: error instanceof Error ? error.stack : undefined };
}

/** The error that a thread has packed; the stack of an unexpected one is that of its cause. */
export function unpackFault({ stack, ...packed }: PackedFault): CrateError {
  if (stack === undefined) return unpackError(packed);
  const { code, message, hint, details } = packed;
  return new CrateError(code, message, { hint, details, cause: Object.assign(new Error(message), { stack }) });
}
