import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseBundle } from '../../../src/crate/context/context-bundle.js';
import { describeWithShared } from '../../helpers/shared.js';

type Table = Record<string, unknown>;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const data = (name: string): string => readFileSync(join(ROOT, 'data/contexts', name), 'utf8');
const bundle = parseBundle({ roCrate: data('ro-crate.txt'), profiles: data('profiles.txt') });
const crate = (version: string): Table => bundle.lookup(`https://w3id.org/ro/crate/${version}/context`)!;

describe('terms', () => {
  it('are those of the version', () => {
    expect(crate('1.0').ComputationalWorkflow).toBeUndefined();
    expect(crate('1.1').ComputationalWorkflow).toBe('https://bioschemas.org/ComputationalWorkflow');
    expect(crate('1.3').ComputationalWorkflow).toBe('https://bioschemas.org/terms/ComputationalWorkflow');
    expect(crate('1.0').RepositoryObject).toBe('http://pcdm.org/models#object');
    expect(crate('1.1').RepositoryObject).toBe('http://pcdm.org/models#Object');
    expect(crate('0.2')['cite-as']).toBe('https://www.w3.org/ns/iana/link-relations/relation#cite-as');
    expect(crate('1.2')['cite-as']).toBe('http://www.iana.org/assignments/relation/cite-as');
  });

  it('have absolute IRIs', () => {
    expect(crate('1.2')).toMatchObject({
      name: 'http://schema.org/name',
      File: 'http://schema.org/MediaObject',
      HTML: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML',
      schema: 'http://schema.org/',
      conformsTo: 'http://purl.org/dc/terms/conformsTo',
    });
  });

  it.each([
    ['0.2', 2250],
    ['1.0', 2419],
    ['1.1', 2627],
    ['1.2', 2899],
    ['1.3', 3069],
  ])('of %s are %i, none a keyword', (version, count) => {
    const terms = Object.keys(crate(version));
    expect(terms).toHaveLength(count);
    expect(terms.filter((term) => term.startsWith('@'))).toEqual([]);
  });

  it('are built once and cannot be changed', () => {
    expect(crate('1.1')).toBe(crate('1.1'));
    expect(crate('1.1-DRAFT')).toBe(crate('1.1'));
    expect(Object.isFrozen(crate('1.1'))).toBe(true);
  });
});

describe('addresses', () => {
  it.each([
    ['https://w3id.org/ro/crate/1.1/context', '1.1'],
    ['http://w3id.org/ro/crate/1.1/context', '1.1'],
    ['https://www.w3id.org/ro/crate/1.1/context', '1.1'],
    ['HTTPS://W3ID.org/ro/crate/1.1/context', '1.1'],
    [' https://w3id.org/ro/crate/1.2/context', '1.2'],
    ['https://w3id.org/ro/crate/1.2/context/\n', '1.2'],
    ['https://w3id.org/ro/crate/1.2/context.jsonld', '1.2'],
    ['https://w3id.org/ro/crate/1.2/context.json', '1.2'],
    ['https://w3id.org/ro/crate/1.2/context#', '1.2'],
    ['https://w3id.org/ro/crate/1.2', '1.2'],
    ['https://w3id.org/ro/crate/1.1-RC2/context', '1.1-RC2'],
    ['https://w3id.org/ro/crate/1.4-draft/context', '1.4-DRAFT'],
    ['https://www.researchobject.org/ro-crate/1.1/context.jsonld', '1.1'],
    ['https://researchobject.org/ro-crate/1.1/context.jsonld', '1.1'],
    ['http://www.researchobject.org/ro-crate/specification/1.2/context.jsonld', '1.2'],
    ['https://researchobject.github.io/ro-crate/1.0/context.jsonld', '1.0'],
    ['https://researchobject.github.io/ro-crate/specification/1.3/context.jsonld', '1.3'],
    ['https://raw.githubusercontent.com/ResearchObject/ro-crate/master/docs/0.2-DRAFT/context.json', '0.2-DRAFT'],
    ['https://raw.githubusercontent.com/ResearchObject/ro-crate/refs/heads/main/docs/1.1/context.jsonld', '1.1'],
    ['https://raw.githubusercontent.com/ResearchObject/ro-crate/main/docs/_specification/0.2/context.json', '0.2'],
  ])('%j is RO-Crate %s', (address, version) => {
    expect(bundle.version(address)).toBe(version);
    expect(bundle.lookup(address)).toBe(crate(version));
  });

  it.each([
    'https://w3id.org/ro/crate/2.0/context',
    'https://w3id.org/ro/crate/1.1.2/context',
    'https://w3id.org/ro/crate/1.1/contexts',
    'https://w3id.org/ro/crate',
    'https://example.org/ro/crate/1.1/context',
    'https://example.org/?https://w3id.org/ro/crate/1.1/context',
    'https://w3id.org@example.org/ro/crate/1.1/context',
    'https://w3id.org/ro/terms/unheard-of/context',
    'https://schema.org/',
    '__proto__',
    '',
  ])('%j is not ours', (address) => {
    expect(bundle.version(address)).toBeUndefined();
    expect(bundle.lookup(address)).toBeUndefined();
  });

  it.each([
    'https://w3id.org/ro/terms/workflow-run/context',
    'http://w3id.org/ro/terms/workflow-run',
    'https://w3id.org/ro/terms/workflow-run/',
    'https://w3id.org/ro/terms/workflow-run#',
    'https://w3id.org/ro/terms/workflow-run/context.jsonld',
  ])('%j is the workflow-run profile', (address) => {
    expect(bundle.version(address)).toBeUndefined();
    expect(bundle.lookup(address)).toMatchObject({ sha256: 'https://w3id.org/ro/terms/workflow-run#sha256' });
  });

  it('of one profile may differ, and definitions may be objects', () => {
    const ldac = bundle.lookup('https://w3id.org/ldac/context');
    expect(ldac).toEqual(bundle.lookup('https://purl.archive.org/language-data-commons/context.json'));
    const science = bundle.lookup('https://w3id.org/ro/terms/earth-science#');
    expect(science?.noDataValue).toEqual({ '@id': 'https://w3id.org/ro/terms/earth-science/noDataValue' });
  });

  it('versions() has the five versions, oldest first', () => {
    expect(bundle.versions()).toEqual(['0.2', '1.0', '1.1', '1.2', '1.3']);
  });
});

