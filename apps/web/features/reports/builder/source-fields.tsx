import { IconClipboardList, IconForms, IconHome, IconReportAnalytics, IconTable, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column } from '#reports/columns.ts';
import { reportKinds } from '#reports/kinds.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { type ColumnGroup, nameOfColumn, resultWords } from '#web/reports/columns.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import words from '#web/ui/words.module.css';
import { isChosen, withColumn } from './draft.ts';
import css from './fields-step.module.css';
import { Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

const icons: Record<ColumnGroup['of'], IconType> = {
  person: IconUsers,
  form: IconForms,
  household: IconHome,
  fields: IconClipboardList,
  report: IconReportAnalytics,
  system: IconTable,
};

/** So many of a group are shown before somebody asks for all. */
const shown = 6;
/** So many ms after the last key the search is made. */
const pause = 500;

const isFound = ({ label }: Column, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

/** The fields that a report may show, by what they are of: a tick makes each a column. */
export const SourceFields = ({ builder }: { builder: Builder }) => {
  const { values, source, errorAt } = builder;
  const [query, setQuery] = useState('');
  const all = source.groups.reduce((sum, { columns }) => sum + columns.length, 0);
  const found = source.groups
    .map((group) => ({ ...group, columns: group.columns.filter((column) => isFound(column, query)) }))
    .filter(({ columns }) => columns.length > 0);
  const count = values.fields.filter(({ type }) => type !== 'operation').length;
  const { isBuiltOnReport, forms } = reportKinds[values.report_type];
  if (isBuiltOnReport && values.report_target_id === null) return null;
  return (
    <Part
      title="Fields"
      count={`${count} chosen`}
      error={errorAt('fields')}
      action={
        all > 0 && (
          <div className={css.search}>
            <SearchBox
              label="Search fields"
              placeholder={`Search ${all} fields`}
              value={query}
              delay={pause}
              onSearch={setQuery}
            />
          </div>
        )
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics */}
      <div id="fields" role="group" aria-label="Fields to show" tabIndex={-1}>
        {source.error && !source.offered ? (
          <LoadFailed helper={whyNotLoaded(source.error)} onRetry={source.retry} />
        ) : !source.offered ? (
          <Skeleton label="Loading fields">
            <SkeletonBlock width="60%" />
          </Skeleton>
        ) : (
          <>
            <div className={css.groups}>
              {found.map((group) => (
                <Group key={group.key} group={group} isSearched={query !== ''} builder={builder} />
              ))}
            </div>
            {found.length === 0 && query !== '' && <Note>No fields match.</Note>}
            {forms && values.forms.length === 0 && <Note>Choose a form to see its fields.</Note>}
          </>
        )}
      </div>
    </Part>
  );
};

const Group = ({ group, isSearched, builder }: { group: ColumnGroup; isSearched: boolean; builder: Builder }) => {
  const { values, change } = builder;
  const [isOpen, setOpen] = useState(false);
  const { title, of, restricted, columns } = group;
  // What is chosen is always in view.
  const first = columns.filter((column, index) => index < shown || isChosen(values, column));
  const visible = isOpen || isSearched ? columns : first;
  const rest = columns.length - visible.length;
  return (
    <section className={css.group} aria-label={title}>
      <h3 className={layout.row}>
        <Icon of={icons[of]} />
        <span>{title}</span>
        <span className={words.small}>{columns.length}</span>
      </h3>
      {restricted && <Note>Restricted form: people without access to it see “Restricted”.</Note>}
      <ul>
        {visible.map((column) => (
          <li key={nameOfColumn(column)} className={css.row}>
            <Checkbox
              checked={isChosen(values, column)}
              onChange={(isWanted) => change('fields', (before) => withColumn(before, column, isWanted))}
            >
              {column.label}
            </Checkbox>
            <small className={words.small}>
              {column.type === 'calculation' ? 'Calculation' : resultWords[column.result]}
            </small>
          </li>
        ))}
      </ul>
      {(rest > 0 || isOpen) && !isSearched && (
        <div className={css.more}>
          <Button size="inline" tone="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? `Show fewer of ${title}` : `Show ${rest} more of ${title}`}
          </Button>
        </div>
      )}
    </section>
  );
};
