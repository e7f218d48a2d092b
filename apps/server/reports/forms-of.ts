import type { ReportDefinition } from '#reports/definition.ts';

/** The forms that a report speaks of. */
export const formsOf = ({ fields, conditions, window, partition_field }: ReportDefinition): number[] => {
  const speaking = [
    ...fields,
    ...fields.flatMap(({ filters }) => filters?.and ?? []),
    ...conditions.and,
    ...(partition_field ? [partition_field] : []),
  ];
  const sections = [window?.filters, window?.order_fields, window?.compare_operations, window?.functions];
  const ids = [...speaking.map(({ form }) => form), ...sections.flatMap((one) => Object.keys(one ?? {}).map(Number))];
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
};
