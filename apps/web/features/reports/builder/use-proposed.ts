import type { ReportField } from '#reports/definition.ts';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { speaksOfUsers } from '#web/reports/conditions/report-sentences.ts';
import { proposedLabel } from './column-words.ts';
import { withFunction } from './draft.ts';
import type { Builder } from './use-builder.ts';

/** What columns are called for their conditions where nobody wrote a label. */
export const useProposed = (builder: Builder) => {
  const and = builder.values.fields.flatMap(({ filters }) => filters?.and ?? []);
  const names = useNames({ users: speaksOfUsers(builder.source.compared, { and }), groups: false });
  return (field: ReportField): string | null => proposedLabel(builder, field, names);
};

/** Changes what a column computes; its label follows where nobody wrote one. */
export const useWork = (builder: Builder, field: ReportField) => {
  const proposed = useProposed(builder);
  return (path: string, change: Partial<ReportField>, tag?: string) =>
    builder.change(path, (before) => withFunction(before, field.key, { change, proposed }), tag);
};
