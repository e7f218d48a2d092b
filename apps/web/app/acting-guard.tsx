import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useAccountQuery } from '#web/access/account.tsx';
import { useBrand } from '#web/access/brand.tsx';
import { actingName, followServer, stopPath, useImpersonation } from '#web/access/impersonation.tsx';
import { type Impersonation, useSignedIn } from '#web/access/session.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardPage } from '#web/ui/page.tsx';

/** Around the screens of who is signed in: they are those of the person for whom the session acts on the server. */
export const ActingGuard = () => {
  const isSignedIn = useSignedIn();
  const acting = useImpersonation();
  const { data: account } = useAccountQuery(isSignedIn && acting !== null);
  useEffect(() => {
    // Without an answer, what the browser knows stands; the server refuses what it does not allow.
    if (isSignedIn) void followServer().catch(() => {});
  }, [isSignedIn]);
  return acting && account?.executed_confidentiality_agreement === false ? <NotAccepted acting={acting} /> : <Outlet />;
};

/** Stands in place of the confidentiality statement of somebody else, which nobody accepts for them. */
const NotAccepted = ({ acting }: { acting: Impersonation }) => {
  const name = actingName(acting);
  useTitle('Confidentiality statement');
  return (
    <CardPage brand={useBrand()} title={`${name} has not accepted the confidentiality statement`}>
      <p>
        Until they do, they can’t see any records, and you can’t see records as them. Only {name} can accept it, the
        next time they sign in.
      </p>
      <ButtonLink to={stopPath} tone="filled" block>
        Stop acting as {name}
      </ButtonLink>
    </CardPage>
  );
};
