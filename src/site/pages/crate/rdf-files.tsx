import { shortName } from '../../view/entity-label.js';
import { referencePath, referencesOfPath } from '../reference-data.js';
import { statements } from '../reference-list.js';
import type { RdfFilesOfCrate } from './crate-data.js';
import { HOME } from './crate-frame.js';

/** The RDF files of a crate whose graphs are in the store beside it. */
export function RdfFiles({ rdfFiles: { total, shown }, graph }: { rdfFiles: RdfFilesOfCrate; graph: string }) {
  if (total === 0) return null;
  return (
    <section aria-labelledby="rdf-files">
      <h2 id="rdf-files">
        RDF files in the store <span class="count">{total.toLocaleString('en')}</span>
      </h2>
      <p class="quiet">What these files say, for queries: each graph is beside that of the crate.</p>
      <ul class="entity-list">
        {shown.map(([file, quads]) => (
          <li>
            <a href={HOME + referencePath(file)}>{shortName(pathIn(graph, file))}</a>{' '}
            <span class="quiet">{statements(quads)}</span>
          </li>
        ))}
      </ul>
      {total > shown.length ? (
        <p>
          <a href={HOME + referencesOfPath(graph)}>all {total.toLocaleString('en')} graphs</a>
        </p>
      ) : null}
    </section>
  );
}

/** The path of a file in its crate, with the name of its graph. */
function pathIn(crate: string, file: string): string {
  const path = file.startsWith(crate) && file.length > crate.length ? file.slice(crate.length) : file;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
