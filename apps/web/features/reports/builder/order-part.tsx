import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { maxOrders } from '#reports/definition.ts';
import { IconButton } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { labelOf } from './column-words.ts';
import { withOrder, withoutOrder } from './draft.ts';
import css from './function-step.module.css';
import { Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

const directions = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
] as const;

/** The order in which the rows come unless somebody sorts them in another way. */
export const OrderPart = ({ builder }: { builder: Builder }) => {
  const { values, change, errorAt } = builder;
  const { default_order, fields } = values;
  const [said, setSaid] = useState('');
  const nameOf = (key: string | null | undefined) => {
    const field = fields.find((one) => one.key === key);
    return field ? labelOf(builder, field) : 'A column not in this report';
  };
  const order = (key: string, by: 'asc' | 'desc') => change('default_order', (before) => withOrder(before, key, by));
  const add = (key: string | null) => {
    if (key === null) return;
    const isFull = default_order.length >= maxOrders && !default_order.some((one) => one.key === key);
    setSaid(isFull ? `${nameOf(default_order[0]?.key)} was removed. You can order by up to ${maxOrders} columns.` : '');
    order(key, 'asc');
  };
  return (
    <Part title="Default order" note={`Up to ${maxOrders} columns. The first one has priority.`}>
      <ol className={css.orders} aria-label="Default order">
        {default_order.map((entry, index) => {
          const name = nameOf(entry.key);
          return (
            <li key={entry.key ?? index} className={layout.row}>
              <span id={`default_order.${index}`} tabIndex={-1}>
                {name}
              </span>
              {errorAt(`default_order.${index}`) && (
                <span className={css.error}>{errorAt(`default_order.${index}`)}</span>
              )}
              <Segmented
                label={`Order of ${name}`}
                options={[...directions]}
                value={entry.order}
                onChange={(by) =>
                  change('default_order', (before) => ({
                    ...before,
                    default_order: before.default_order.with(index, { ...entry, order: by }),
                  }))
                }
              />
              <IconButton
                size="small"
                label={`Remove ${name} from the order`}
                icon={IconTrash}
                onClick={() => {
                  change('default_order', (before) => withoutOrder(before, index));
                  focusField('default_order');
                }}
              />
            </li>
          );
        })}
      </ol>
      <div className={css.add}>
        <SelectField
          id="default_order"
          label="Order by"
          help={said || undefined}
          icon={IconPlus}
          options={fields.map((field) => ({ value: field.key, label: labelOf(builder, field) }))}
          placeholder="Choose a column"
          value={null}
          onChange={add}
        />
      </div>
    </Part>
  );
};
