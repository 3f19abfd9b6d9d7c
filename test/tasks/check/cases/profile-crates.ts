import type { JsonObject } from '../../../../src/crate/json/value.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });
const PROFILE = 'https://coast.example/tides/1.0';
const CONTEXT = 'https://coast.example/tides/context.json';

/** The crate conforms to a profile. */
const profiled =
  (more: JsonObject = {}) =>
  ({ add }: Draft) =>
    void add({ '@id': PROFILE, '@type': ['CreativeWork', 'Profile'], name: 'Tides', ...more }, 'conformsTo');

/** The crate is a profile, and its folder a page about it. Its root keeps the name that the sample has. */
const profileCrate =
  (change: (draft: Draft) => void = () => undefined) =>
  (draft: Draft) => {
    Object.assign(draft.entity('./'), {
      '@type': ['Dataset', 'Profile'],
      isProfileOf: ref('https://w3id.org/ro/crate/1.2'),
      hasResource: ref('#page'),
    });
    const page = {
      '@type': 'File',
      name: 'Tides',
      description: 'What crates have',
      contentSize: '9',
      about: ref('./'),
    };
    draft.add({ '@id': 'page.html', encodingFormat: 'text/html', ...page }, 'hasPart');
    const role = 'http://www.w3.org/ns/dx/prof/role/specification';
    const resource = { '@type': 'ResourceDescriptor', name: 'Page', hasArtifact: ref('page.html'), hasRole: ref(role) };
    draft.graph.push({ '@id': '#page', ...resource });
    change(draft);
  };

/** The profile has a context. */
const withContext = (more: JsonObject = {}) =>
  profileCrate(({ add }) => {
    const context = { '@type': 'CreativeWork', name: 'Context', encodingFormat: 'application/ld+json' };
    add({ '@id': CONTEXT, ...context, conformsTo: ref('http://www.w3.org/ns/json-ld#Context'), ...more });
  });

const also = ['profile-crate-id'];

export const PROFILE_CRATE_CASES: readonly RuleCase[] = [
  {
    rule: 'profile-described',
    name: 'a profile that is only named',
    breaks: ({ entity }) => (entity('./')['conformsTo'] = ref(PROFILE)),
    entity: './',
    pointer: '/@graph/1/conformsTo',
    keeps: profiled(),
  },
  {
    rule: 'profile-type',
    name: 'a profile that is only a page',
    breaks: profiled({ '@type': 'CreativeWork' }),
    entity: './',
    keeps: profiled(),
  },
  {
    rule: 'profile-page',
    name: 'a profile that is nothing else',
    breaks: profiled({ '@type': 'Profile' }),
    entity: './',
    keeps: profiled({ '@type': ['Dataset', 'Profile'], description: 'Tides' }),
  },
  {
    rule: 'profile-address',
    name: 'a profile of this crate',
    breaks: profiled({ '@id': '#tides' }),
    entity: './',
    keeps: profiled(),
  },
  {
    rule: 'profile-crate-type',
    name: 'a profile that is only a dataset',
    breaks: profileCrate(({ entity }) => (entity('./')['@type'] = 'Dataset')),
    entity: './',
    keeps: profileCrate(),
  },
  {
    rule: 'profile-crate-page',
    name: 'a profile without a page',
    breaks: profileCrate(({ entity }) => {
      delete entity('page.html')['about'];
      delete entity('#page')['hasRole'];
    }),
    entity: './',
    also: [...also, 'resource-role'],
    keeps: profileCrate(({ entity }) => delete entity('page.html')['about']),
  },
  {
    rule: 'profile-crate-page-format',
    name: 'a page in Markdown',
    breaks: profileCrate(({ entity }) => (entity('page.html')['encodingFormat'] = 'text/markdown')),
    entity: 'page.html',
    also,
    keeps: profileCrate(),
  },
  {
    rule: 'profile-crate-id',
    name: 'a profile called ./',
    breaks: profileCrate(),
    entity: './',
    keeps: profiled(),
  },
  {
    rule: 'profile-crate-base',
    name: 'a profile of no version',
    breaks: profileCrate(({ entity }) => delete entity('./')['isProfileOf']),
    entity: './',
    also,
    keeps: profileCrate(),
  },
  ...(['hasRole', 'hasArtifact'] as const).map((property): RuleCase => ({
    rule: property === 'hasRole' ? 'resource-role' : 'resource-artifact',
    name: `a resource without ${property}`,
    breaks: profileCrate(({ entity }) => delete entity('#page')[property]),
    entity: '#page',
    also,
    keeps: profileCrate(),
  })),
  {
    rule: 'profile-context-format',
    name: 'a context in another format',
    breaks: withContext({ encodingFormat: 'application/json' }),
    entity: CONTEXT,
    also,
    keeps: withContext(),
  },
  {
    rule: 'profile-context-address',
    name: 'a context without an address',
    breaks: withContext({ '@id': '#context' }),
    entity: '#context',
    also,
    keeps: withContext(),
  },
  {
    rule: 'profile-context-https',
    name: 'a context by http',
    breaks: withContext({ '@id': 'http://coast.example/context.json' }),
    entity: 'http://coast.example/context.json',
    also,
    keeps: withContext(),
  },
  {
    rule: 'term-code',
    name: 'a code with a space',
    breaks: profileCrate(({ add }) =>
      add({ '@id': `${PROFILE}#x`, '@type': 'DefinedTerm', name: 'X', termCode: 'x y' }),
    ),
    entity: `${PROFILE}#x`,
    also,
    keeps: profileCrate(({ add }) => add({ '@id': `${PROFILE}#x`, '@type': 'DefinedTerm', name: 'X', termCode: 'xy' })),
  },
];
