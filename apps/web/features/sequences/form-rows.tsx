import { IconExternalLink, IconPencilOff, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { places } from '#web/access/places.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import { movesToEnds } from '#web/ui/move-actions.ts';
import { Section } from '#web/ui/section.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { AddForm } from './add-form.tsx';
import css from './form-rows.module.css';
import type { SequenceForm } from './sequence.ts';

/** The forms of a sequence in their order. What is wrong with them is mended where forms are added, at `id`. */
export const FormRows = ({
  id,
  forms,
  onChange,
  error,
}: {
  id: string;
  forms: SequenceForm[];
  onChange: (forms: SequenceForm[]) => void;
  error: string | null;
}) => {
  const [said, setSaid] = useState('');
  const rows = useRef<HTMLDivElement>(null);
  // Undo comes later than the changes that were made after the removal.
  const latest = useRef(forms);
  latest.current = forms;

  const without = (form: SequenceForm) => latest.current.filter((one) => one.id !== form.id);
  const add = (form: SequenceForm) => {
    onChange([...forms, form]);
    setSaid(`${form.name} added at position ${forms.length + 1}`);
  };
  const move = (form: SequenceForm, to: number) => {
    onChange(without(form).toSpliced(to, 0, form));
    setSaid(`${form.name} moved to position ${to + 1} of ${forms.length}`);
  };
  const remove = (form: SequenceForm, index: number) => {
    flushSync(() => onChange(without(form)));
    // The focus goes on to the row that took the place of the removed one.
    const items = rows.current?.querySelectorAll('ol > li') ?? [];
    const next = items[Math.min(index, items.length - 1)]?.querySelector('button');
    (next ?? document.getElementById(id))?.focus();
    toast.undo(`${form.name} removed`, () => onChange(without(form).toSpliced(index, 0, form)));
  };

  return (
    <Section title="Forms" note={forms.length || undefined}>
      <div className={css.list} ref={rows}>
        <SortableList
          label="Forms"
          items={forms}
          itemKey={(form) => String(form.id)}
          itemName={({ name }) => name}
          onReorder={onChange}
          tools={(form, index) => (
            <>
              <ActionMenu
                label={`More for ${form.name}`}
                size="small"
                actions={[
                  ...movesToEnds(index, forms.length, (to) => move(form, to)),
                  {
                    label: 'Open the form',
                    icon: IconExternalLink,
                    to: `${places.forms.at}/${form.id}`,
                    apart: true,
                  },
                ]}
              />
              <IconButton
                size="small"
                label={`Remove ${form.name}`}
                icon={IconTrash}
                onClick={() => remove(form, index)}
              />
            </>
          )}
        >
          {({ name, active }, index) => (
            <span className={css.row}>
              <span className={css.number} aria-hidden>
                {index + 1}
              </span>
              <span className={`${layout.row} ${css.what}`}>
                <span>{name}</span>
                {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
              </span>
            </span>
          )}
        </SortableList>
      </div>
      <div className={css.add}>
        <AddForm id={id} taken={forms.map((form) => form.id)} onAdd={add} error={error} />
      </div>
      <span className={hidden.text} role="status">
        {said}
      </span>
    </Section>
  );
};
