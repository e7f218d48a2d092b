import { organizationRoutes } from '#contract/resources/organizations.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './detail.module.css';
import type { Organization } from './organization.ts';

/** Who becomes the owner on accepting their invitation, and the way to withdraw that. */
export const NextOwner = ({ organization: { id, lock_version, next_owner_email } }: { organization: Organization }) => {
  const { mutateAsync, isPending } = useWrite(organizationRoutes.update);
  const withdraw = () =>
    mutateAsync({ sent: { params: { id }, body: { next_owner_email: null, lock_version } } })
      .then(() => toast.success('Change of owner withdrawn'))
      .catch(failures.report);
  return (
    <>
      <a className={css.underlined} href={`mailto:${next_owner_email}`}>
        {next_owner_email}
      </a>{' '}
      becomes the owner when they accept the invitation{' '}
      <Button size="small" tone="subtle" disabled={isPending} onClick={() => void withdraw()}>
        Withdraw
      </Button>
    </>
  );
};
