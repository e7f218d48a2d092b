import { impersonationMinutes, impersonationRoutes } from '#contract/resources/impersonations.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { call } from '#web/kit/api.ts';
import { fullName } from '#web/kit/formats.ts';
import type { Account } from './account.tsx';
import { session } from './session.ts';

type ImpersonateProps = {
  account: Account;
  person: { id: number; name: string };
  organization: { id: number; name: string };
  /** Asked of the platform, not of the organization. */
  asSuperuser: boolean;
  onClose: () => void;
};

/** Asks whether to act for somebody, says what is recorded, and begins: the page is loaded anew as theirs. */
export const Impersonate = ({ account, person, organization, asSuperuser, onClose }: ImpersonateProps) => {
  const start = async () => {
    const user_id = person.id;
    const acting = asSuperuser
      ? await call(impersonationRoutes.start, { body: { user_id, organization_id: organization.id } })
      : await call(impersonationRoutes.startInOrganization, { body: { user_id } });
    // By this machine's clock, which need not be the server's.
    const expires_at = new Date(Date.now() + impersonationMinutes * 60_000).toISOString();
    session.act({ ...acting, expires_at, by: fullName(account) || account.email });
  };
  return (
    <ConfirmWrite title={`Impersonate ${person.name}`} verb="Impersonate" write={start} onClose={onClose}>
      <p>
        You’ll see {organization.name} as {person.name} does, with their permissions, for up to {impersonationMinutes}{' '}
        minutes.
      </p>
      <p>This is recorded. The history of everything you change shows both names.</p>
    </ConfirmWrite>
  );
};
