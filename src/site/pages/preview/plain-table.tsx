import type { Child } from 'hono/jsx';
import { outsideHref } from '../../../base/net/outside-href.js';
import type { ViewEntity, ViewProperty, ViewValue } from '../../view/crate-view.js';
import { shortName } from '../../view/entity-label.js';
import { isEvident } from '../crate/properties.js';
import { linkText, profilePageOf, type CrateScene } from '../crate/scene.js';
import { TableBox } from '../parts.js';

/** Fewer entities need no table. */
const LEAST_ROWS = 4;
const MOST_COLUMNS = 8;
const MOST_VALUES = 3;
const LONGEST_TEXT = 300;

/** Entities of the same types: those that fit into the rows of one table, and the others. */
export interface DividedEntities {
  readonly columns: readonly Pick<ViewProperty, 'key' | 'iri'>[];
  readonly rows: readonly ViewEntity[];
  readonly others: readonly ViewEntity[];
}

/** Finds the entities that have only a few short values of the properties that most of them have. */
export function divideEntities(entities: readonly ViewEntity[], scene: CrateScene): DividedEntities {
  const uses = new Map<string, { readonly column: Pick<ViewProperty, 'key' | 'iri'>; count: number }>();
  for (const { properties } of entities)
    for (const { key, iri } of properties) {
      const known = uses.get(key);
      if (known !== undefined) known.count += 1;
      else if (key !== 'name') uses.set(key, { column: { key, iri }, count: 1 });
    }
  const columns = [...uses.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_COLUMNS)
    .map(({ column }) => column);
  const keys = new Set(columns.map(({ key }) => key));
  const isPlain = (entity: ViewEntity) =>
    entity.properties.every(({ key, values }) =>
      key === 'name' ? isWholeName(values, entity) : keys.has(key) && isShort(values, scene),
    );
  const rows = entities.filter(isPlain);
  if (rows.length < LEAST_ROWS) return { columns: [], rows: [], others: entities };
  const plain = new Set(rows);
  const used = new Set(rows.flatMap(({ properties }) => properties.map(({ key }) => key)));
  return {
    columns: columns.filter(({ key }) => used.has(key)),
    rows,
    others: entities.filter((entity) => !plain.has(entity)),
  };
}

/** Whether the head of a row says all of a name. */
function isWholeName([value, ...more]: readonly ViewValue[], { name }: ViewEntity): boolean {
  if (more.length > 0 || value === undefined || !('text' in value)) return false;
  return value.text === name && shortName(name) === name && isPlainText(value);
}

function isShort(values: readonly ViewValue[], { view }: CrateScene): boolean {
  if (values.length > MOST_VALUES) return false;
  return values.every((value) => {
    if ('text' in value) return value.text.length <= LONGEST_TEXT && isPlainText(value) && !/\n/.test(value.text);
    const entity = view.entity(value.iri);
    return entity === undefined || entity.name !== undefined || !entity.iri.startsWith('_:');
  });
}

/** Whether a text is all that there is to say of a literal. */
function isPlainText({ language, datatype }: Extract<ViewValue, { text: string }>): boolean {
  return language === undefined && isEvident(datatype);
}

interface PlainTableProps {
  readonly divided: DividedEntities;
  readonly label: string;
  readonly scene: CrateScene;
  readonly anchor: (entity: ViewEntity) => string;
}

/** Entities as the rows of a table. */
export function PlainTable({ divided: { columns, rows }, label, scene, anchor }: PlainTableProps) {
  return (
    <TableBox label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ key, iri }) => {
              const href = profilePageOf(iri, scene);
              return <th scope="col">{href === undefined ? key : <a href={href}>{key}</a>}</th>;
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((entity) => (
            <tr id={anchor(entity)}>
              <th scope="row">
                <RowName entity={entity} scene={scene} />
              </th>
              {columns.map(({ key }) => (
                <td>{cellOf(entity.properties.find((one) => one.key === key)?.values ?? [], scene)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The name with the identifier, one of them a link where it leads somewhere. */
function RowName({ entity, scene }: { readonly entity: ViewEntity; readonly scene: CrateScene }) {
  const { id, iri, name } = entity;
  const href = scene.links.file(entity) ?? outsideHref(iri);
  const text = name === undefined && id.startsWith('_:') ? 'without a name' : linkText(entity);
  return (
    <>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {name === undefined || name === id || id.startsWith('_:') ? null : <small>{id}</small>}
    </>
  );
}

function cellOf(values: readonly ViewValue[], scene: CrateScene): Child[] {
  return values.map((value, at) => (
    <>
      {at === 0 ? '' : ', '}
      <Cell value={value} scene={scene} />
    </>
  ));
}

function Cell({ value, scene }: { readonly value: ViewValue; readonly scene: CrateScene }) {
  if ('text' in value) {
    const href = /^\S+$/.test(value.text) ? outsideHref(value.text) : undefined;
    return href === undefined ? <>{value.text}</> : <a href={href}>{value.text}</a>;
  }
  const entity = scene.view.entity(value.iri);
  if (entity !== undefined) return <a href={scene.links.entity(entity)}>{linkText(entity)}</a>;
  const href = outsideHref(value.iri);
  return href === undefined ? <code>{value.reference}</code> : <a href={href}>{value.reference}</a>;
}
