import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { useMay } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { useOpened } from '#web/ui/use-opened.ts';

const UpdateDialog = overlay('The update', async () => (await import('./update-dialog.tsx')).UpdateDialog);

/** Tells who may change a form that its template was changed, and lets them look. One that was left is told quietly. */
export const UpdateNotice = ({ form }: { form: FormRecord }) => {
  const may = useMay();
  const enabled = !isPlatform && form.is_owned && may(templateUpdateRoutes.show, form.id);
  const { data, isError, refetch } = useRouteQuery(templateUpdateRoutes.show, { params: { id: form.id } }, { enabled });
  const { opened, open, close } = useOpened<'update'>();
  if (isError && !data)
    return <LoadFailed title="Could not check the template for updates." onRetry={() => void refetch()} />;
  if (!data?.update) return null;
  const { update } = data;
  const changes = counted(update.differences.length, 'change');
  return (
    <>
      <Banner tone="info" action={{ label: 'View changes', onClick: () => open('update') }}>
        {update.is_left
          ? `You ignored ${changes} to the template. You can still accept the update.`
          : `Update available. The platform team made ${changes} to this form’s template. Your form changes only if you accept.`}
      </Banner>
      {opened && <UpdateDialog form={form} update={update} onClose={close} />}
    </>
  );
};
