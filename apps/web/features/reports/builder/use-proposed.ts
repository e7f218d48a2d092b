import type { ReportField } from '#reports/definition.ts';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { speaksOfUsers } from '#web/reports/conditions/report-sentences.ts';
import { proposedLabel } from './column-words.ts';
import type { Builder } from './use-builder.ts';

/** What columns are called for their conditions where nobody wrote a label. */
export const useProposed = (builder: Builder) => {
  const and = builder.values.fields.flatMap(({ filters }) => filters?.and ?? []);
  const names = useNames({ users: speaksOfUsers(builder.source.compared, { and }), groups: false });
  return (field: ReportField): string | null => proposedLabel(builder, field, names);
};
