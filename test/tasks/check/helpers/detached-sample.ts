import type { Draft } from './sample-crate.js';

/** Makes the sample a Detached Package. */
export function detached(draft: Draft): void {
  const root = 'https://coast.example/gauge/';
  const parts = ['levels.csv', 'photos/'];
  const text = JSON.stringify(draft.graph).replaceAll('"@id":"./"', `"@id":"${root}"`);
  const graph = parts.reduce((all, part) => all.replaceAll(`"@id":"${part}"`, `"@id":"${root}${part}"`), text);
  draft.graph.splice(0, draft.graph.length, ...(JSON.parse(graph) as never[]));
  draft.entity(`${root}levels.csv`)['sdDatePublished'] = '2026-03-02';
  draft.entity(`${root}photos/`)['distribution'] = { '@id': `${root}photos.zip` };
  draft.entity('ro-crate-metadata.json')['contentUrl'] = `${root}ro-crate-metadata.json`;
}
