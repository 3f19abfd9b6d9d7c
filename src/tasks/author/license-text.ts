/**
 * How the text of a licence is recognised: by its title at the start, by sentences that it has,
 * by some that it has not.
 */
interface Signs {
  readonly id: string;
  readonly title?: string;
  readonly says: readonly RegExp[];
  readonly not?: RegExp;
}

const GNU = /\beveryone is permitted to copy and distribute verbatim copies of this license document\b/;
const BSD =
  /\bredistribution and use in source and binary forms with or without modification are permitted provided that the following conditions are met\b/;
const BSD_END = /\bthis (?:software )?is provided by\b.*\bas is\b/;
const ENDORSE = /\bto endorse or promote products derived from this software\b/;
const OTHER_BSD =
  /\ball advertising materials\b|\bno express or implied licenses? to any party s patent rights\b|\bnuclear facility\b/;
const CC_BODY = /\bsection 1 definitions\b.*\bsection 2 scope\b/;

/** A GNU licence does not say itself whether later versions are allowed: `-only` promises no more than the text. */
const LICENSES: readonly Signs[] = [
  { id: 'AGPL-3.0-only', title: 'gnu affero general public license version 3 19 november 2007', says: [GNU] },
  { id: 'LGPL-3.0-only', title: 'gnu lesser general public license version 3 29 june 2007', says: [GNU] },
  { id: 'LGPL-2.1-only', title: 'gnu lesser general public license version 2 1 february 1999', says: [GNU] },
  { id: 'GPL-3.0-only', title: 'gnu general public license version 3 29 june 2007', says: [GNU] },
  { id: 'GPL-2.0-only', title: 'gnu general public license version 2 june 1991', says: [GNU] },
  { id: 'Apache-2.0', title: 'apache license version 2 0 january 2004', says: [/\bgrant of patent license\b/] },
  { id: 'MPL-2.0', title: 'mozilla public license version 2 0', says: [/\bincompatible with secondary licenses\b/] },
  { id: 'EUPL-1.2', title: 'european union public licence v 1 2', says: [/\bobligations of the licensee\b/] },
  { id: 'CC0-1.0', title: 'cc0 1 0 universal', says: [/\bstatement of purpose\b/, /\bpublic license fallback\b/] },
  { id: 'CC-BY-4.0', says: [/\bcreative commons attribution 4 0 international public license\b/, CC_BODY] },
  {
    id: 'CC-BY-SA-4.0',
    says: [/\bcreative commons attribution sharealike 4 0 international public license\b/, CC_BODY],
  },
  { id: 'Unlicense', says: [/\bthis is free and unencumbered software released into the public domain\b/] },
  { id: 'BSD-3-Clause', says: [BSD, BSD_END, ENDORSE], not: OTHER_BSD },
  { id: 'BSD-2-Clause', says: [BSD, BSD_END], not: new RegExp(`${OTHER_BSD.source}|${ENDORSE.source}`) },
  {
    id: 'ISC',
    says: [
      /\bpermission to use copy modify and (?:or )?distribute this software for any purpose with or without fee is hereby granted provided that the above copyright notice and this permission notice appear in all copies\b/,
    ],
  },
  {
    id: 'MIT',
    says: [
      /\bpermission is hereby granted free of charge to any person obtaining a copy of this software and associated documentation files the software to deal in the software without restriction\b/,
      /\bthe above copyright notice and this permission notice (?:including the next paragraph )?shall be included in all copies\b/,
      /\bthe software is provided as is\b/,
    ],
    not: /\bexcept as contained in this notice\b|\bcommons clause\b/,
  },
];

/** So many characters may precede the title: a copyright line, a heading. */
const BEFORE_TITLE = 600;

/** The SPDX identifier of a licence whose text this is; undefined for others, and for several in one text. */
export function licenseOfText(text: string): string | undefined {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const start = words.slice(0, BEFORE_TITLE);
  const found = LICENSES.filter(
    ({ title, says, not }) =>
      (title === undefined || start.includes(title)) &&
      says.every((sentence) => sentence.test(words)) &&
      not?.test(words) !== true,
  );
  return found.length === 1 ? found[0]?.id : undefined;
}
