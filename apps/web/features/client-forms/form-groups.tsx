import { IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { type clientForm, type clientFormGroup, clientFormRoutes } from '#contract/resources/client-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { PermissionsButton } from '#web/access/access-actions.tsx';
import { useMay, useZone } from '#web/access/account.tsx';
import { colleagueName, fullName, showDateTime } from '#web/kit/formats.ts';
import { useList } from '#web/kit/use-list.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { IconLink } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import type { Sort } from '#web/ui/sort.ts';
import css from './form-groups.module.css';
import { groupsInOrder, inOrder } from './instance-order.ts';
import { responsesOf, usePerson } from './person.ts';

export type Instance = z.output<typeof clientForm>;
type Group = z.output<typeof clientFormGroup>;

/** The forms that were filled in for a person; each expands to its instances. */
export const FormGroups = ({ client_id, groups }: { client_id: number; groups: Group[] }) => {
  const zone = useZone();
  const [sort, setSort] = useState<Sort[]>([]);
  return (
    <DataTable
      label="Client Forms"
      widthsKey="client-forms"
      sort={sort}
      onSort={setSort}
      columns={[
        { key: 'name', title: 'Form Name', sortable: true, cell: ({ name }) => name },
        {
          key: 'count',
          title: 'Count',
          sortable: true,
          cell: ({ count }) => count,
          width: '5.5rem',
          align: 'end',
          phone: 'hidden',
        },
        {
          key: 'on',
          title: 'Last Administered On',
          sortable: true,
          width: '11.5rem',
          cell: ({ last_administered_at }) => showDateTime(last_administered_at, zone),
        },
        {
          key: 'by',
          title: 'Last Administered By',
          sortable: true,
          width: '24%',
          cell: ({ last_administered_by }) => colleagueName(last_administered_by),
        },
      ]}
      rows={groupsInOrder(groups, sort)}
      rowKey={({ id }) => id}
      rowName={({ name }) => `${name} responses`}
      expanded={(group) => <Instances client_id={client_id} group={group} />}
    />
  );
};

/** Whether there may be a response to change. */
const anyToChange = { ...clientFormRoutes.update.access, on: 'any' } as const;

const recordedAt = 'completed_at';
const latestFirst: Sort[] = [{ field: recordedAt, order: 'desc' }];

const Instances = ({ client_id, group }: { client_id: number; group: Group }) => {
  const zone = useZone();
  const may = useMay();
  const person = usePerson();
  const [sort, setSort] = useState(latestFirst);
  // The server sorts by what it has columns for; by an answer, what is here is sorted, once all of it is here.
  const byAnswer = sort.some(({ field }) => field !== recordedAt);
  const list = useList<Instance>(
    clientFormRoutes.page,
    { filters: { form_id: group.id }, sort: byAnswer ? latestFirst : sort },
    { client_id },
  );
  const { more, loadingMore, onEnd, status } = list;
  useEffect(() => {
    if (byAnswer && more && !loadingMore) onEnd();
  }, [byAnswer, more, loadingMore, onEnd]);

  if (status === 'failed') return <LoadFailed helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />;
  if (status === 'loading')
    return (
      <Skeleton label={`Loading ${group.name} responses`}>
        <SkeletonBlock width="100%" height={72} />
      </Skeleton>
    );
  const quick = (list.rows[0]?.answers ?? []).filter(({ is_quick_view }) => is_quick_view);
  const columns: Column<Instance>[] = [
    {
      key: recordedAt,
      title: 'Recorded At',
      sortable: true,
      cell: ({ id, completed_at }) => (
        <Link className={css.moment} to={`${responsesOf(client_id)}/${id}`}>
          {showDateTime(completed_at, zone)}
        </Link>
      ),
    },
    ...quick.map(({ field_id, name, field_type }, index) => ({
      key: String(field_id),
      title: name,
      sortable: true,
      ...(field_type === 'number' ? { align: 'end' as const } : {}),
      ...(index > 0 ? { phone: 'hidden' as const } : {}),
      cell: ({ answers }: Instance) => answers.find((answer) => answer.field_id === field_id)?.display_value || '—',
    })),
  ];
  return (
    <>
      <DataTable
        label={`${group.name} responses`}
        widthsKey={`form-${group.id}`}
        columns={columns}
        rows={byAnswer ? inOrder(list.rows, sort) : list.rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        {...(may(anyToChange) || may(recordRoutes.setRecordPermissions)
          ? {
              actions: ({ id, form_name, completed_at, actions }: Instance) => {
                const recorded = showDateTime(completed_at, zone);
                return (
                  <>
                    {actions.includes('write') && (
                      <IconLink
                        size="small"
                        label={`Edit response of ${recorded}`}
                        icon={IconPencil}
                        to={`${responsesOf(client_id)}/${id}/edit`}
                      />
                    )}
                    <PermissionsButton
                      record={{
                        type: 'client_forms',
                        id,
                        name: [`${form_name}, ${recorded}`, ...(person ? [fullName(person)] : [])].join('. '),
                      }}
                      label={`Permissions of response of ${recorded}`}
                    />
                  </>
                );
              },
            }
          : {})}
      />
      <LoadMore {...list} />
    </>
  );
};
