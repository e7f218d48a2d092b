import { IconShare } from '@tabler/icons-react';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import type { FormDifference } from '#contract/resources/form-differences.ts';
import { useZone } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { useOpened } from '#web/ui/use-opened.ts';

const SharedChanges = overlay('The changes', async () => (await import('./shared-changes.tsx')).SharedChanges);

type Owner = NonNullable<FormRecord['shared_by']>;

const maxNamed = 3;

/** The first of what was changed, by name, and how many more there are; of the form itself what of it. */
const named = (differences: FormDifference[]): string => {
  const all = differences.flatMap(({ part, name, lines }) =>
    part === 'form' ? lines.map(({ label }) => label) : name,
  );
  const names = [...new Set(all)];
  const [first, rest] = [names.slice(0, maxNamed).join(', '), names.length - maxNamed];
  return rest > 0 ? `${first} and ${rest.toLocaleString('en-US')} more` : first;
};

/** What the owner changed last, for who fills it in. */
const Changed = ({ form, changed_at }: { form: FormRecord; changed_at: string }) => {
  const zone = useZone();
  const { opened, open, close } = useOpened<'changes'>();
  const { data, isError, refetch } = useRouteQuery(affiliationRoutes.formChanges, { params: { id: form.id } });
  if (isError && !data)
    return <LoadFailed title="Could not load the owner’s changes." onRetry={() => void refetch()} />;
  const changes = data?.changes?.differences.length ? data.changes : null;
  const kept = form.response_count > 0 && ` Your ${counted(form.response_count, 'response')} stay as they are.`;
  return (
    <>
      <Banner {...(changes && { action: { label: 'View changes', onClick: () => open('changes') } })}>
        <b>Changed by the owner on {showDateTime(changed_at, zone)}</b>
        {changes && `: ${named(changes.differences)}`}.{kept}
      </Banner>
      {opened && changes && <SharedChanges form={form} changes={changes} onClose={close} />}
    </>
  );
};

/** Tells whose form it is that somebody shares, and what they changed while it is in use. */
export const SharedNotice = ({
  form,
  owner: { name, changed_at, ended_at },
  clone,
}: {
  form: FormRecord;
  owner: Owner;
  clone?: (() => void) | undefined;
}) => {
  const zone = useZone();
  return (
    <>
      <Banner tone="info" icon={IconShare} {...(clone && { action: { label: 'Clone as my own', onClick: clone } })}>
        {ended_at
          ? `${name} stopped sharing this form on ${showDateTime(ended_at, zone)}. Existing responses stay.`
          : `Shared by ${name}. You can fill it in, but only they can change it.`}
      </Banner>
      {changed_at && form.active && <Changed form={form} changed_at={changed_at} />}
    </>
  );
};
