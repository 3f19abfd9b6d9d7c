import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeFolder, initCrate, type DescribeOptions } from '../../../src/tasks/author/init-crate.js';
import { checkCrate } from '../../../src/tasks/check/check-crate.js';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';

let home: string;
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'crategraph-code-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(home, String((count += 1)));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function describing(files: Readonly<Record<string, string>>, options: DescribeOptions = {}) {
  const { crate, problems, unversioned } = await describeFolder(await folderOf(files), options);
  const graph = crate.document()['@graph'] as JsonObject[];
  const entity = (id: string) => graph.find((one) => one['@id'] === id);
  return { entity, problems, unversioned };
}

const SCRIPT = ['File', 'SoftwareSourceCode'];
const WORKFLOW = ['File', 'SoftwareSourceCode', 'ComputationalWorkflow'];
const NOTEBOOK = JSON.stringify({ cells: [], metadata: { language_info: { name: 'python', version: '3.11.4' } } });

it('a script has its language, whose version is not stated', async () => {
  const { entity, unversioned } = await describing({ 'tools/levels.R': 'x <- 1', 'tools/mean.py': '', 'a.csv': '' });
  expect(entity('tools/levels.R')).toMatchObject({
    '@type': SCRIPT,
    name: 'levels.R',
    encodingFormat: 'text/x-r',
    programmingLanguage: { '@id': '#R' },
  });
  expect(entity('#R')).toEqual({
    '@id': '#R',
    '@type': 'ComputerLanguage',
    name: 'R',
    url: 'https://www.r-project.org/',
    version: 'not stated',
  });
  expect(entity('a.csv')).toMatchObject({ '@type': 'File' });
  expect(unversioned).toEqual(['Python', 'R']);
});

it.each([
  ['#!/usr/bin/env python3\n', '#Python'],
  ['#!/usr/bin/env -S FOO=1 Rscript --vanilla\n', '#R'],
  ['#! /bin/bash -e', '#Bash'],
  ['#!/bin/sh\n', '#Shell'],
])('a script without extension has the language of its first line: %j', async (text, language) => {
  const { entity } = await describing({ 'bin/run': text });
  expect(entity('bin/run')).toMatchObject({
    '@type': SCRIPT,
    encodingFormat: 'text/plain',
    programmingLanguage: { '@id': language },
  });
});

it.each(['', '#!', '#!/usr/bin/env', '#!/opt/unknown\n', 'x #!/bin/sh'])(
  'a file that begins with %j is no script',
  async (text) => {
    expect((await describing({ run: text })).entity('run')).toMatchObject({ '@type': 'File' });
  },
);

it('a pipeline of Nextflow is a workflow, its modules are scripts', async () => {
  const { entity, unversioned } = await describing({
    ...{ 'main.nf': '', 'modules/map/main.nf': '', 'workflows/map.nf': '' },
    ...{ 'other/main.nf': '', 'other/nextflow.config': '' },
  });
  const types = ['main.nf', 'modules/map/main.nf', 'workflows/map.nf', 'other/main.nf'].map((id) => entity(id)?.['@type']); // prettier-ignore
  expect(types).toEqual([WORKFLOW, SCRIPT, SCRIPT, WORKFLOW]);
  expect(unversioned).toEqual(['Nextflow']);
});

it('a Snakefile is a workflow, its rules are scripts', async () => {
  const { entity } = await describing({ 'workflow/Snakefile': '', 'workflow/rules/map.smk': '' });
  expect(entity('workflow/Snakefile')).toMatchObject({
    '@type': WORKFLOW,
    programmingLanguage: { '@id': '#Snakemake' },
  });
  expect(entity('workflow/rules/map.smk')).toMatchObject({ '@type': SCRIPT });
});

