import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFactory, Parser, Store } from 'n3';
import type { Term } from '@rdfjs/types';

const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const QT = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#';
const UT = 'http://www.w3.org/2009/sparql/tests/test-update#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Where the suites are said to be on the web; relative IRIs resolve against it. */
export const SUITE_BASE = 'http://w3c.test/';

/** A file that is a graph. */
export interface GraphFile {
  readonly graph: string;
  readonly file: string;
}

/** A test of a manifest. All files are paths inside the folder of the suites. */
export interface SparqlTest {
  /** `folder#name`, as in the lists of gaps. */
  readonly id: string;
  /** The local name of its class, without the digits of the version. */
  readonly type: string;
  /** The text. */
  readonly file: string;
  readonly data: readonly string[];
  readonly named: readonly GraphFile[];
  /** The expected result of a query. */
  readonly result: string | undefined;
  /** The expected graphs after an update. */
  readonly after: { readonly data: readonly string[]; readonly named: readonly GraphFile[] };
}

/** Reads the tests of the manifest in a folder, in the order of its list. @param suites the folder of the suites */
export function readManifest(suites: string, folder: string, name = 'manifest.ttl'): SparqlTest[] {
  const base = `${SUITE_BASE}${folder}/`;
  const text = readFileSync(join(suites, folder, name), 'utf8');
  const store = new Store(new Parser({ baseIRI: base + name }).parse(text));
  const values = (subject: Term | undefined, predicate: string): Term[] =>
    subject === undefined ? [] : store.getObjects(subject as never, DataFactory.namedNode(predicate), null);
  const paths = (subject: Term | undefined, predicate: string): string[] =>
    values(subject, predicate).map(({ value }) => pathOf(value));
  const graphs = (subject: Term | undefined): GraphFile[] =>
    values(subject, `${UT}graphData`).map((one) => ({
      graph: values(one, `${RDFS}label`)[0]?.value ?? '',
      file: paths(one, `${UT}graph`)[0] ?? '',
    }));
  const entries = store.getObjects(null, DataFactory.namedNode(`${MF}entries`), null);
  const tests = entries.flatMap((list) => store.extractLists()[list.value] ?? []);
  return tests.map((test): SparqlTest => {
    const [action] = values(test, `${MF}action`);
    const [result] = values(test, `${MF}result`);
    const named = values(action, `${QT}graphData`).map(({ value }) => ({ graph: value, file: pathOf(value) }));
    const [file = pathOf(action?.value ?? '')] = [...paths(action, `${QT}query`), ...paths(action, `${UT}request`)];
    return {
      id: `${folder}#${test.value.replace(/^.*[#/]/, '')}`,
      type: localName(values(test, TYPE)[0]?.value ?? `${MF}QueryEvaluationTest`),
      ...{ file, data: [...paths(action, `${QT}data`), ...paths(action, `${UT}data`)] },
      named: [...named, ...graphs(action)],
      result: result?.termType === 'NamedNode' ? pathOf(result.value) : undefined,
      after: { data: paths(result, `${UT}data`), named: graphs(result) },
    };
  });
}

/** The folders that a manifest includes. */
export function includedFolders(suites: string, manifest: string): string[] {
  const [top = ''] = manifest.split('/');
  const text = readFileSync(join(suites, manifest), 'utf8');
  return [...text.matchAll(/<([\w-]+)\/manifest\.ttl>/g)].map(([, folder]) => `${top}/${folder}`);
}

/** The text of a test, with the address that its relative IRIs resolve against. */
export function textOf(suites: string, { file }: SparqlTest): string {
  return readFileSync(join(suites, file), 'utf8');
}

function pathOf(iri: string): string {
  return iri.slice(SUITE_BASE.length);
}

function localName(iri: string): string {
  return iri.replace(/^.*#/, '').replace(/11$/, '');
}
