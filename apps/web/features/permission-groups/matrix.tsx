import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { capital } from '#web/kit/formats.ts';
import { CellCheckbox } from '#web/ui/checkbox.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import type { Schema } from './group.ts';
import css from './matrix.module.css';
import { type Box, boxesOf, extendedSchema, holds, withBoxes } from './privileges.ts';

type TableProps = {
  schema: Schema;
  value: EntityPrivileges;
  /** Without it the table is for reading. */
  onChange?: ((value: EntityPrivileges) => void) | undefined;
  /** Whether a box may be changed. */
  mayChange?: ((box: Box) => boolean) | undefined;
};

/** What members may do with every record of an entity, and beside it with the single records that they record. */
export const Matrices = ({
  schema,
  privileges,
  extended,
  onPrivileges,
  onExtended,
  mayChange,
}: {
  schema: Schema;
  privileges: EntityPrivileges;
  extended: EntityPrivileges;
  onPrivileges?: TableProps['onChange'];
  onExtended?: TableProps['onChange'];
  mayChange?: TableProps['mayChange'];
}) => (
  <div className={css.matrices}>
    <Matrix caption="Privileges" schema={schema} value={privileges} onChange={onPrivileges} mayChange={mayChange} />
    <Matrix
      caption="Extended permissions"
      schema={extendedSchema(schema)}
      value={extended}
      onChange={onExtended}
      mayChange={mayChange}
      isSecond
    />
  </div>
);

const stateOf = (value: EntityPrivileges, boxes: Box[]): boolean | 'mixed' => {
  const ticked = boxes.filter((box) => holds(value, box)).length;
  if (ticked === 0) return false;
  return ticked === boxes.length || 'mixed';
};

const Matrix = ({
  caption,
  schema,
  value,
  onChange,
  mayChange = () => true,
  isSecond,
}: TableProps & { caption: string; isSecond?: boolean }) => {
  /** A checkbox that stands for some boxes: for one, a row, a column or all of them. */
  const cell = (label: string, boxes: Box[]) => {
    const free = boxes.filter(mayChange);
    return (
      <CellCheckbox
        label={label}
        checked={stateOf(value, boxes)}
        disabled={!onChange || free.length === 0}
        onChange={(isTicked) => onChange?.(withBoxes(value, free, isTicked))}
      />
    );
  };
  const all = boxesOf(schema);
  return (
    <ScrollBox label={caption}>
      <table className={css.matrix} data-reading={!onChange || undefined} data-second={isSecond || undefined}>
        <caption>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Entity</th>
            <th scope="col" className={css.all}>
              All
            </th>
            {schema.actions.map((action) => (
              <th key={action} scope="col">
                {capital(action)}
              </th>
            ))}
          </tr>
          {onChange && (
            <tr>
              <td>All entities</td>
              <td className={css.all}>{cell(`All ${caption.toLowerCase()}`, all)}</td>
              {schema.actions.map((action) => (
                <td key={action}>
                  {cell(
                    `All ${capital(action)}`,
                    all.filter((box) => box.action === action),
                  )}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {schema.entities.map((entity) => {
            const boxes = all.filter((box) => box.entity === entity.name);
            return (
              <tr key={entity.name}>
                <th scope="row">{entity.label}</th>
                <td className={css.all}>{cell(`All ${entity.label}`, boxes)}</td>
                {schema.actions.map((action) => (
                  <td key={action}>
                    {entity.actions.includes(action) ? (
                      cell(`${capital(action)} ${entity.label}`, [{ entity: entity.name, action }])
                    ) : (
                      <span className={css.none}>–</span>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
};
