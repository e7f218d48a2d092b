import { IconPlus, IconX } from '@tabler/icons-react';
import { capital } from '#web/kit/formats.ts';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './changes.module.css';
import type { Schema } from './group.ts';
import type { Box } from './privileges.ts';

export type Change = Box & { isAdded: boolean; isExtended: boolean };

/** What saving would give the members, and take from them. */
export const Changes = ({ schema, changes }: { schema: Schema; changes: Change[] }) =>
  changes.length > 0 && (
    <SideCard title="Your changes" count={changes.length}>
      <ul className={css.changes}>
        {changes.map(({ entity, action, isAdded, isExtended }) => (
          <li key={`${entity} ${action} ${isExtended}`}>
            <StatusBadge tone={isAdded ? 'ok' : 'error'} icon={isAdded ? IconPlus : IconX}>
              {isAdded ? 'Added' : 'Removed'}
            </StatusBadge>
            <span>
              {capital(action)}, {schema.entities.find(({ name }) => name === entity)?.label}
              {isExtended && ' (extended)'}
            </span>
          </li>
        ))}
      </ul>
    </SideCard>
  );
