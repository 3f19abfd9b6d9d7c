import type { DefineCommand } from './options.js';

/** A verb of the command line. */
export interface Verb {
  readonly name: string;
  /** What it does, in words of the help. */
  readonly summary: string;
  /** Loads what declares its arguments and options, and runs it. */
  readonly define: () => Promise<DefineCommand>;
}

/** All verbs, by the headings of the help and in its order. The help loads no code of them. */
export const VERB_GROUPS: Readonly<Record<string, readonly Verb[]>> = {
  'A store of crates': [
    {
      name: 'load',
      summary: 'load crates into the store, each as one named graph',
      define: async () => (await import('./commands/load.js')).loadCommand,
    },
    {
      name: 'list',
      summary: 'list the crates of the store',
      define: async () => (await import('./commands/list.js')).listCommand,
    },
    {
      name: 'search',
      summary: 'find crates, files, people and other entities of the store by words',
      define: async () => (await import('./commands/search.js')).searchCommand,
    },
    {
      name: 'query',
      summary: 'run a SPARQL query on all crates of the store',
      define: async () => (await import('./commands/query.js')).queryCommand,
    },
    {
      name: 'queries',
      summary: 'list the saved queries, or print one',
      define: async () => (await import('./commands/queries.js')).queriesCommand,
    },
    {
      name: 'update',
      summary: 'change the store with SPARQL Update: all of it or nothing',
      define: async () => (await import('./commands/update.js')).updateCommand,
    },
    {
      name: 'export',
      summary:
        'write a crate of the store as metadata document, folder or archive: as it was loaded, with later changes',
      define: async () => (await import('./commands/export.js')).exportCommand,
    },
    {
      name: 'remove',
      summary: 'remove crates from the store: all that you name, or none',
      define: async () => (await import('./commands/remove.js')).removeCommand,
    },
  ],
  'The store as a whole': [
    {
      name: 'dump',
      summary: 'write the crates of the store as RDF with graph names, for other RDF tools',
      define: async () => (await import('./commands/dump.js')).dumpCommand,
    },
    {
      name: 'push',
      summary: 'copy crates to another store, with their load records and originals',
      define: async () => (await import('./commands/push.js')).pushCommand,
    },
    {
      name: 'index',
      summary: 'make the index of the store, or bring it up to date, ahead of the next query',
      define: async () => (await import('./commands/index-store.js')).indexCommand,
    },
    {
      name: 'verify',
      summary: 'read the whole store and compare it with its checksums',
      define: async () => (await import('./commands/verify.js')).verifyCommand,
    },
    {
      name: 'backup',
      summary: 'copy the store into a new file while others read and write it',
      define: async () => (await import('./commands/backup.js')).backupCommand,
    },
  ],
  'A crate of your own': [
    {
      name: 'init',
      summary: 'make a crate of a folder: write a first metadata file that describes its files',
      define: async () => (await import('./commands/init.js')).initCommand,
    },
    {
      name: 'check',
      summary: 'check crates against the rules of RO-Crate',
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
      summary: 'move the terms that crates share to a profile crate, or compare two versions of a profile',
      define: async () => (await import('./commands/profile.js')).profileCommand,
    },
    {
      name: 'stats',
      summary: 'count entities by type, files by format and size, and what is missing',
      define: async () => (await import('./commands/stats.js')).statsCommand,
    },
    {
      name: 'diff',
      summary: 'compare two crates entity by entity, each of them anywhere or in the store',
      define: async () => (await import('./commands/diff.js')).diffCommand,
    },
    {
      name: 'preview',
      summary: 'write a crate as a static web page, ro-crate-preview.html, for people without crategraph',
      define: async () => (await import('./commands/preview.js')).previewCommand,
    },
  ],
  'Crates on the web': [
    {
      name: 'serve',
      summary: 'serve crates over HTTP: a website, their files and metadata, and SPARQL',
      define: async () => (await import('./commands/serve.js')).serveCommand,
    },
    {
      name: 'fetch',
      summary: 'retrieve a crate from the web: its metadata document, its archive, or the whole package',
      define: async () => (await import('./commands/fetch.js')).fetchCommand,
    },
    {
      name: 'detach',
      summary: 'turn a crate into a Detached Package: a metadata document whose identifiers are absolute',
      define: async () => (await import('./commands/detach.js')).detachCommand,
    },
    {
      name: 'attach',
      summary: 'make a folder or archive of a Detached crate: its metadata, or also its data files',
      define: async () => (await import('./commands/attach.js')).attachCommand,
    },
  ],
  Formats: [
    {
      name: 'convert',
      summary: 'convert crates to RDF, or RDF to a metadata document',
      define: async () => (await import('./commands/convert.js')).convertCommand,
    },
    {
      name: 'root',
      summary: 'print the Root Data Entity of a crate or of an RDF file',
      define: async () => (await import('./commands/root.js')).rootCommand,
    },
    {
      name: 'flatten',
      summary: 'flatten nested JSON-LD to a metadata document; relative identifiers stay relative',
      define: async () => (await import('./commands/flatten.js')).flattenCommand,
    },
    {
      name: 'expand',
      summary: 'expand a document: no context, absolute properties and types, relative identifiers',
      define: async () => (await import('./commands/expand.js')).expandCommand,
    },
    {
      name: 'relativize',
      summary: 'make the absolute identifiers below a crate root relative',
      define: async () => (await import('./commands/relativize.js')).relativizeCommand,
    },
  ],
  Help: [
    {
      name: 'completion',
      summary: 'print a script that completes verbs, options and values in your shell',
      define: async () => (await import('./commands/completion.js')).completionCommand,
    },
  ],
};
