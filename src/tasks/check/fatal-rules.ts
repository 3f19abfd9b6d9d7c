import type { RuleText } from './rule.js';

/** A rule that must hold before a crate can be read at all: breaking it ends the check. */
export interface FatalRule extends RuleText {
  /** The errors that say that it is broken. */
  readonly codes: readonly string[];
}

/** The rules that reading checks. */
export const FATAL_RULES: readonly FatalRule[] = [
  {
    id: 'document-json',
    severity: 'error',
    sentence: 'The metadata document must be JSON in UTF-8.',
    source: 'format 2, metadata document shape',
    codes: ['ERR_JSON_SYNTAX'],
  },
  {
    id: 'document-object',
    severity: 'error',
    sentence: 'The metadata document must be a JSON object with a `@graph`.',
    source: 'format 2, metadata document shape',
    codes: ['ERR_GRAPH_MISSING'],
  },
  {
    id: 'document-json-ld',
    severity: 'error',
    sentence: 'The metadata document must be valid JSON-LD 1.1.',
    source: 'format 1',
    codes: ['ERR_JSONLD_INVALID', 'ERR_CONTEXT_INVALID'],
  },
  {
    id: 'context-available',
    severity: 'error',
    sentence: 'Each context that the document names must be available.',
    source: 'format 2, metadata document shape',
    codes: ['ERR_CONTEXT_UNAVAILABLE'],
  },
  {
    id: 'package-intact',
    severity: 'error',
    sentence: 'The archive or bag must be readable, and its checksums right.',
    source: 'format 1, package kinds',
    codes: ['ERR_ARCHIVE_INVALID', 'ERR_ARCHIVE_ENTRY', 'ERR_BAG_INVALID', 'ERR_CHECKSUM'],
  },
];