it.each([
  ['a.cwl', 'cwlVersion: v1.2\nclass: Workflow\nlabel: Sort levels', WORKFLOW, 'Sort levels', 'v1.2'],
  [
    'a.cwl',
    '{"cwlVersion": "v1.0", "$graph": [{"class": "CommandLineTool"}, {"class": "Workflow"}]}',
    WORKFLOW,
    'a.cwl',
    'v1.0',
  ],
  ['a.cwl', 'cwlVersion: v1.2\nclass: CommandLineTool', SCRIPT, 'a.cwl', 'v1.2'],
  ['a.wdl', '# first\nversion 1.1\nworkflow sort {\n}', WORKFLOW, 'a.wdl', '1.1'],
  ['a.wdl', 'task sort {\n}', SCRIPT, 'a.wdl', 'draft-2'],
  ['a.ga', '{"a_galaxy_workflow": "true", "name": "Sort levels"}', WORKFLOW, 'Sort levels', 'not stated'],
  ['a.ipynb', NOTEBOOK, SCRIPT, 'a.ipynb', '3.11.4'],
  ['a.ipynb', '{"metadata": {"kernelspec": {"language": "R"}}}', SCRIPT, 'a.ipynb', 'not stated'],
])('%s says what it is: %s', async (file, text, types, name, version) => {
  const { entity, problems } = await describing({ [file]: text });
  const described = entity(file) as JsonObject & { programmingLanguage: { '@id': string } };
  expect(described).toMatchObject({ '@type': types, name });
  expect(entity(described.programmingLanguage['@id'])).toMatchObject({ '@type': 'ComputerLanguage', version });
  expect(problems).toEqual([]);
});

it('two versions of a language are two entities', async () => {
  const tool = (version: string) => `cwlVersion: ${version}\nclass: CommandLineTool`;
  const { entity } = await describing({ 'a.cwl': tool('v1.0'), 'b.cwl': tool('v1.2'), 'c.cwl': tool('v1.2') });
  const languages = ['a.cwl', 'b.cwl', 'c.cwl'].map((id) => entity(id)?.['programmingLanguage']);
  expect(languages).toEqual(['v1.0', 'v1.2', 'v1.2'].map((one) => ({ '@id': `#Common-Workflow-Language-${one}` })));
});

it.each([
  ['a.ga', '{"levels": 1}', 'File'],
  ['a.ts', 'G\0\u0001', 'File'],
  ['a.ts', 'export {};', SCRIPT],
  ['a.ipynb', '{"metadata": {"language_info": {"name": "Klingon"}}}', SCRIPT],
])('the content of %s decides: %j', async (file, text, types) => {
  const { entity, problems } = await describing({ [file]: text });
  expect(entity(file)).toMatchObject({ '@type': types });
  expect(entity(file)).not.toHaveProperty('programmingLanguage', { '@id': '#Klingon' });
  expect(problems).toEqual([]);
});

it.each([
  ['a.cwl', 'class: [a\nb: c: d', /^a\.cwl is malformed: not YAML: .* at line 2, column \d+$/],
  ['a.ipynb', '{\n"cells": ]', /^a\.ipynb is malformed: not JSON: .* at line 2, column \d+$/],
  ['a.ga', '', /^a\.ga is malformed: not JSON: /],
])('%s that cannot be read is a warning, and a script: %j', async (file, text, problem) => {
  const { entity, problems } = await describing({ [file]: text });
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(entity(file)).toMatchObject({ '@type': SCRIPT });
});

it.each(['1.1', '1.2', '1.3'] as const)(
  'scripts and workflows of a crate of version %s pass the check',
  async (version) => {
    const folder = await folderOf({
      ...{ 'main.nf': '', 'bin/run': '#!/bin/sh', 'a.ipynb': NOTEBOOK, 'a.R': '', Snakefile: '' },
      ...{ 'a.cwl': 'class: Workflow\ncwlVersion: v1.2', 'a.wdl': 'version 1.0\nworkflow a {}' },
    });
    await initCrate(folder, { version, license: 'MIT' });
    const { findings } = await checkCrate(folder, { contexts: openContexts({ offline: true }) });
    const rules = new Set(findings.map(({ rule }) => rule));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect([...rules].filter((rule) => /^(?:script|software|file-format)/.test(rule))).toEqual([]);
  },
);
