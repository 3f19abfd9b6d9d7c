import { checkCrate } from '../../../src/tasks/check/check-crate.js';
import { addTerms, projectTerm } from '../../../src/tasks/vocabulary/add-terms.js';
import { listTerms } from '../../../src/tasks/vocabulary/list-terms.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';

const contexts = openContexts({ offline: true });
const IRI = 'https://coast.example/terms#tideDatum';

const TEXT = `{
    "@context": "https://w3id.org/ro/crate/1.2/context",
    "@graph": [
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"},
         "conformsTo": {"@id": "https://w3id.org/ro/crate/1.2"}},
        {"@id": "./",   "@type": "Dataset", "name": "Gauge", "tideDatum": "DVR90", "height": 1.50 }
    ]
}
`;

async function added(text: string, ...more: Parameters<typeof addTerms> extends [unknown, ...infer R] ? R : never) {
  const [terms, options] = more;
  const result = await addTerms(new TextEncoder().encode(text), terms, { contexts, ...options });
  return { ...result, text: Buffer.concat(result.chunks).toString() };
}

describe('addTerms', () => {
  it('adds an entry and a definition, and nothing else changes', async () => {
    const { text, advice } = await added(TEXT, [{ name: 'tideDatum', iri: IRI, description: 'Zero of the levels' }]);
    for (const line of TEXT.split('\n').slice(3, 6)) expect(text).toContain(line.trimEnd());
    const { '@context': context, '@graph': graph } = JSON.parse(text);
    expect(context).toEqual(['https://w3id.org/ro/crate/1.2/context', { tideDatum: IRI }]);
    expect(graph.at(-1)).toEqual({
      '@id': IRI,
      '@type': 'rdf:Property',
      name: 'tide datum',
      description: 'Zero of the levels',
    });
    expect(advice).toEqual([]);
    const [term, ...others] = await listTerms(new TextEncoder().encode(text), { contexts });
    expect(others.filter(({ iri }) => iri === undefined)).toEqual([]);
    expect(term).toMatchObject({ name: 'tideDatum', iri: IRI, origin: 'local', definition: IRI, problems: [] });
  });

  it('changes nothing the second time', async () => {
    const once = await added(TEXT, [{ name: 'tideDatum', iri: IRI, description: 'x' }], { rdfs: true });
    const twice = await added(once.text, [{ name: 'tideDatum', iri: IRI, description: 'x' }], { rdfs: true });
    expect(twice.text).toBe(once.text);
    expect(twice).toMatchObject({ context: {}, entities: [] });
  });

  it.each([
    ['urn', 'all IRIs that begin with urn:'],
    ['sensor', 'sensor:7'],
    ['field', 'field:depth'],
  ])('refuses %s, which as a prefix would change %s', async (name, what) => {
    const text = TEXT.replace('"height": 1.50', '"height": 1.50, "field:depth": 2, "about": {"@id": "sensor:7"}');
    const adding = added(text, [{ name, iri: 'https://coast.example/terms#' }]);
    await expect(adding).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining(what) });
  });

  it('may have the name of a scheme that only addresses with // have', async () => {
    const { context } = await added(TEXT.replace('1.50', '1.50, "about": {"@id": "gauge://x/"}'), [
      { name: 'gauge', iri: IRI },
    ]);
    expect(context).toEqual({ gauge: IRI });
  });

  it('has terms of RDFS that are no terms beyond RO-Crate', async () => {
    const { text } = await added(TEXT, [{ name: 'tideDatum', iri: IRI, description: 'Zero' }], { rdfs: true });
    expect(text).toContain('rdfs:label');
    for (const one of [text, text.replace('/1.2/context', '/1.1/context')]) {
      const names = (await listTerms(new TextEncoder().encode(one), { contexts })).map(({ name }) => name);
      expect([names.includes('tideDatum'), names.filter((name) => name.startsWith('rdf'))]).toEqual([true, []]);
    }
  });

  it('defines as a class what the crate uses as a type', async () => {
    const text = TEXT.replace('"Dataset"', '["Dataset", "TideGauge"]');
    const { entities } = await added(text, [{ name: 'TideGauge', iri: projectTerm('test', 'TideGauge') }]);
    expect(entities).toEqual([
      { '@id': 'https://w3id.org/ro/terms/test#TideGauge', '@type': 'rdfs:Class', name: 'Tide gauge' },
    ]);
  });

  it('repeats names and descriptions for RDFS, of all definitions', async () => {
    const { text } = await added(TEXT, [{ name: 'tideDatum', iri: IRI, description: 'Zero' }]);
    const { text: both, entities } = await added(text, [], { rdfs: true });
    expect(entities).toEqual([{ '@id': IRI, 'rdfs:label': 'tide datum', 'rdfs:comment': 'Zero' }]);
    expect(JSON.parse(both)['@graph'].at(-1)).toMatchObject({ 'rdfs:label': 'tide datum', name: 'tide datum' });
    const { findings } = await checkCrate(new TextEncoder().encode(both), { contexts });
    expect(findings.filter(({ rule }) => /^(?:term|definition)-/.test(rule))).toEqual([]);
  });

  it('declares the prefixes that a context lacks, and keeps a base', async () => {
    const text = TEXT.replace(
      '"https://w3id.org/ro/crate/1.2/context"',
      '{"@vocab": "http://schema.org/", "@base": "https://coast.example/crate/"}',
    );
    const { text: next } = await added(text, [{ name: 'tideDatum', iri: IRI }], { rdfs: true });
    const { '@context': context, '@graph': graph } = JSON.parse(next);
    expect(Object.assign({}, ...[context].flat())).toEqual({
      '@vocab': 'http://schema.org/',
      '@base': 'https://coast.example/crate/',
      tideDatum: IRI,
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
    });
    expect(graph.slice(0, 2)).toEqual(JSON.parse(text)['@graph']);
  });

  it.each([
    ['name', 'https://coast.example/terms#name', 'in RO-Crate it is <http://schema.org/name>'],
    ['tideDatum', 'terms#x', 'is not an absolute IRI'],
    ['tide datum', IRI, 'one word'],
    ['@id', IRI, 'one word'],
  ])('refuses %s = %s', async (name, iri, message) => {
    await expect(added(TEXT, [{ name, iri }])).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: expect.stringContaining(message),
    });
  });

  it('refuses a name that the context of the crate gives another meaning', async () => {
    const { text } = await added(TEXT, [{ name: 'tideDatum', iri: IRI }]);
    await expect(added(text, [{ name: 'tideDatum', iri: `${IRI}2` }])).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('says what is still missing', async () => {
    const { advice } = await added(TEXT, [{ name: 'tideDatum', iri: projectTerm('havneby', 'tideDatum') }]);
    expect(advice).toEqual([
      'tideDatum has no description: add --description',
      'https://w3id.org/ro/terms/havneby# is not registered: register the project and its terms',
    ]);
  });
});
