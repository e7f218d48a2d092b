import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type RecordAction, recordActions, satisfies } from '#contract/kit/privileges.ts';
import { capital } from '#web/kit/formats.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CellCheckbox } from '#web/ui/checkbox.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { principalIcons } from './add-principal.tsx';
import css from './grant-table.module.css';
import { type GrantRow, isReadImplied } from './grants.ts';

type TableProps = {
  rows: GrantRow[];
  /** What is wrong with a row, if anything. */
  error: (key: string) => string | null;
  /** Whether the person may give or take an action here. */
  mayGive: (action: RecordAction) => boolean;
  onTick: (row: GrantRow, action: RecordAction, isTicked: boolean) => void;
  onRemove: (row: GrantRow, isRemoved: boolean) => void;
};

const badges: Partial<Record<GrantRow['state'], { tone: Tone; icon: IconType; text: string }>> = {
  changed: { tone: 'info', icon: IconPencil, text: 'Changed' },
  new: { tone: 'ok', icon: IconPlus, text: 'New' },
  removed: { tone: 'error', icon: IconTrash, text: 'Removed on Save' },
};

/** Who was given a record, each with their actions as boxes. A row's key is the id of its head. */
export const GrantTable = ({ rows, ...rest }: TableProps) => (
  <table className={css.table} aria-label="Users and groups listed on this record">
    <thead>
      <tr>
        <th scope="col">User or group</th>
        {recordActions.map((action) => (
          <th key={action} scope="col">
            {capital(action)}
          </th>
        ))}
        <th scope="col">
          <span className={hidden.text}>Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={row.key} row={row} {...rest} />
      ))}
    </tbody>
  </table>
);

const Row = ({ row, error, mayGive, onTick, onRemove }: Omit<TableProps, 'rows'> & { row: GrantRow }) => {
  const { key, name, permissionable_type, privileges, state } = row;
  const badge = badges[state];
  const isRemoved = state === 'removed';
  const wrong = error(key);
  const fixed = (action: RecordAction): string | undefined => {
    if (action === 'read' && isReadImplied(privileges)) return 'Write and Remove include Read';
    return mayGive(action) ? undefined : `You can’t give ${capital(action)}`;
  };
  return (
    <tr data-removed={isRemoved || undefined}>
      <th scope="row" id={key} tabIndex={-1}>
        <span className={css.who}>
          <Icon of={principalIcons[permissionable_type]} size="s" />
          <span className={css.name}>{name}</span>
          {permissionable_type === 'PermissionGroup' && <span className={hidden.text}>, group</span>}
          {badge && (
            <StatusBadge tone={badge.tone} icon={badge.icon}>
              {badge.text}
            </StatusBadge>
          )}
        </span>
        {wrong && <span className={css.error}>{wrong}</span>}
      </th>
      {recordActions.map((action) => (
        <td key={action} title={fixed(action)}>
          <CellCheckbox
            label={capital(action)}
            checked={satisfies(privileges, action)}
            disabled={isRemoved || fixed(action) !== undefined}
            onChange={(isTicked) => onTick(row, action, isTicked)}
          />
        </td>
      ))}
      <td>
        {isRemoved ? (
          <Button size="small" tone="subtle" aria-label={`Undo removing ${name}`} onClick={() => onRemove(row, false)}>
            Undo
          </Button>
        ) : (
          <IconButton size="small" label={`Remove ${name}`} icon={IconTrash} onClick={() => onRemove(row, true)} />
        )}
      </td>
    </tr>
  );
};
