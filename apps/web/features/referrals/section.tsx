import { IconLink, IconUnlink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { useMay, useMember, useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { places } from '#web/access/places.ts';
import { Answered } from '#web/kit/answered.tsx';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { write } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatDate } from '#web/ui/dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { LinkDialog } from './link-dialog.tsx';
import { ReferralStatus } from './status.tsx';

type Referral = Answer<typeof referralSystemRoutes.ofClient>['data'][number];

/** The referrals of a person, and as whom DTD knows them. Nothing where the organization has no such system. */
export const ReferralsSection = ({ id }: { id: number }) => {
  const may = useMay();
  const { organization } = useMember();
  return organization.case_worthy_affiliation && may(referralSystemRoutes.ofClient) ? <OfPerson id={id} /> : null;
};

const OfPerson = ({ id }: { id: number }) => {
  const referrals = useRouteQuery(referralSystemRoutes.ofClient, { params: { client_id: id } });
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id } });
  const may = useMay();
  const { opened, open, close } = useOpened<'link' | 'unlink'>();
  const linked = person?.case_worthy_client_id ?? null;
  const name = person ? fullName(person) : '';
  const unlink = async () => {
    const sent = { params: { client_id: id }, body: { case_worthy_client_id: null } };
    await write(referralSystemRoutes.linkClient, { sent });
    toast.success(`${name} unlinked from DTD`);
    close();
  };
  return (
    <Section
      title="Referrals"
      tab={{ key: 'referrals', count: referrals.data?.data.length }}
      note={linked === null ? 'Not linked to DTD' : `DTD ${linked}`}
      action={
        may(clientRoutes.update, id) &&
        person && (
          <Button
            tone="subtle"
            icon={linked === null ? IconLink : IconUnlink}
            onClick={() => open(linked === null ? 'link' : 'unlink')}
          >
            {linked === null ? 'Link to DTD' : 'Unlink from DTD'}
          </Button>
        )
      }
    >
      <Answered of={referrals} skeleton={<AreaSkeleton label="Loading referrals" height={72} />}>
        {({ data }) =>
          data.length > 0 ? (
            <Table client_id={id} rows={data} />
          ) : (
            <EmptyState icon={places.referrals.icon} title="There are currently no referrals to display." />
          )
        }
      </Answered>
      {opened === 'link' && <LinkDialog client_id={id} onClose={close} />}
      {opened === 'unlink' && (
        <ConfirmWrite title={`Unlink ${name} from DTD`} verb="Unlink" danger write={unlink} onClose={close}>
          Referrals that weren’t sent wait until {name} is linked again. DTD keeps its records.
        </ConfirmWrite>
      )}
    </Section>
  );
};

const Table = ({ client_id, rows }: { client_id: number; rows: Referral[] }) => {
  const zone = useZone();
  return (
    <DataTable<Referral>
      label="Referrals"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'referred',
          title: 'Referred',
          cell: ({ referral_date, client_form_id }) => (
            <Link to={`${places.clients.at}/${client_id}/client_forms/${client_form_id}`}>
              {formatDate(referral_date)}
            </Link>
          ),
        },
        { key: 'to', title: 'To', cell: ({ to_organization }) => to_organization },
        { key: 'service', title: 'Service', cell: ({ service_type }) => service_type },
        {
          key: 'status',
          title: 'Status',
          phone: 'end',
          cell: ({ referral_status }) => <ReferralStatus status={referral_status} />,
        },
        {
          key: 'updated',
          title: 'Updated',
          cell: ({ status_updated_at }) => (status_updated_at ? showDateTime(status_updated_at, zone) : 'Never'),
        },
      ]}
    />
  );
};
