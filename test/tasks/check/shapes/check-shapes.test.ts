import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkCrate } from '../../../../src/tasks/check/check-crate.js';
import { ShapeSources } from '../../../../src/tasks/check/shapes/shape-sources.js';
import type { JsonObject } from '../../../../src/crate/json/value.js';
import { documentText, sampleCrate, type Change } from '../helpers/sample-crate.js';

const PREFIXES = `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix schema: <http://schema.org/> .
@prefix ex: <https://shapes.example/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const SIZED = 'ex:File a sh:NodeShape ; sh:targetClass schema:MediaObject ;';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'crategraph-shapes-'))));
afterEach(() => rm(folder, { recursive: true }));

async function shapesFile(turtle: string, name = 'shapes.ttl'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, PREFIXES + turtle);
  return file;
}

/** What shapes find in the sample, or a change of it. */
async function findingsOf(turtle: string, change: Change = () => undefined) {
  const draft = sampleCrate();
  change(draft);
  const crate = JSON.parse(documentText(draft) as string) as JsonObject;
  const { findings } = await checkCrate(crate as never, { shapes: [await shapesFile(turtle)] });
  return findings.filter(({ rule }) => rule.startsWith('shape')).map(({ line: _, column: __, ...finding }) => finding);
}

describe('shapes', () => {
  it('name the entity and the place as they are in the document', async () => {
    const findings = await findingsOf(`${SIZED}
      sh:property [ sh:path schema:contentSize ; sh:pattern "^[0-4]" ; sh:severity sh:Warning ; sh:message "is too large" ] .`);
    expect(findings).toEqual([
      {
        rule: 'shape',
        severity: 'warning',
        message: 'is too large (http://schema.org/contentSize): "5120"',
        entity: 'levels.csv',
        pointer: '/@graph/6/contentSize',
        shape: 'https://shapes.example/File',
        component: 'Pattern',
      },
    ]);
  });

  it.each([
    ['sh:Info', 'note'],
    ['sh:Warning', 'warning'],
    ['sh:Violation', 'error'],
    ['ex:Grave', 'error'],
  ])('of severity %s give a finding of severity %s', async (severity, expected) => {
    const findings = await findingsOf(`${SIZED} sh:severity ${severity} ; sh:nodeKind sh:BlankNode .`);
    expect(findings).toMatchObject([{ severity: expected, entity: 'levels.csv', pointer: '/@graph/6' }]);
  });

  it('find a blank node by the label of the document', async () => {
    const findings = await findingsOf(
      'ex:Geo a sh:NodeShape ; sh:targetClass schema:GeoShape ; sh:property [ sh:path schema:box ; sh:minCount 1 ] .',
      ({ add }) => void add({ '@id': '_:area', '@type': 'GeoShape', name: 'x' }),
    );
    expect(findings).toMatchObject([{ entity: '_:area', pointer: '/@graph/9', component: 'MinCount' }]);
  });

  it('see a node as often as it is mentioned', async () => {
    const findings = await findingsOf(
      `${SIZED} sh:property [ sh:path schema:author ; sh:node ex:Nobody ] . ex:Nobody a sh:NodeShape ; sh:nodeKind sh:Literal .`,
      ({ add }) => {
        for (let i = 0; i < 120; i += 1)
          add({ '@id': `f${i}.csv`, '@type': 'File', name: 'f', author: { '@id': 'https://orcid.org/0000-0002-1825-0097' } }, 'hasPart'); // prettier-ignore
      },
    );
    expect(findings).toHaveLength(120);
  });

  it('are read once for several crates', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.setHeader('content-type', 'text/turtle').end(`${PREFIXES}${SIZED} sh:nodeKind sh:IRI .`);
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    try {
      const shapes = new ShapeSources([`http://127.0.0.1:${(server.address() as AddressInfo).port}/s`]);
      for (let i = 0; i < 3; i += 1) await checkCrate('data/crates/rainfall-survey', { shapes });
      expect(requests).toBe(1);
    } finally {
      server.close();
    }
  });
});

describe('what is not run is named', () => {
  it.each([
    [
      'sh:target',
      'ex:T a sh:NodeShape ; sh:target [ sh:select "SELECT ?this WHERE { ?this ?p ?o }" ] ; sh:nodeKind sh:IRI .',
    ],
    ['sh:rule', `${SIZED} sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:p ; sh:object 1 ] .`],
    ['sh:js', `${SIZED} sh:js [ sh:jsFunctionName "f" ] .`],
    ['sh:uniqueMembers', `${SIZED} sh:uniqueMembers true .`],
    [
      'sh:ConstraintComponent',
      `${SIZED} ex:most 3 . ex:Most a sh:ConstraintComponent ; sh:parameter [ sh:path ex:most ] .`,
    ],
    ['owl:imports', `ex: <http://www.w3.org/2002/07/owl#imports> ex:more . ${SIZED} sh:nodeKind sh:IRI .`],
  ])('%s', async (construct, turtle) => {
    const findings = await findingsOf(turtle);
    const named = findings.filter(({ rule, severity }) => rule === 'shape-not-run' && severity === 'note');
    expect(named.map(({ message }) => message).join('\n')).toContain(construct);
    expect(findings.filter(({ rule }) => rule === 'shape')).toEqual([]);
  });

  it('shapes for https://schema.org/ where the crate has http', async () => {
    const findings = await findingsOf(
      'ex:F a sh:NodeShape ; sh:targetClass <https://schema.org/Dataset> ; sh:nodeKind sh:Literal .',
    );
    expect(findings).toMatchObject([
      { rule: 'shape-not-run', message: expect.stringContaining('https://schema.org/') as string },
    ]);
  });
});

