import { memo, useMemo, useSyncExternalStore } from 'react';
import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { Outline, OutlineLink } from '#web/ui/question-section.tsx';
import { type Filling, pathOf } from './filling.ts';
import { isAnswerable } from './question.tsx';
import { useOverview } from './use-overview.ts';

const Line = memo(({ filling, entry }: { filling: Filling; entry: FormField }) => {
  const { field_id, field } = entry;
  const subscribe = useMemo(() => filling.subscribe(field_id), [filling, field_id]);
  const state = useSyncExternalStore(subscribe, () => {
    const { value, error } = filling.questionState(field_id);
    if (error) return 'problem';
    return fieldType(field.field_type).isBlank(value) ? 'open' : 'done';
  });
  return <OutlineLink id={pathOf(field_id)} title={field.name} state={state} />;
});

/** The questions of a form with what is answered and what is wrong, each leading to its input. */
export const QuestionOutline = memo(({ filling }: { filling: Filling }) => {
  const fields = useOverview(filling, (overview) => overview.visibleFields);
  return (
    <Outline title="Questions">
      {fields.filter(isAnswerable).map((entry) => (
        <Line key={entry.field_id} filling={filling} entry={entry} />
      ))}
    </Outline>
  );
});
