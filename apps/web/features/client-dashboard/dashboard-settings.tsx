import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '#contract/kit/route.ts';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { isAbout } from '#web/access/user-search.ts';
import { counted } from '#web/kit/formats.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';

import { Note } from '#web/ui/note.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './client-dashboard.module.css';

type DashboardField = Answer<typeof clientDashboardRoutes.show>['fields'][number];
type OfferedField = Answer<typeof clientDashboardRoutes.offered>['data'][number];

/** Which answers stand at the top of each person, and in which order. */
export const DashboardSettings = ({ onClose }: { onClose: () => void }) => {
  const dashboard = useRouteQuery(clientDashboardRoutes.show, {}, { staleTime: 0 });
  const offered = useRouteQuery(clientDashboardRoutes.offered, {});
  const failed = [dashboard, offered].find(({ isError }) => isError);
  const isThere = dashboard.data && offered.data && !dashboard.isFetching;
  const [begun, setBegun] = useState<DashboardField[]>();
  if (isThere && !begun) setBegun(dashboard.data.fields);
  if (begun && offered.data) return <Settings stored={begun} offered={offered.data.data} onClose={onClose} />;
  return (
    <FormDialog
      form={{ isDirty: false, isSaving: false, submit: async () => {} }}
      title="Dashboard Settings"
      width={960}
      isDisabled
      onClose={onClose}
    >
      {failed ? (
        <LoadFailed helper={whyNotLoaded(failed.error)} onRetry={() => void failed.refetch()} />
      ) : (
        <AreaSkeleton label="Loading settings" height={320} />
      )}
    </FormDialog>
  );
};

const nameOf = ({ field_name }: DashboardField) => field_name ?? 'A field that you cannot see';
const noChange = 'No changes';

const Settings = ({
  stored,
  offered,
  onClose,
}: {
  stored: DashboardField[];
  offered: OfferedField[];
  onClose: () => void;
}) => {
  const { mutateAsync } = useWrite(clientDashboardRoutes.set);
  const form = useForm(
    { fields: stored },
    ({ fields }) =>
      mutateAsync({ sent: { body: { form_field_ids: fields.map(({ id }) => id) } } }).catch((error) => {
        throw inDialog(error);
      }),
    () => {
      toast.success('Client dashboard saved');
      onClose();
    },
  );
  const { fields } = form.values;
  const set = (next: DashboardField[]) => form.set('fields', next);
  return (
    <FormDialog
      form={form}
      title="Dashboard Settings"
      width={960}
      note={form.isDirty ? 'Not saved yet' : noChange}
      onClose={onClose}
    >
      <Note>The whole organization shares this list. Each person sees the answers they have access to.</Note>
      <ErrorSummary errors={form.summary.map(({ message }) => ({ message }))} attempt={form.attempt} />
      <div className={css.two}>
        <Offers
          offered={offered}
          chosen={new Set(fields.map(({ id }) => id))}
          onAdd={(field) => set([...fields, field])}
          onRemove={(id) => set(fields.filter((one) => one.id !== id))}
        />
        <div>
          <p className={css.order}>
            Order on the page <span className={css.count}>{fields.length}</span>
          </p>
          <SortableList
            label="Order on the page"
            items={fields}
            itemKey={({ id }) => String(id)}
            itemName={nameOf}
            onReorder={set}
            tools={(field) => (
              <IconButton
                size="small"
                icon={IconX}
                label={`Remove ${nameOf(field)}`}
                onClick={() => set(fields.filter(({ id }) => id !== field.id))}
              />
            )}
          >
            {(field) => (
              <>
                {nameOf(field)}
                <span className={css.form}>{field.form_name}</span>
              </>
            )}
          </SortableList>
          {fields.length === 0 && <Note>Choose a field to add it at the end.</Note>}
        </div>
      </div>
    </FormDialog>
  );
};

const Offers = ({
  offered,
  chosen,
  onAdd,
  onRemove,
}: {
  offered: OfferedField[];
  chosen: ReadonlySet<number>;
  onAdd: (field: OfferedField) => void;
  onRemove: (id: number) => void;
}) => {
  const [typed, setTyped] = useState('');
  const found = offered.filter(({ form_name, field_name }) => isAbout(`${form_name} ${field_name}`, typed));
  const forms = [...Map.groupBy(found, ({ form_id }) => form_id).values()];
  const count = new Set(offered.map(({ form_id }) => form_id)).size;
  return (
    <div>
      <TextField
        label="Add a field"
        icon={IconSearch}
        placeholder={`Search ${counted(count, 'form')}`}
        value={typed}
        onChange={setTyped}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <fieldset className={css.offers} aria-label="Fields to choose" tabIndex={0}>
        {forms.map((fields) => (
          <fieldset key={fields[0]?.form_id}>
            <legend className={css.group}>{fields[0]?.form_name}</legend>
            {fields.map((field) => (
              <Checkbox
                key={field.id}
                checked={chosen.has(field.id)}
                onChange={(checked) => (checked ? onAdd(field) : onRemove(field.id))}
              >
                {field.field_name}
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {found.length === 0 && (
          <Note>{offered.length === 0 ? 'No client forms that you can see' : 'Nothing matches'}</Note>
        )}
      </fieldset>
    </div>
  );
};
