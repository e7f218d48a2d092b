import { useMemo } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { byPath, type Errors } from '#contract/kit/issues.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { inheritedBy } from '#reports/parameters.ts';
import { planReport } from '#reports/plan/plan-report.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { ownGroup } from '#web/reports/columns.ts';
import type { Report } from '#web/reports/report.ts';
import { useSteppedForm } from '#web/screens/use-stepped-form.ts';
import { countChanges } from './changes.ts';
import { bodyOf, definitionOf, emptyReport, type ReportValues, valuesOf } from './draft.ts';
import { controlOf, previewOf, reportIssues } from './issues.ts';
import { usePreview } from './use-preview.ts';
import { useSource } from './use-source.ts';

/** Writes a report, and puts a new one into the category that was chosen for it. */
const useSave = (stored: Report | undefined) => {
  const create = useWrite(reportDefinitionRoutes.create);
  const update = useWrite(reportDefinitionRoutes.update);
  const categorize = useWrite(categoryRoutes.setOfRecord);
  return async (
    values: ReportValues,
    { drafts, idempotencyKey }: { drafts: string[]; idempotencyKey: string },
  ): Promise<Report> => {
    const body = bodyOf(values);
    if (stored) {
      const { report_type: _fixed, ...changes } = body;
      const { default_view_id, lock_version } = values;
      const sent = { params: { id: stored.id }, body: { ...changes, default_view_id, lock_version } };
      return update.mutateAsync({ sent, drafts });
    }
    const made = await create.mutateAsync({ sent: { body }, idempotencyKey, drafts });
    if (values.category_id !== null)
      await categorize
        .mutateAsync({
          sent: {
            params: { record_type: 'report_definitions', record_id: made.id },
            body: { category_records: [{ category_id: values.category_id }] },
          },
        })
        // The report is there: its category is chosen on its page then.
        .catch(failures.report);
    return made;
  };
};

/**
 * A report that is being built: its values, every change of which can be undone, what is wrong with them, its first rows,
 * and how it is saved. @param saved is given the saved report
 */
export const useBuilder = (stored: Report | undefined, saved: (report: Report) => void) => {
  const save = useSave(stored);
  const stepped = useSteppedForm<ReportValues, Report>({
    start: useMemo(() => (stored ? valuesOf(stored) : emptyReport), [stored]),
    subject: stored ? draftSubjects.report(stored.id) : draftSubjects.newReport,
    changesOf: countChanges,
    showsConflict: stored !== undefined,
    about: ({ name, fields }) => [name, counted(fields.length, 'column')].filter(Boolean).join(', '),
    issuesOf: (): Errors => byPath([...issues.open, ...issues.wrong]),
    save,
    saved,
  });
  const { values, form } = stepped;
  const offered = useSource(values);
  const { catalogue } = offered;
  const inherited = useMemo(
    () => inheritedBy(values.parameters, catalogue?.parameters ?? []),
    [catalogue, values.parameters],
  );
  const issues = useMemo(() => reportIssues(values, catalogue), [values, catalogue]);
  const planned = useMemo(
    () => (catalogue && values.fields.length > 0 ? planReport(definitionOf(values), catalogue) : null),
    [values, catalogue],
  );
  const source = useMemo(
    () => ({ ...offered, compared: [...offered.compared, ...ownGroup(planned?.computed ?? [])] }),
    [offered, planned],
  );
  const all = useMemo(() => [...issues.open, ...issues.wrong], [issues]);
  const preview = usePreview(useMemo(() => (catalogue ? previewOf(values, all) : null), [values, all, catalogue]));
  const live = useMemo(() => byPath(issues.wrong), [issues]);
  return {
    ...stepped,
    stored,
    source,
    /** The columns as they come to: what each holds after its function, and what it is called. */
    columns: planned?.plan.columns ?? [],
    /** What the report below an Aggregate asks its readers. */
    inherited,
    preview,
    issues: all,
    /** What is wrong at a path: what the server said, else what is found here as soon as it is finished. */
    error: (path: string): string | null => form.error(path) ?? inSentences(live[path]),
    /** The same for all paths whose control this is. */
    errorAt: (control: string): string | null => {
      const said = [...Object.entries(form.errors), ...Object.entries(live)].filter(
        ([path]) => controlOf(path) === control,
      );
      return inSentences(said[0]?.[1]);
    },
  };
};

export type Builder = ReturnType<typeof useBuilder>;
