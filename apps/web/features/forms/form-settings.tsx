import { IconAdjustmentsHorizontal, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { useMay } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import { formUses } from '#web/forms/definition/form-record.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FormValues } from './draft.ts';
import { nameId } from './entry-list.tsx';
import css from './form-settings.module.css';
import { RedirectField } from './redirect-field.tsx';
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
  const isFaulty = error('redirect_url') !== null || error('form_type') !== null || error('affiliation_ids') !== null;
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
          <RedirectField
            title="The page people see after submitting the public form"
            value={values.redirect_url}
            onChange={(url) => set('redirect_url', url)}
            error={error('redirect_url')}
          />
        </div>
      )}
      <ShareWith ids={values.affiliation_ids} set={set} error={error('affiliation_ids')} />
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

/** Selects the affiliates who get the form; hidden without the right to share, and while there are none. */
const ShareWith = ({ ids, set, error }: { ids: number[]; set: Editor['set']; error: string | null }) => {
  const isReadable = useMay()(affiliationRoutes.create) && !isPlatform;
  const filters = JSON.stringify({ type: 'owner', state: 'approved' });
  const { data } = useRouteQuery(affiliationRoutes.list, { query: { filters } }, { enabled: isReadable });
  const options = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  if (options.length === 0) return null;
  return (
    <div className={`${css.more} ${css.wide}`}>
      <MultiSelectField
        value={ids.map(String)}
        onChange={(chosen) => set('affiliation_ids', chosen.map(Number))}
        id="affiliation_ids"
        label="Share with affiliates"
        help="Affiliates fill it in for their own people, and get your changes immediately."
        optional
        options={options}
        error={error}
      />
    </div>
  );
};
