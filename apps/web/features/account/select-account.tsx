import { IconChevronRight } from '@tabler/icons-react';
import { Link, Navigate, useLocation } from 'react-router';
import { useAccountQuery } from '#web/access/account.tsx';
import { hostOf, originOf } from '#web/access/host.ts';
import { useSignedIn } from '#web/access/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrivalOf } from './arrival.ts';
import { OwnPage } from './own-page.tsx';
import css from './select-account.module.css';

type AccountOrganization = { id: number; name: string; slug: string };

/** The organizations that somebody may enter. Each has an address, and a sign-in, of its own. */
export const SelectAccount = () => {
  const { state } = useLocation();
  const isSignedIn = useSignedIn();
  const account = useAccountQuery(isSignedIn);
  // After a password reset nobody is signed in, and the answer brought the organizations along.
  const organizations: AccountOrganization[] | undefined = account.data?.organizations ?? state?.organizations;
  const { notice } = arrivalOf(state);
  if (!organizations && !isSignedIn) return <Navigate to="/login" replace state={{ from: '/select_account' }} />;
  if (account.isError)
    return <LoadFailed title="Could not load your account." onRetry={() => void account.refetch()} />;
  if (!organizations) return null;
  return (
    <OwnPage
      title="Choose account"
      intro="You sign in to each organization at its own address."
      below={
        isSignedIn && (
          <p>
            Signed in as {account.data?.email}. <Link to="/logout">Logout</Link>
          </p>
        )
      }
    >
      {notice && (
        <div role="status">
          <Banner tone="info">{notice}</Banner>
        </div>
      )}
      {organizations.length === 0 && account.data?.role !== 'superuser' && (
        <p>You don’t belong to an organization yet. Ask the owner of yours to invite you.</p>
      )}
      <ul className={css.organizations}>
        {organizations.map(({ id, name, slug }) => (
          <li key={id}>
            <a className={css.organization} href={`${originOf(slug)}/login`}>
              <span>
                <b>{name}</b>
                <span className={css.host}>{hostOf(slug)}</span>
              </span>
              <Icon of={IconChevronRight} />
            </a>
          </li>
        ))}
        {account.data?.role === 'superuser' && (
          <li>
            <Link className={css.organization} to="/admin/organizations">
              <b>Platform admin</b>
              <Icon of={IconChevronRight} />
            </Link>
          </li>
        )}
      </ul>
    </OwnPage>
  );
};