describe('the text', () => {
  it('may have comments and CRLF line ends', () => {
    const roCrate =
      '; words\r\n@namespace http://n/\r\n@same 1.0 1.1\r\n\r\n# 1.0 2.0\r\n; more\r\na\r\nb http://b\r\n';
    const small = parseBundle({ roCrate, profiles: '# http://p/x\nc {"@id":"http://c","@type":"@id"}' });
    expect(small.versions()).toEqual(['1.0', '2.0']);
    expect(small.lookup('https://w3id.org/ro/crate/1.1/context')).toEqual({ a: 'http://n/a', b: 'http://b' });
    expect(small.lookup('https://p/x/context')).toEqual({ c: { '@id': 'http://c', '@type': '@id' } });
  });
});

/** What the published documents say otherwise and has no effect here, or is known to differ. */
const KNOWN_DIFFERENCES: Record<string, Table> = {
  '1.1-DRAFT': { RepositoryObject: 'http://pcdm.org/models#object' },
  '1.1-RC2': { RepositoryObject: 'http://pcdm.org/models#object' },
};

describeWithShared('the bundle next to the published documents', 'corpus/contexts', (folder) => {
  const files = readdirSync(folder);
  const published = (file: string): Table =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { '@context': Table })['@context'];

  it.each(files.filter((name) => name.startsWith('ro-crate-')))('%s: every term has the same IRI', (file) => {
    const version = /^ro-crate-(.*)\.json/.exec(file)![1]!;
    expect({ ...crate(version), ...KNOWN_DIFFERENCES[version] }).toEqual(expanded(published(file)));
  });

  it.each([...files.filter((name) => name.startsWith('ro-terms-')), 'ldac.json'])('%s: the same terms', (file) => {
    const name = /^(?:ro-(terms-))?(.*)\.json/.exec(file)!;
    const address = name[1] ? `https://w3id.org/ro/terms/${name[2]}` : `https://w3id.org/${name[2]}`;
    expect(bundle.lookup(`${address}/context`)).toEqual(published(file));
    expect(bundle.lookup(address)).toEqual(published(file));
  });
});

/** Compact IRIs made whole; without `@base` and the keyword-like `@label`, which JSON-LD ignores. */
function expanded(context: Table): Table {
  const whole = (iri: string): string => {
    const [prefix = '', rest = ''] = iri.split(/:(.*)/s);
    return typeof context[prefix] === 'string' && !rest.startsWith('//') ? `${context[prefix]}${rest}` : iri;
  };
  const terms = Object.entries(context).filter(([term]) => !term.startsWith('@'));
  return Object.fromEntries(terms.map(([term, iri]) => [term, whole(iri as string)]));
}
