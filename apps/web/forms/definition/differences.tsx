import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FormDifference } from '#contract/resources/form-differences.ts';
import { ChangedLines } from '#web/ui/changed-lines.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import css from './differences.module.css';

type DifferenceItem = FormDifference & {
  /** Where taking what is told replaces what was changed here. */
  is_changed_here?: boolean;
};

const titles: Record<DifferenceItem['part'], string> = {
  form: 'Form settings',
  question: 'Questions',
  rule: 'Rules',
  calculation: 'Calculations',
  translation: 'Translations',
};

const kinds: Record<DifferenceItem['kind'], { label: string; tone: Tone; icon: IconType }> = {
  added: { label: 'Added', tone: 'ok', icon: IconPlus },
  changed: { label: 'Changed', tone: 'info', icon: IconPencil },
  removed: { label: 'Removed', tone: 'error', icon: IconMinus },
};

const removedWords: Partial<Record<DifferenceItem['part'], string>> = {
  question: 'This question is no longer asked. Existing answers stay.',
};

const Difference = ({ difference: { part, kind, name, lines, is_changed_here } }: { difference: DifferenceItem }) => {
  const { label, ...look } = kinds[kind];
  return (
    <li>
      <p className={`${layout.row} ${css.what}`}>
        <StatusBadge {...look}>{label}</StatusBadge>
        <b>{name}</b>
      </p>
      {lines.length > 0 && <ChangedLines lines={lines} />}
      {kind === 'removed' && removedWords[part] && <p className={css.note}>{removedWords[part]}</p>}
      {is_changed_here && <p className={css.note}>You changed this too. Accepting the update replaces your version.</p>}
    </li>
  );
};

/** What is different in a form, part by part in words, below what is said of it. */
export const Differences = ({
  differences,
  children,
}: {
  differences: readonly DifferenceItem[];
  children: ReactNode;
}) => (
  <div className={css.body}>
    {children}
    {Object.entries(Object.groupBy(differences, ({ part }) => part)).map(([part, list]) => (
      <section key={part}>
        <h3 className={words.head}>{titles[part as DifferenceItem['part']]}</h3>
        <ul className={`${layout.column} ${css.differences}`}>
          {list.map((difference) => (
            <Difference key={`${difference.kind} ${difference.key}`} difference={difference} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);
