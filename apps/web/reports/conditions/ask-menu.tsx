import { IconMessageQuestion } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import type { Column } from '#reports/columns.ts';
import type { ReportCondition } from '#reports/conditions.ts';
import type { ReportParameter } from '#reports/definition.ts';
import type { ConditionPlace } from '#web/forms/conditions/comparison-row.tsx';
import { type Action, ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { type Askable, fittingFor, parameterFor, withAsked, withoutAsked } from './asking.ts';

type AskProps = {
  path: string;
  place: ConditionPlace;
  column: Column;
  condition: ReportCondition;
  asked: readonly Askable[];
  onChange: (condition: ReportCondition) => void;
};

/** Has what readers choose take the place of a condition's value. Nothing, where they can't choose such values. */
export const AskMenu = ({
  path,
  place: { idOf },
  column,
  condition,
  asked,
  onAsk,
  onChange,
}: AskProps & { onAsk: ((condition: ReportCondition, parameter: ReportParameter) => void) | undefined }) => {
  const created = onAsk && parameterFor(column, condition, asked);
  const refer = (change: () => void) => {
    flushSync(change);
    focusField(idOf(`${path}.parameter`));
  };
  const actions: Action[] = [
    ...fittingFor(column, asked).map((one) => ({
      label: `Use ${one.label}`,
      onClick: () => refer(() => onChange(withAsked(condition, one))),
    })),
    ...(created
      ? [
          {
            label: 'Ask when opened',
            onClick: () => refer(() => onAsk(withAsked(condition, created), created)),
          },
        ]
      : []),
  ];
  if (actions.length === 0) return null;
  const label = `Ask readers: ${column.label}`;
  const trigger = <IconButton label={label} icon={IconMessageQuestion} size="small" />;
  return <ActionMenu label={label} actions={actions} trigger={trigger} />;
};

const fixed = 'a fixed value';

/** What a condition refers to in place of a value. */
export const Referred = ({ path, place: { error, idOf }, column, condition, asked, onChange }: AskProps) => {
  const fitting = fittingFor(column, asked);
  const referred = asked.find(({ key }) => key === condition.parameter);
  return (
    <SelectField
      id={idOf(`${path}.parameter`)}
      label="Value"
      labelHidden
      chip="value"
      options={[
        ...fitting.map(({ key, label }) => ({ value: key, label })),
        ...(referred && fitting.includes(referred)
          ? []
          : [{ value: String(condition.parameter), label: referred?.label ?? 'No longer asked' }]),
        { value: fixed, label: 'A fixed value' },
      ]}
      value={String(condition.parameter)}
      onChange={(chosen) => {
        const other = asked.find(({ key }) => key === chosen);
        if (other) return onChange(withAsked(condition, other));
        flushSync(() => onChange(withoutAsked(condition, referred)));
        focusField(idOf(`${path}.op`));
      }}
      error={error(`${path}.parameter`)}
    />
  );
};
