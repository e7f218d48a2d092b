import { IconCertificate } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { erasureRoutes } from '#contract/resources/life-cycles.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';

const { at, title, one, many } = places.erasure_certificates;

type Certificate = Answer<typeof erasureRoutes.show>;
const heading = 'Certificates of Erasure';
const keyOf = ({ id }: Certificate) => id;

const columns = (zone: string): Column<Certificate>[] => [
  { key: 'name', title: 'Organization', cell: (row) => <Link to={`${at}/${row.id}`}>{row.organization_name}</Link> },
  { key: 'slug', title: 'Address', cell: ({ slug }) => <code>{slug}</code> },
  { key: 'erased_at', title: 'Erased', cell: ({ erased_at }) => showDateTime(erased_at, zone) },
  { key: 'erased_by', title: 'By', cell: ({ erased_by }) => erased_by },
];

/** All certificates, the newest first. */
export const List = () => {
  const { data, error, refetch } = useRouteQuery(erasureRoutes.list, { query: {} });
  const zone = useZone();
  useTitle(title);
  return (
    <Page>
      <RecordHeader title={heading} facts={[data ? counted(data.data.length, one, many) : null]} />
      <Section>
        {data?.data.length === 0 && (
          <EmptyState
            icon={IconCertificate}
            title="No certificates yet"
            helper="When an organization is erased, its certificate appears here."
          />
        )}
        {data && data.data.length > 0 && (
          <DataTable
            label={heading}
            widthsKey="erasure-certificates"
            columns={columns(zone)}
            rows={data.data}
            rowKey={keyOf}
          />
        )}
        {!data && !error && <ListSkeleton label={`Loading ${many}`} />}
        {!data && error && (
          <LoadFailed title={`Could not load ${many}.`} helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
        )}
      </Section>
    </Page>
  );
};
