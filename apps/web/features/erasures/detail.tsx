import { IconCertificate, IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { erasureRoutes } from '#contract/resources/life-cycles.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { ApiError } from '#web/kit/api.ts';
import { capital } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './detail.module.css';

type Certificate = Answer<typeof erasureRoutes.show>;

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
/** How often it is asked whether the certificate is there, in milliseconds. */
const pause = 2000;

/** One certificate; while its organization is still being erased, that. */
export const Detail = () => {
  const id = Number(useParams().id);
  const { data, error, refetch } = useRouteQuery(
    erasureRoutes.show,
    { params: { id } },
    { retry: false, refetchInterval: ({ state }) => (isMissing(state.error) ? pause : false) },
  );
  useTitle(data?.organization_name, 'Certificates of Erasure');
  // The list has one more then.
  useEffect(() => {
    if (data) void queries.reload(erasureRoutes.list);
  }, [data]);
  if (data) return <Shown key={id} certificate={data} />;
  if (!error) return <RecordSkeleton label="Loading certificate" />;
  if (isMissing(error)) return <NotYet />;
  const why = whyNotLoaded(error);
  return <LoadFailed title="Could not load this certificate." helper={why} onRetry={() => void refetch()} />;
};

const waiting = {
  title: 'No certificate yet',
  helper: 'The certificate appears here once the organization is erased. You can leave this page.',
};
const NotYet = () => (
  <Page>
    <div role="status">
      <EmptyState heading="h1" icon={IconCertificate} {...waiting} />
    </div>
  </Page>
);

const number = (value: number | undefined) => (value ?? 0).toLocaleString('en-US');

const Shown = ({ certificate }: { certificate: Certificate }) => {
  const { organization_name, slug, erased_at, erased_by, reason, tables, files, sha256 } = certificate;
  const zone = useZone();
  const others = Object.entries(tables)
    .filter(([, rows]) => rows > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <Page>
      <RecordHeader
        crumbs={[
          { label: places.erasure_certificates.title, to: places.erasure_certificates.at },
          { label: organization_name },
        ]}
        title={organization_name}
        badge={<StatusBadge icon={IconCertificate}>Erased</StatusBadge>}
        facts={['Only this certificate remains']}
        primary={
          <Button icon={IconPrinter} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <Section title="Certificate of erasure">
        <p className={css.meaning}>
          All data of this organization was erased from Hearth. Earlier backups are deleted on their usual schedule.
        </p>
        <DescriptionList
          facts={[
            { label: 'Organization', value: organization_name },
            { label: 'Address', value: <code>{slug}</code> },
            { label: 'Erased', value: formatZonedDateTime(erased_at, zone) },
            { label: 'By', value: erased_by },
            ...(reason ? [{ label: 'Reason', value: reason }] : []),
            { label: 'People', value: number(tables.clients) },
            { label: 'Form responses', value: number(tables.responses) },
            { label: 'Files', value: number(files) },
            {
              label: 'Members',
              value: `${number(tables.memberships)}, including ${number(tables.users)} erased accounts`,
            },
            { label: 'Checksum', value: <code className={css.sum}>{sha256}</code>, wide: true },
          ]}
        />
      </Section>
      <Section title="Records by table">
        <DescriptionList
          facts={others.map(([table, rows]) => ({ label: capital(table.replaceAll('_', ' ')), value: number(rows) }))}
        />
      </Section>
    </Page>
  );
};
