import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { summaryFunctions } from '#reports/columns.ts';
import { counted } from '#web/kit/formats.ts';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import type { Report } from '#web/reports/report.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { entriesOf, functionsOf, type SummaryEntry, toggled, withColumn } from './summary-functions.ts';
import { useSummary } from './summary-row.tsx';
import css from './summary-settings.module.css';

type Summary = NonNullable<ReturnType<typeof useSummary>['data']>;

/** Chooses the figures above a report, for all who read it. */
export const SummarySettings = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const { data, isError, refetch } = useSummary(report, { conditions: null, parameters: {} });
  if (data) return <Settings report={report} summary={data} onClose={onClose} />;
  return (
    <FormDialog
      form={{ isDirty: false, isSaving: false, submit: async () => {} }}
      isDisabled
      title="Edit Summary Settings"
      onClose={onClose}
    >
      {isError ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading summary settings">
          <SkeletonBlock width="100%" height={160} />
        </Skeleton>
      )}
    </FormDialog>
  );
};

const Settings = ({ report, summary, onClose }: { report: Report; summary: Summary; onClose: () => void }) => {
  const { fields } = summary;
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useForm<{ settings: SummaryEntry[] }, unknown>(
    { settings: entriesOf(summary.settings) },
    ({ settings }) =>
      write(reportResultRoutes.updateSummary, {
        sent: { params: { report_id: report.id }, body: { settings: JSON.stringify(settings) } },
      }),
    () => {
      toast.success('Summary saved');
      onClose();
    },
  );
  const { settings } = form.values;
  const set = (entries: SummaryEntry[]) => form.set('settings', entries);
  const free = fields.filter(({ key }) => !settings.some((one) => one.key === key));
  const figures = settings.reduce((sum, { functions }) => sum + functions.length, 0);
  return (
    <FormDialog
      form={form}
      title="Edit Summary Settings"
      note={`${counted(settings.length, 'field')}, ${counted(figures, 'figure')}`}
      onClose={onClose}
    >
      <div className={`${layout.column} ${css.body}`}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <div className={css.add}>
          <SelectField
            label="Field"
            placeholder="Choose a column"
            options={free.map(({ key, label }) => ({ value: key, label }))}
            nothing="All columns are chosen"
            value={chosen}
            onChange={setChosen}
          />
          <Button
            icon={IconPlus}
            disabled={chosen === null}
            onClick={() => {
              if (chosen !== null) set(withColumn(settings, chosen));
              setChosen(null);
            }}
          >
            Add
          </Button>
        </div>
        {settings.map(({ key, functions }) => {
          const field = fields.find((one) => one.key === key);
          const name = field?.label ?? key;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics
            <div key={key} className={css.entry} role="group" aria-label={name}>
              <div className={`${layout.row} ${css.head}`}>
                <b>{name}</b>
                <IconButton
                  size="small"
                  label={`Remove ${name}`}
                  icon={IconX}
                  onClick={() => set(settings.filter((one) => one.key !== key))}
                />
              </div>
              <div className={`${layout.row} ${css.chips}`}>
                {[...new Set([...functionsOf(field ?? { type: 'number' }), ...functions])].map((of) => (
                  <FilterChip key={of} pressed={functions.includes(of)} onClick={() => set(toggled(settings, key, of))}>
                    {summaryFunctions[of]}
                  </FilterChip>
                ))}
              </div>
            </div>
          );
        })}
        <Note>New fields start with a count. Removing the last function of a field removes the field.</Note>
      </div>
    </FormDialog>
  );
};