describe('shapes that cannot be run are an error', () => {
  it.each([
    ['no shapes', 'ex:a schema:name "x" .'],
    ['a shape that contains itself', `${SIZED} sh:property [ sh:path schema:author ; sh:node ex:File ] .`],
    ['a list without an end', `${SIZED} sh:or [ <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> ex:x ] .`],
    ['a list that is none', `${SIZED} sh:or ex:x .`],
    [
      'a list that bites its tail',
      `${SIZED} sh:in _:l . _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> 1 ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .`,
    ],
    ['a bad pattern', `${SIZED} sh:property [ sh:path schema:name ; sh:pattern "(" ] .`],
    ['a property shape without a path', `${SIZED} sh:property [ sh:minCount 1 ] .`],
    ['a path that is none', `${SIZED} sh:property [ sh:path [ ex:a ex:b ] ; sh:minCount 1 ] .`],
    [
      'an inverse of a path',
      `${SIZED} sh:property [ sh:path [ sh:inversePath [ sh:zeroOrMorePath ex:p ] ] ; sh:minCount 1 ] .`,
    ],
    ['a count that is no number', `${SIZED} sh:property [ sh:path schema:name ; sh:minCount "one" ] .`],
    ['a kind of node that there is not', `${SIZED} sh:nodeKind ex:Thing .`],
  ])('%s', async (_, turtle) => {
    await expect(findingsOf(turtle)).rejects.toMatchObject({
      code: 'ERR_SHAPES_INVALID',
    });
  });

  it('broken JSON-LD is a fault of the shapes, not of the crate', async () => {
    const file = join(folder, 'shapes.jsonld');
    await writeFile(file, '{');
    await expect(checkCrate('data/crates/rainfall-survey', { shapes: [file] })).rejects.toMatchObject({
      code: 'ERR_SHAPES_INVALID',
    });
  });
});

describe('the shapes of profiles', () => {
  /** Serves a profile crate with shapes, as its folder on the web. */
  async function withProfile<T>(entities: JsonObject[], job: (address: string) => Promise<T>): Promise<T> {
    const server = createServer((request, response) => {
      const draft = sampleCrate();
      draft.graph.push(...entities);
      if (request.url === '/p/shapes.ttl')
        response.setHeader('content-type', 'text/turtle').end(`${PREFIXES}${SIZED} sh:nodeKind sh:BlankNode .`);
      else response.setHeader('content-type', 'application/ld+json').end(documentText(draft));
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    try {
      return await job(`http://127.0.0.1:${(server.address() as AddressInfo).port}/p/ro-crate-metadata.json`);
    } finally {
      server.close();
    }
  }

  async function shapeFindings(address: string) {
    const draft = sampleCrate();
    draft.entity('./')['conformsTo'] = { '@id': address };
    const crate = JSON.parse(documentText(draft) as string) as JsonObject;
    const { findings } = await checkCrate(crate as never, { shapes: ['profile'] });
    return findings.filter(({ rule }) => rule.startsWith('shape'));
  }

  const FILE = { '@id': 'shapes.ttl', '@type': 'File', encodingFormat: 'text/turtle' };

  it.each([
    ['a file that conforms to SHACL', [{ ...FILE, conformsTo: { '@id': 'http://www.w3.org/ns/shacl#' } }]],
    [
      'a resource with the role of validation',
      [
        FILE,
        {
          '@id': '#d',
          '@type': 'ResourceDescriptor',
          hasRole: { '@id': 'http://www.w3.org/ns/dx/prof/role/validation' },
          hasArtifact: { '@id': 'shapes.ttl' },
        },
      ],
    ],
  ])('are in %s', async (_, entities) => {
    const findings = await withProfile(entities as JsonObject[], shapeFindings);
    expect(findings).toMatchObject([{ rule: 'shape', entity: 'levels.csv' }]);
  });

  it('are named if there are none, or the profile cannot be read', async () => {
    expect(await withProfile([], shapeFindings)).toMatchObject([{ rule: 'shape-not-run' }]);
    expect(await shapeFindings('http://127.0.0.1:9/nothing')).toMatchObject([{ rule: 'shape-not-run' }]);
  });
});
