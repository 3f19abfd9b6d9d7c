/** A language that scripts or workflows are written in. */
export interface Language {
  readonly name: string;
  /** What people call it for short. */
  readonly alternateName?: string;
  readonly url: string;
  /** Extensions of its files, in small letters. */
  readonly extensions: readonly string[];
  /** Programs that run it, as the first line of a script names them. */
  readonly programs?: RegExp;
}

/** Extensions that mean other things too (`.m`, `.do`) are left out: nothing is said rather than something wrong. */
const LANGUAGES: readonly Language[] = [
  { name: 'Bash', url: 'https://www.gnu.org/software/bash/', extensions: ['bash'], programs: /^bash$/ },
  { name: 'C', url: 'https://www.open-std.org/jtc1/sc22/wg14/', extensions: ['c', 'h'] },
  { name: 'C++', url: 'https://isocpp.org/', extensions: ['cc', 'cpp', 'cxx', 'hpp'] },
  {
    name: 'Common Workflow Language',
    alternateName: 'CWL',
    url: 'https://www.commonwl.org/',
    extensions: ['cwl'],
    programs: /^(?:cwl-runner|cwltool)$/,
  },
  { name: 'Fortran', url: 'https://fortran-lang.org/', extensions: ['f', 'f90', 'f95'] },
  { name: 'Galaxy', url: 'https://galaxyproject.org/', extensions: ['ga'] },
  { name: 'Go', url: 'https://go.dev/', extensions: ['go'] },
  { name: 'Java', url: 'https://www.java.com/', extensions: ['java'] },
  {
    name: 'JavaScript',
    url: 'https://ecma-international.org/publications-and-standards/standards/ecma-262/',
    extensions: ['cjs', 'js', 'jsx', 'mjs'],
    programs: /^node(?:js)?$/,
  },
  { name: 'Julia', url: 'https://julialang.org/', extensions: ['jl'], programs: /^julia$/ },
  { name: 'Nextflow', url: 'https://www.nextflow.io/', extensions: ['nf'], programs: /^nextflow$/ },
  { name: 'Perl', url: 'https://www.perl.org/', extensions: ['pl', 'pm'], programs: /^perl[\d.]*$/ },
  { name: 'Python', url: 'https://www.python.org/', extensions: ['py'], programs: /^python[\d.]*$/ },
  { name: 'Quarto', url: 'https://quarto.org/', extensions: ['qmd'] },
  { name: 'R', url: 'https://www.r-project.org/', extensions: ['r'], programs: /^Rscript$/ },
  { name: 'R Markdown', url: 'https://rmarkdown.rstudio.com/', extensions: ['rmd'] },
  { name: 'Ruby', url: 'https://www.ruby-lang.org/', extensions: ['rb'], programs: /^ruby$/ },
  { name: 'Rust', url: 'https://www.rust-lang.org/', extensions: ['rs'] },
  { name: 'Scala', url: 'https://www.scala-lang.org/', extensions: ['scala'] },
  {
    name: 'Shell',
    url: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html',
    extensions: ['sh'],
    programs: /^(?:da|k|z)?sh$/,
  },
  { name: 'Snakemake', url: 'https://snakemake.github.io/', extensions: ['smk'], programs: /^snakemake$/ },
  { name: 'TypeScript', url: 'https://www.typescriptlang.org/', extensions: ['ts', 'tsx'] },
  {
    name: 'Workflow Description Language',
    alternateName: 'WDL',
    url: 'https://openwdl.org/',
    extensions: ['wdl'],
  },
];

const BY_EXTENSION = new Map(LANGUAGES.flatMap((one) => one.extensions.map((extension) => [extension, one] as const)));
const BY_NAME = new Map(LANGUAGES.map((one) => [one.name.toLowerCase(), one]));

/** The language that files with this extension are written in. */
export function languageOfExtension(extension: string): Language | undefined {
  return BY_EXTENSION.get(extension.toLowerCase());
}

/** A language by its name, as a notebook writes it. */
export function languageNamed(name: string): Language | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** The language of the program that the first line of a script names, as in `#!/usr/bin/env python3`. */
export function languageOfFirstLine(text: string): Language | undefined {
  const [, line = ''] = /^#!([^\n]*)/.exec(text) ?? [];
  const words = line
    .trim()
    .split(/\s+/)
    .map((word) => word.slice(word.lastIndexOf('/') + 1));
  const program = words[0] === 'env' ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return program === undefined ? undefined : LANGUAGES.find(({ programs }) => programs?.test(program));
}
