import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { conditionsThat, pathIn, type ReportConditions } from '#reports/conditions.ts';
import { withChosen } from '#reports/parameters.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import type { ColumnGroup } from '#web/reports/columns.ts';
import { ReportConditionsEditor } from '#web/reports/conditions/report-conditions.tsx';
import type { AskedParameter } from '#web/reports/report.ts';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import css from './conditions-card.module.css';
import { type ColumnSentences, type useNarrowing, useSentences } from './use-narrowing.ts';

const modifyId = 'modify-results';

/** Begins to modify the results, from wherever on the screen: the panel opens where it has no room. */
export const beginModifying = (): void => {
  const button = document.getElementById(modifyId);
  if (!button?.offsetParent) document.querySelector<HTMLElement>('[aria-label^="Expand side panel"]')?.click();
  button?.click();
};

/**
 * What the results are narrowed to. Who looks at them may change that for themselves; the report stays as it is.
 * @param own the report's own conditions, @param changed those of who looks, while there are any
 */
export const ConditionsCard = ({
  groups,
  own,
  asked,
  narrowing: { filters, windows, base, notes },
  changed,
  error,
  onChange,
}: {
  groups: readonly ColumnGroup[] | undefined;
  own: ReportConditions;
  /** What the report asks: conditions may refer to it. */
  asked: readonly AskedParameter[];
  /** What narrows the results besides, and stays when they are changed. */
  narrowing: ReturnType<typeof useNarrowing>;
  changed: ReportConditions | null;
  /** What the server says of the changed ones, by their paths. */
  error: (path: string) => string | null;
  /** Null brings back the report's own. */
  onChange: (conditions: ReportConditions | null) => void;
}) => {
  const shown = changed ?? own;
  const [edited, setEdited] = useState<ReportConditions | null>(null);
  const applied = withChosen(shown, new Map(asked.map((one) => [one.key, one])));
  const sentences = useSentences(groups, applied);
  const begin = () => {
    flushSync(() => setEdited(shown));
    const [first] = shown.and;
    focusField(first ? `conditions.${pathIn(0, first)}.field_name` : 'conditions.add');
  };
  const end = (conditions: ReportConditions | null) => {
    flushSync(() => {
      setEdited(null);
      onChange(conditions);
    });
    document.getElementById(modifyId)?.focus();
  };
  return (
    <SideCard title="Report Conditions">
      {!groups && <SkeletonBlock width="80%" />}
      {groups && edited && (
        <form
          className={`${layout.column} ${css.form}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            end(conditionsThat(edited, ({ field_name }) => field_name !== ''));
          }}
        >
          <Note>Only you see these changes, until you leave.</Note>
          <ReportConditionsEditor
            id="conditions"
            groups={groups}
            asked={asked}
            value={edited}
            error={error}
            none="No conditions. All records are shown."
            onChange={setEdited}
          />
          <div className={`${layout.row} ${css.buttons}`}>
            <Button tone="filled" type="submit">
              Change
            </Button>
            <Button onClick={() => end(null)}>Cancel</Button>
          </div>
        </form>
      )}
      {groups && !edited && (
        <>
          {sentences.length === 0 && base.length + filters.length + windows.length === 0 && (
            <Note>No conditions. All records are shown.</Note>
          )}
          <ul className={css.sentences}>
            {sentences.map((parts, index) => (
              <li key={index}>
                {index > 0 && 'and '}
                <Sentence parts={parts} />
              </li>
            ))}
          </ul>
          {base.length > 0 && (
            <>
              <h3 className={css.part}>From the source report</h3>
              <ul className={css.sentences}>
                {base.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </>
          )}
          <ApartConditions title="Window conditions" list={windows} />
          <ApartConditions title="Column conditions" list={filters} />
          {notes.length > 0 && (
            <div className={css.notes}>
              {notes.map((note) => (
                <Note key={note}>{note}</Note>
              ))}
            </div>
          )}
          <Button id={modifyId} size="small" icon={IconFilter} onClick={begin}>
            Modify Results
          </Button>
        </>
      )}
    </SideCard>
  );
};

/** Conditions that narrow a part of the results, below what they are of. */
const ApartConditions = ({ title, list }: { title: string; list: readonly ColumnSentences[] }) =>
  list.length > 0 && (
    <>
      <h3 className={css.part}>{title}</h3>
      <ul className={css.sentences}>
        {list.map(({ key, label, sentences }) => (
          <li key={key}>
            <b>{label}</b>: {sentences.join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
