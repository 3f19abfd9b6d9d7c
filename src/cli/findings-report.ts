import { findRule, sentenceOfRule } from '../tasks/check/every-rule.js';
import { githubAnnotations } from '../tasks/check/github-annotations.js';
import { byImportance } from '../tasks/check/importance.js';
import { junitReport, type JudgedResult } from '../tasks/check/junit-report.js';
import { ruleAddress } from '../tasks/check/rule-addresses.js';
import { sarifLog } from '../tasks/check/sarif-log.js';
import type { ReportFormat } from './check-options.js';
import type { CheckedResult } from './checked-crates.js';
import { countOf } from './count-of.js';
import type { Io } from './io.js';
import { ownVersion } from '../base/own-manifest.js';
import { shellWord } from '../base/shell-word.js';
import { sentenceOf } from '../tasks/check/fingerprint.js';
import { delimited } from '../store/delimited.js';
import { findingsText } from './print-findings.js';
import type { Cell } from './table.js';
import { printable, printableJson } from './printable.js';

/** Writes the report of a check: a piece of text for each result, and one at the end. */
export interface FindingsReport {
  add(judged: JudgedResult & { readonly result: CheckedResult | JudgedResult['result'] }): string;
  end(): string;
}

/** What the report for people has to know. */
export interface ReportView {
  readonly io: Io;
  /** Every finding, not only examples. */
  readonly all: boolean;
  /** The crates as the command line names them. */
  readonly crates: readonly string[];
}

/** The report in a format. */
export function findingsReport(format: ReportFormat, view: ReportView): FindingsReport {
  const kept: JudgedResult[] = [];
  const keep = (judged: JudgedResult): string => {
    kept.push(judged);
    return '';
  };
  switch (format) {
    case 'text':
      return new TextReport(view);
    case 'csv':
    case 'tsv':
      return tableReport(format);
    case 'json':
      return { add: ({ result }) => jsonLine(result), end: () => '' };
    case 'github':
      return {
        add: ({ result }) =>
          githubAnnotations(result)
            .map((line) => `${printable(line)}\n`)
            .join(''),
        end: () => '',
      };
    case 'junit':
      return { add: keep, end: () => junitReport(kept) };
    case 'sarif':
      return { add: keep, end: () => sarifText(kept) };
  }
}

const COLUMNS = ['crate', 'severity', 'rule', 'line', 'column', 'entity', 'message', 'hint'];

/** A table with a row for each finding, and for each crate that cannot be checked. */
function tableReport(format: 'csv' | 'tsv'): FindingsReport {
  let header = [COLUMNS];
  return {
    add: ({ result }) => {
      const { crate } = result;
      const rows: readonly (readonly Cell[])[] =
        'error' in result
          ? [
              [
                crate,
                'error',
                result.error.code,
                undefined,
                undefined,
                undefined,
                result.error.message,
                result.error.hint,
              ],
            ]
          : result.findings.map((one) => [
              ...[crate, one.severity, one.rule, one.line, one.column, one.entity, sentenceOf(one), one.hint],
            ]);
      const text = [...delimited([...header, ...rows], format)].join('');
      header = [];
      return text;
    },
    end: () => [...delimited(header, format)].join(''),
  };
}

function sarifText(kept: readonly JudgedResult[]): string {
  const log = sarifLog(
    kept.map(({ result }) => result),
    ownVersion(),
  );
  return `${printableJson(JSON.stringify(log, null, 2))}\n`;
}

/** A result as a line of JSON: each finding says what its rule does. */
function jsonLine(result: CheckedResult | JudgedResult['result']): string {
  if ('error' in result) return `${printableJson(JSON.stringify(result))}\n`;
  const findings = result.findings.map(({ fixable = false, ...finding }) => {
    const rule = findRule(finding.rule);
    return { ...finding, fixable, sentence: sentenceOfRule(finding), help: rule && ruleAddress(rule) };
  });
  return `${printableJson(JSON.stringify({ ...result, findings }))}\n`;
}

/** The report for people, which ends with what to do next. */
class TextReport implements FindingsReport {
  readonly #view: ReportView;
  #fixable = 0;
  #first: string | undefined;

  constructor(view: ReportView) {
    this.#view = view;
  }

  add({ result }: JudgedResult): string {
    if ('error' in result) return '';
    this.#fixable += result.findings.filter(({ fixable }) => fixable).length;
    this.#first ??= byImportance(result.findings)[0]?.[0];
    return findingsText(this.#view.io, result, this.#view.all);
  }

  end(): string {
    const { crates } = this.#view;
    const named = crates.length > 0 && crates.length <= 3 ? crates.map(shellWord).join(' ') : 'CRATE';
    const lines = [
      this.#fixable > 0 && `${countOf(this.#fixable, 'finding')} can be repaired: crategraph check ${named} --fix`,
      this.#first !== undefined && `what a rule asks for: crategraph check --explain ${this.#first}`,
    ];
    return lines.flatMap((line) => (line === false ? [] : [`${printable(line)}\n`])).join('');
  }
}
