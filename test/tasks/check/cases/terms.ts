import type { JsonObject } from '../../../../src/crate/json/value.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const IRI = 'https://coast.example/terms#tideDatum';

/** An entity that defines a property, with all that a definition should have. */
function definition(more: JsonObject = {}): JsonObject {
  return {
    '@id': IRI,
    '@type': 'rdf:Property',
    name: 'tide datum',
    description: 'The level that all others are measured from',
    'rdfs:label': 'tide datum',
    'rdfs:comment': 'The level that all others are measured from',
    ...more,
  };
}

/** Gives the crate a term of its own, and lets the root use it as a property. */
function useTerm(draft: Draft, name = 'tideDatum', iri = IRI): void {
  draft.context = [draft.context as string, { [name]: iri }];
  draft.entity('./')[name] = 'DVR90';
}

function makeProfile(draft: Draft): void {
  draft.entity('./')['@type'] = ['Dataset', 'Profile'];
}

/** The crate conforms to a profile whose context the package brings along. */
const COMPSS = 'https://w3id.org/ro/terms/compss';

export const TERM_CASES: readonly RuleCase[] = [
  {
    rule: 'term-clash',
    name: 'a term of RO-Crate with another meaning',
    breaks: (draft) => {
      useTerm(draft, 'award');
      draft.add(definition());
    },
    entity: './',
    pointer: '/@graph/1/award',
    keeps: (draft) => {
      draft.context = [draft.context as string, { award: 'https://schema.org/award' }];
    },
  },
  {
    rule: 'term-clash',
    name: 'a term that only a later version of RO-Crate has',
    version: '1.1',
    breaks: (draft) => {
      useTerm(draft, 'award');
      draft.add(definition());
    },
    keeps: (draft) => {
      useTerm(draft, 'sha256');
      draft.add(definition());
    },
  },
  {
    rule: 'term-described',
    name: 'a property of the crate that nothing defines',
    breaks: (draft) => useTerm(draft),
    entity: './',
    pointer: '/@graph/1/tideDatum',
    keeps: (draft) => {
      useTerm(draft);
      draft.add(definition());
    },
  },
  {
    rule: 'term-described',
    name: 'a type of the crate that nothing defines, and one of a vocabulary that everyone knows',
    breaks: (draft) => {
      draft.context = [draft.context as string, { TideGauge: 'https://coast.example/terms#TideGauge' }];
      draft.entity('./')['@type'] = ['Dataset', 'TideGauge'];
    },
    entity: './',
    pointer: '/@graph/1/@type/1',
    keeps: (draft) => {
      draft.context = [draft.context as string, { prov: 'http://www.w3.org/ns/prov#' }];
      draft.entity('./')['@type'] = ['Dataset', 'prov:Entity'];
    },
  },
  {
    rule: 'term-described',
    name: 'a term of a project, and one that a registered project has published',
    breaks: (draft) => {
      useTerm(draft);
    },
    keeps: (draft) => useTerm(draft, 'avgTime', 'https://w3id.org/ro/terms/compss#avgTime'),
  },
  {
    rule: 'term-prefix',
    name: 'a prefix that the context lacks',
    breaks: (draft) => (draft.entity('./')['dwc:waterBody'] = 'Wadden Sea'),
    entity: './',
    pointer: '/@graph/1/dwc:waterBody',
    keeps: (draft) => {
      draft.context = [draft.context as string, { dwc: 'http://rs.tdwg.org/dwc/terms/' }];
      draft.entity('./')['dwc:waterBody'] = 'Wadden Sea';
      draft.entity('./')['urn:example:waterBody'] = 'Wadden Sea';
    },
  },
  {
    rule: 'term-in-context',
    name: 'a defined property that is written as an IRI',
    breaks: (draft) => {
      draft.entity('./')[IRI] = 'DVR90';
      draft.add(definition());
    },
    entity: './',
    pointer: '/@graph/1/https:~1~1coast.example~1terms#tideDatum',
    keeps: (draft) => {
      useTerm(draft);
      draft.add(definition());
    },
  },
  {
    rule: 'term-role',
    name: 'a property that is used as a type',
    breaks: (draft) => {
      draft.context = [draft.context as string, { TideDatum: IRI }];
      draft.entity('./')['@type'] = ['Dataset', 'TideDatum'];
      draft.add(definition());
    },
    entity: './',
    pointer: '/@graph/1/@type/1',
    keeps: (draft) => {
      useTerm(draft);
      draft.add(definition({ '@type': ['rdf:Property', 'DefinedTerm'] }));
    },
  },
  {
    rule: 'term-namespace',
    name: 'a project that is not registered',
    breaks: (draft) => {
      const iri = 'https://w3id.org/ro/terms/havneby-tides#tideDatum';
      useTerm(draft, 'tideDatum', iri);
      draft.add(definition({ '@id': iri }));
    },
    entity: './',
    pointer: '/@graph/1/tideDatum',
    keeps: (draft) => {
      const iri = 'https://w3id.org/ro/terms/test#tideDatum';
      useTerm(draft, 'tideDatum', iri);
      draft.add(definition({ '@id': iri }));
    },
  },
  {
    rule: 'definition-id',
    name: 'a property with an identifier of the crate',
    breaks: ({ add }) => void add(definition({ '@id': '#tideDatum' })),
    entity: '#tideDatum',
    pointer: '/@graph/9',
    keeps: ({ add }) => void add(definition({ '@id': '#tideDatum', '@type': 'DefinedTerm', url: IRI })),
  },
  {
    rule: 'definition-name',
    name: 'a property without a name',
    breaks: ({ add }) => void delete add(definition())['name'],
    entity: IRI,
    keeps: ({ add }) => void add(definition()),
  },
  {
    rule: 'definition-name',
    name: 'a property with a label, in the manner of RO-Crate 1.1',
    version: '1.1',
    breaks: ({ add }) => {
      const { name: _, 'rdfs:label': __, ...rest } = definition();
      add(rest);
    },
    keeps: ({ add }) => void delete add(definition())['name'],
  },
  {
    rule: 'definition-description',
    name: 'a property without a description',
    breaks: ({ add }) => void delete add(definition())['description'],
    entity: IRI,
    keeps: ({ add }) => void add(definition()),
  },
  {
    rule: 'definition-description',
    name: 'a property with a comment, in the manner of RO-Crate 1.1',
    version: '1.1',
    breaks: ({ add }) => {
      const { description: _, 'rdfs:comment': __, ...rest } = definition();
      add(rest);
    },
    keeps: ({ add }) => void delete add(definition())['description'],
  },
  {
    rule: 'definition-name',
    name: 'a class that says nothing but its type, as a full IRI, and an entity that is only called Property',
    version: '1.1',
    breaks: ({ add }) => void add({ '@id': IRI, '@type': 'http://www.w3.org/2000/01/rdf-schema#Class' }),
    entity: IRI,
    also: ['definition-description'],
    keeps: ({ add }) => void add({ '@id': 'https://coast.example/rdf#Property', '@type': 'CreativeWork' }),
  },
  {
    rule: 'definition-rdfs',
    name: 'a property without a label',
    breaks: ({ add }) => void delete add(definition())['rdfs:label'],
    entity: IRI,
    keeps: ({ add }) => void add(definition()),
  },
  {
    rule: 'profile-term-absolute',
    name: 'a profile with a relative term',
    breaks: (draft) => {
      makeProfile(draft);
      draft.add(definition({ '@id': '#tideDatum' }));
    },
    entity: '#tideDatum',
    also: ['profile-crate-base', 'profile-crate-id', 'profile-crate-page'],
    keeps: (draft) => {
      makeProfile(draft);
      draft.add(definition());
    },
  },
  {
    rule: 'profile-term-kept',
    name: 'a term that the profile no longer has',
    breaks: (draft) => {
      draft.context = [draft.context as string, `${COMPSS}/context`, { tideDatum: `${COMPSS}#tideDatum` }];
      draft.entity('./')['tideDatum'] = 'DVR90';
      draft.entity('./')['conformsTo'] = { '@id': COMPSS };
      draft.add(definition({ '@id': `${COMPSS}#tideDatum` }));
      draft.add({ '@id': COMPSS, '@type': ['CreativeWork', 'Profile'], name: 'COMPSs', version: '1.0' });
    },
    entity: './',
    pointer: '/@graph/1/tideDatum',
    keeps: (draft) => {
      draft.context = [draft.context as string, `${COMPSS}/context`];
      draft.entity('./')['conformsTo'] = { '@id': COMPSS };
      draft.add({ '@id': COMPSS, '@type': ['CreativeWork', 'Profile'], name: 'COMPSs', version: '1.0' });
    },
  },
];
