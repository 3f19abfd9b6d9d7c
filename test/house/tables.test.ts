import ts from 'typescript';
import { ROW_FORMATS } from '../../src/base/rdf/row-formats.js';
import { RDF_SYNTAXES } from '../../src/base/rdf/syntaxes.js';
import { sourceFiles } from './sources.js';

/** The strings of a file, without its comments: of a template its fixed parts, and regular expressions. */
function stringsOf(text: string): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      strings.push(node.text);
    if (ts.isRegularExpressionLiteral(node)) strings.push(node.text.replaceAll('\\', ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest));
  return strings;
}

const FILES = sourceFiles().then((files) => files.map((file) => ({ ...file, strings: stringsOf(file.text) })));

/** The files that have a string of this kind, other than the table. */
async function filesWith(isOf: (text: string) => boolean, table: RegExp): Promise<string[]> {
  const found = (await FILES).filter(({ strings }) => strings.some(isOf)).map(({ path }) => path);
  expect(found.filter((path) => table.test(path))).not.toEqual([]);
  return found.filter((path) => !table.test(path));
}

describe('one table has', () => {
  it('the media types of RDF and of SPARQL results', async () => {
    // CSV is also what data files are; the sentences of rules name a media type as the specification does.
    const types = [...RDF_SYNTAXES, ...ROW_FORMATS].map(({ mediaType }) => mediaType);
    const isType = (text: string) => types.some((type) => text.includes(type) && !/^text\/(?!turtle)/.test(type));
    const others = await filesWith(isType, /^base\/rdf\/(?:syntaxes|row-formats)\.ts$/);
    expect(others.filter((path) => !path.startsWith('tasks/check/rules/'))).toEqual(['store/port.ts']);
  });

  it('the endings of files of RDF, and of archives', async () => {
    const endings = (text: string) => text.match(/(?<![\w*>])\.(?:nq|nt|ttl|trig|rdf)(?![\w.])/g)?.length ?? 0;
    const lists = (await FILES).filter(({ strings }) => strings.some((text) => endings(text) > 1));
    expect(lists.map(({ path }) => path)).toEqual([]);
    expect(await filesWith((text) => text === 'tgz', /^package\/container\/archive-names\.ts$/)).toEqual([]);
  });

  it('the names of the RDF syntaxes', async () => {
    // `turtle`, `jsonld` and `nquads` also name other things.
    const isName = (text: string) => ['ntriples', 'trig', 'rdfxml'].includes(text);
    expect(await filesWith(isName, /^base\/rdf\/syntaxes\.ts$/)).toEqual([]);
  });

  it('the SPARQL engines', async () => {
    const isEngine = (text: string) => /fuseki|virtuoso|rdf4j|graphdb|blazegraph|qlever|stardog/i.test(text);
    expect(await filesWith(isEngine, /^store\/endpoint\/protocol\/engines\.ts$/)).toEqual([]);
  });

  it('the media types of data files', async () => {
    const asking = (await FILES).filter(({ packages }) => packages.includes('mime-types')).map(({ path }) => path);
    expect(asking).toEqual(['package/media-type.ts']);
  });
});
