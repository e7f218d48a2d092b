import { IconHeartHandshake } from '@tabler/icons-react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { useMay } from '#web/access/account.tsx';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { LinkDialog } from './link-dialog.tsx';

/** Under the head of a person: that referrals wait because they are not linked to DTD, and the way to link them. */
export const ReferralsNotice = ({ id }: { id: number }) => {
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id } });
  return person?.referred_not_linked ? <NotLinked id={id} /> : null;
};

const NotLinked = ({ id }: { id: number }) => {
  const { data } = useRouteQuery(referralSystemRoutes.ofClient, { params: { client_id: id } });
  const may = useMay();
  const { opened, open, close } = useOpened<'link'>();
  const waiting = data?.data.filter(({ referral_id }) => referral_id === null).length ?? 1;
  return (
    <>
      <Banner
        tone="info"
        icon={IconHeartHandshake}
        {...(may(clientRoutes.update, id) && {
          action: { label: 'Link This Person to DTD', onClick: () => open('link') },
        })}
      >
        {counted(waiting, 'pending referral')}, not linked to DTD
      </Banner>
      {opened && <LinkDialog client_id={id} onClose={close} />}
    </>
  );
};
