import type { DefineCommand } from './options.js';

/** A verb of the command line. */
export interface Verb {
  readonly name: string;
  /** What it does, in words of the help. */
  readonly summary: string;
  /** Words that other tools have for it: an error about one of these names the verb. */
  readonly alsoCalled?: readonly string[];
  /** Loads what declares its arguments and options, and runs it. */
  readonly define: () => Promise<DefineCommand>;
}

/** All verbs, by the headings of the help and in its order. The help loads no code of them. */
export const VERB_GROUPS: Readonly<Record<string, readonly Verb[]>> = {
  Store: [
    {
      name: 'load',
      summary: 'load crates into the store, each as one named graph',
      alsoCalled: ['import', 'add', 'ingest', 'insert', 'put'],
      define: async () => (await import('./commands/load.js')).loadCommand,
    },
    {
      name: 'sync',
      summary: 'bring the store up to date with catalogues of crates',
      alsoCalled: ['harvest', 'refresh', 'crawl'],
      define: async () => (await import('./commands/sync.js')).syncCommand,
    },
    {
      name: 'list',
      summary: 'list the crates of the store',
      alsoCalled: ['ls'],
      define: async () => (await import('./commands/list.js')).listCommand,
    },
    {
      name: 'show',
      summary: 'say what a crate is, in or outside of the store, or an entity of it',
      alsoCalled: ['info', 'describe', 'inspect', 'view', 'cat'],
      define: async () => (await import('./commands/show.js')).showCommand,
    },
    {
      name: 'search',
      summary: 'find crates, files, people and other entities of the store by words',
      alsoCalled: ['find', 'grep'],
      define: async () => (await import('./commands/search.js')).searchCommand,
    },
    {
      name: 'query',
      summary: 'run a SPARQL query on all crates of the store',
      alsoCalled: ['sparql', 'select', 'ask'],
      define: async () => (await import('./commands/query.js')).queryCommand,
    },
    {
      name: 'queries',
      summary: 'list the saved queries, print one, or save your own',
      define: async () => (await import('./commands/queries.js')).queriesCommand,
    },
    {
      name: 'identities',
      summary: 'find what is the same across crates, and write it into a graph of its own',
      alsoCalled: ['same', 'dedupe', 'deduplicate', 'link', 'reconcile'],
      define: async () => (await import('./commands/identities.js')).identitiesCommand,
    },
    {
      name: 'update',
      summary: 'change crates of the store with SPARQL Update: all of it or nothing',
      define: async () => (await import('./commands/update.js')).updateCommand,
    },
    {
      name: 'remove',
      summary: 'remove crates from the store: all that you name, or none',
      alsoCalled: ['delete', 'rm', 'del', 'drop'],
      define: async () => (await import('./commands/remove.js')).removeCommand,
    },
    {
      name: 'index',
      summary: 'make the index of the store, or bring it up to date, ahead of a query',
      define: async () => (await import('./commands/index-store.js')).indexCommand,
    },
    {
      name: 'verify',
      summary: 'read the whole store and compare it with its checksums',
      define: async () => (await import('./commands/verify.js')).verifyCommand,
    },
  ],
  'In and out': [
    {
      name: 'fetch',
      summary: 'retrieve a crate from the web: its metadata document or the whole package',
      alsoCalled: ['download', 'pull', 'clone', 'retrieve'],
      define: async () => (await import('./commands/fetch.js')).fetchCommand,
    },
    {
      name: 'export',
      summary: 'write a crate of the store as RO-Crate: metadata document, folder or archive',
      alsoCalled: ['extract', 'save', 'get'],
      define: async () => (await import('./commands/export.js')).exportCommand,
    },
    {
      name: 'dump',
      summary: 'write crates of the store as RDF with graph names, for other RDF tools',
      define: async () => (await import('./commands/dump.js')).dumpCommand,
    },
    {
      name: 'push',
      summary: 'copy crates to another store, with their load records and originals',
      alsoCalled: ['copy'],
      define: async () => (await import('./commands/push.js')).pushCommand,
    },
    {
      name: 'backup',
      summary: 'copy the store file while others read and write it',
      define: async () => (await import('./commands/backup.js')).backupCommand,
    },
  ],
  'Make and check': [
    {
      name: 'init',
      summary: 'make a crate of a folder: write a metadata file that describes its files',
      alsoCalled: ['new', 'create'],
      define: async () => (await import('./commands/init.js')).initCommand,
    },
    {
      name: 'set',
      summary: 'set properties of an entity of a crate, or describe a new one',
      alsoCalled: ['edit', 'change', 'modify'],
      define: async () => (await import('./commands/set.js')).setCommand,
    },
    {
      name: 'unset',
      summary: 'remove properties of an entity of a crate, or the entity',
      define: async () => (await import('./commands/unset.js')).unsetCommand,
    },
    {
      name: 'check',
      summary: 'check crates against the rules of RO-Crate',
      alsoCalled: ['validate', 'lint', 'test'],
      define: async () => (await import('./commands/check.js')).checkCommand,
    },
    {
      name: 'inventory',
      summary: 'compare the files that a crate describes with those that exist',
      define: async () => (await import('./commands/inventory.js')).inventoryCommand,
    },
    {
      name: 'terms',
      summary: 'list the terms that crates use beyond those of RO-Crate, or add some to them',
      define: async () => (await import('./commands/terms.js')).termsCommand,
    },
    {
      name: 'profile',
      summary: 'move terms that crates share to a profile crate, or compare two profiles',
      define: async () => (await import('./commands/profile.js')).profileCommand,
    },
    {
      name: 'stats',
      summary: 'count entities by type, files by format and size, and what is missing',
      alsoCalled: ['statistics', 'count', 'summary'],
      define: async () => (await import('./commands/stats.js')).statsCommand,
    },
    {
      name: 'diff',
      summary: 'compare two crates entity by entity, each of them anywhere or in the store',
      alsoCalled: ['compare'],
      define: async () => (await import('./commands/diff.js')).diffCommand,
    },
  ],
  Publish: [
    {
      name: 'serve',
      summary: 'serve crates over HTTP: a website, their files and metadata, and SPARQL',
      alsoCalled: ['server', 'web', 'start'],
      define: async () => (await import('./commands/serve.js')).serveCommand,
    },
    {
      name: 'preview',
      summary: 'write a crate as a static web page, ro-crate-preview.html',
      define: async () => (await import('./commands/preview.js')).previewCommand,
    },
    {
      name: 'detach',
      summary: 'turn a crate into a Detached Package: a document with absolute identifiers',
      define: async () => (await import('./commands/detach.js')).detachCommand,
    },
    {
      name: 'attach',
      summary: 'make a folder or archive of a Detached crate, with or without its files',
      define: async () => (await import('./commands/attach.js')).attachCommand,
    },
  ],
  Documents: [
    {
      name: 'convert',
      summary: 'convert a crate to RDF, RDF to a crate, or a document to another form',
      alsoCalled: ['transform', 'rdf'],
      define: async () => (await import('./commands/convert.js')).convertCommand,
    },
    {
      name: 'root',
      summary: 'print the Root Data Entity of a crate or of an RDF file',
      define: async () => (await import('./commands/root.js')).rootCommand,
    },
    {
      name: 'flatten',
      summary: 'the same as convert --format crate',
      define: async () => (await import('./commands/flatten.js')).flattenCommand,
    },
    {
      name: 'expand',
      summary: 'the same as convert --format expanded',
      define: async () => (await import('./commands/expand.js')).expandCommand,
    },
    {
      name: 'relativize',
      summary: 'the same as convert --format relative',
      define: async () => (await import('./commands/relativize.js')).relativizeCommand,
    },
  ],
  Help: [
    {
      name: 'completion',
      summary: 'print a script with which your shell completes command lines',
      define: async () => (await import('./commands/completion.js')).completionCommand,
    },
  ],
};

/** All verbs. */
export const ALL_VERBS: readonly Verb[] = Object.values(VERB_GROUPS).flat();
