import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { isAbout } from '#web/access/user-search.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { counted } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { Input } from '#web/ui/input.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './clone-to-organizations.module.css';

const organizationsOf = (count: number) => counted(count, 'organization');
/** More than these are searched. */
const fewest = 10;
const chosenId = 'organization_ids';

/** Chooses organizations that get a copy of a form template; those that have one already are told apart. */
export const CloneToOrganizations = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const organizations = useRouteQuery(organizationRoutes.list, {
    query: { sort: JSON.stringify([{ field: 'name', order: 'asc' }]) },
  });
  const { mutateAsync } = useWrite(templateRoutes.assign);
  const keyFor = useIdempotencyKey();
  const [typed, setTyped] = useState('');
  const received = new Set(form.clones.map(({ organization_id }) => organization_id));
  const { values, set, ...choice } = useForm(
    { organization_ids: [] as number[] },
    ({ organization_ids }) => {
      const body = { form_id: form.id, organization_ids: organization_ids.filter((id) => !received.has(id)) };
      return mutateAsync({ sent: { body }, idempotencyKey: keyFor(body) }).catch((error) => {
        // Somebody may have been faster: then the boxes tell who has received it meanwhile.
        void queries.reloadAfter(templateRoutes.assign, {});
        throw inDialog(error);
      });
    },
    ({ data }) => {
      toast.success(`${form.name} cloned to ${organizationsOf(data.length)}`);
      onClose();
    },
  );

  const chosen = new Set(values.organization_ids).difference(received);
  const all = organizations.data?.data ?? [];
  const matching = all.filter(({ name }) => isAbout(name, typed));
  const problems = choice.summary.filter(({ id }) => id?.startsWith(chosenId));
  const note = chosen.size > 0 ? `${organizationsOf(chosen.size)} chosen` : '';
  return (
    <FormDialog
      form={choice}
      title={`Clone ${form.name} to organizations`}
      isDisabled={all.every(({ id }) => received.has(id))}
      note={note}
      onClose={onClose}
    >
      <div className={css.body}>
        <ErrorSummary
          errors={choice.summary.map(({ id, message }) => ({
            message,
            ...(id?.startsWith(chosenId) ? { id: chosenId } : {}),
          }))}
          attempt={choice.attempt}
        />
        {organizations.isError && !organizations.data && (
          <LoadFailed title="Could not load the organizations." onRetry={() => void organizations.refetch()} />
        )}
        {organizations.isPending && <AreaSkeleton label="Loading organizations" height={240} />}
        {all.length > fewest && (
          <Input
            type="search"
            aria-label="Search organizations"
            placeholder="Search organizations"
            icon={IconSearch}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {organizations.data && (
          <FieldFrame
            group="group"
            field={{
              id: chosenId,
              label: 'Organizations',
              help: 'Each organization gets a copy of the form, and of any fields it doesn’t have yet.',
              error: inSentences(problems.map(({ message }) => message)),
            }}
          >
            {() => (
              <div className={css.organizations}>
                {matching.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    checked={received.has(id) || chosen.has(id)}
                    disabled={received.has(id)}
                    onChange={() => set('organization_ids', [...chosen.symmetricDifference(new Set([id]))])}
                  >
                    {name} {received.has(id) && <span className={css.note}>Already received</span>}
                  </Checkbox>
                ))}
                {matching.length === 0 && (
                  <p className={css.note}>{all.length === 0 ? 'No organizations yet' : 'Nothing matches'}</p>
                )}
              </div>
            )}
          </FieldFrame>
        )}
      </div>
    </FormDialog>
  );
};
