import type { ViewEntity } from '../../view/crate-view.js';
import { EntityLink } from './properties.js';
import { partEntities, type CrateScene } from './scene.js';

/** How many parts of a folder are shown below it, and how deep. */
const MAX_CHILDREN = 20;
const MAX_DEPTH = 3;

interface TreeProps {
  readonly parts: readonly ViewEntity[];
  readonly scene: CrateScene;
  /** The entities that lead to the parts: a part that contains itself is not opened again. */
  readonly path: readonly ViewEntity[];
}

/** What a crate or folder contains, with the contents of its folders. */
export function DataTree({ parts, scene, path }: TreeProps) {
  return (
    <ul class="data-tree">
      {parts.map((part) => (
        <li>
          <EntityLink entity={part} scene={scene} />
          <Children of={part} scene={scene} path={path} />
        </li>
      ))}
    </ul>
  );
}

function Children({ of, scene, path }: Omit<TreeProps, 'parts'> & { readonly of: ViewEntity }) {
  if (path.length >= MAX_DEPTH || path.includes(of)) return null;
  const parts = partEntities(of, scene.view);
  if (parts.length === 0) return null;
  const more = parts.length - MAX_CHILDREN;
  return (
    <>
      <DataTree parts={parts.slice(0, MAX_CHILDREN)} scene={scene} path={[...path, of]} />
      {more > 0 ? (
        <p class="small">
          <a href={scene.links.entity(of)}>and {more.toLocaleString('en')} more</a>
        </p>
      ) : null}
    </>
  );
}
