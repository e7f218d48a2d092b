import { keptFiguresRoutes, seenBy } from '#contract/resources/kept-figures.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { showDate, todayIn } from '#web/kit/formats.ts';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { type AskedParameter, keptAt, type Report, type View } from '#web/reports/report.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './kept.module.css';
import type { Override } from './override.ts';

type SeenBy = keyof typeof seenBy;
type KeepProps = {
  report: Report;
  view: View;
  override: Override;
  asked: readonly AskedParameter[];
  onClose: () => void;
};

/** Keeps what a view shows now, with a name, for oneself or for everyone who can open the report. */
export const KeepFigures = ({ report, view, override, asked, onClose }: KeepProps) => {
  const may = useMay();
  const today = todayIn(useZone());
  const mayShow = may(reportDefinitionRoutes.update, report.id);
  const chosen = asked.flatMap(({ value, display_value }) => (value === null ? [] : display_value));
  const form = useForm<{ name: string; seen_by: SeenBy }, { id: number }>(
    {
      name: [report.name, ...(chosen.length > 0 ? chosen : [showDate(today)])].join(', ').slice(0, 255),
      seen_by: 'keeper',
    },
    ({ name, seen_by }) =>
      write(keptFiguresRoutes.create, {
        sent: {
          params: { report_id: report.id },
          body: {
            ...{ name, seen_by, view_id: view.id },
            ...(override.conditions && { conditions: override.conditions }),
            ...(override.sort.length > 0 && { sort: override.sort }),
            ...(Object.keys(override.parameters).length > 0 && { parameters: override.parameters }),
          },
        },
      }),
    ({ id }) => {
      toast.success('Figures kept', { label: 'Open', href: keptAt(report.id, id) });
      onClose();
    },
  );
  const seen = form.field('seen_by');
  return (
    <FormDialog form={form} title="Keep these figures" verb="Keep" onClose={onClose}>
      <div className={`${layout.column} ${css.body}`}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <Note>
          The figures of “{view.name}” stay as they are now, with their conditions, whatever changes in the records or
          in the report.
        </Note>
        <TextField {...form.field('name')} label="Name" />
        <RadioField
          {...seen}
          onChange={(next) => next && seen.onChange(next as SeenBy)}
          label="Who can see them"
          help={
            mayShow
              ? 'Others see these figures as you see them, even if they can’t see all of the people.'
              : 'Only people who can change this report can show its figures to others.'
          }
          options={Object.entries(seenBy).map(([value, label]) => ({
            value,
            label,
            disabled: !mayShow && value !== 'keeper',
          }))}
          required
        />
      </div>
    </FormDialog>
  );
};
