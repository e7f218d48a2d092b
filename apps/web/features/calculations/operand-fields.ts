import { type Calculation, dependenciesOf } from '#forms/definition/calculation.ts';

/** The fields that a calculation uses, each once: its own, and those of the calculations that it uses. */
export const operandFields = (calculation: Calculation, calculations: readonly Calculation[]): number[] => {
  const found = new Set([calculation]);
  for (const { variables } of found)
    for (const id of dependenciesOf({ variables })) {
      const other = calculations.find((one) => one.id === id);
      if (other) found.add(other);
    }
  const ids = [...found].flatMap(({ variables }) =>
    variables.flatMap(({ record_type, record_id }) => (record_type === 'Field' && record_id ? [record_id] : [])),
  );
  return [...new Set(ids)];
};
