import { IconAdjustmentsHorizontal, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { formUses } from '#web/forms/definition/form-record.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FormValues } from './draft.ts';
import { nameId } from './entry-list.tsx';
import css from './form-settings.module.css';
import type { Editor } from './use-editor.ts';

/** What a form is, apart from its fields. On a narrow screen all but its name and description fold once it has fields. */
export const FormSettings = ({
  values,
  set,
  error,
  isSaved,
}: {
  values: FormValues;
  set: Editor['set'];
  error: (path: string) => string | null;
  isSaved: boolean;
}) => {
  const [isWanted, setWanted] = useState<boolean | null>(null);
  const isFaulty = error('redirect_url') !== null || error('form_type') !== null;
  const isOpen = isFaulty || (isWanted ?? values.entries.length === 0);
  const isClient = values.form_type === 'client';
  return (
    <div className={css.settings} data-open={isOpen || undefined}>
      <TextField
        id={nameId}
        label="Name"
        required
        maxLength={255}
        value={values.name}
        onChange={(name) => set('name', name)}
        error={error('name')}
      />
      <div className={css.more}>
        <SelectField
          id="form_type"
          label="Form Use"
          options={formUses}
          value={values.form_type}
          onChange={(use) => use && set('form_type', use as FormValues['form_type'])}
          {...(isSaved && {
            disabled: true,
            icon: IconLock,
            labelEnd: <span className={css.fixed}>Cannot be changed once saved</span>,
          })}
          error={error('form_type')}
        />
      </div>
      <div className={isClient ? undefined : css.wide}>
        <TextField
          id="description"
          label="Description"
          optional
          maxLength={2000}
          value={values.description}
          onChange={(description) => set('description', description)}
          error={error('description')}
        />
      </div>
      {isClient && (
        <div className={css.more}>
          <TextField
            id="redirect_url"
            label="Custom redirect URL"
            optional
            type="url"
            placeholder="https://"
            title="Where people go after answering the form in public"
            value={values.redirect_url}
            onChange={(url) => set('redirect_url', url)}
            error={error('redirect_url')}
          />
        </div>
      )}
      <div className={css.fold}>
        <Button
          tone="subtle"
          size="small"
          icon={IconAdjustmentsHorizontal}
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          {isOpen ? 'Fewer settings' : 'More settings'}
        </Button>
      </div>
    </div>
  );
};
