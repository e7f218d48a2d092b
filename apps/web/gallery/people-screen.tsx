import {
  IconChevronDown,
  IconCopy,
  IconHeartHandshake,
  IconHistory,
  IconPencil,
  IconPencilOff,
  IconPlus,
  IconPrinter,
  IconShieldLock,
  IconSitemap,
  IconTags,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { ListPane } from '#web/ui/list-pane.tsx';
import type { ListItem } from '#web/ui/list-row.tsx';
import { MasterDetail, usePanels } from '#web/ui/master-detail.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import type { Sort } from '#web/ui/sort.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Frame } from './frame.tsx';

const duplicate = (
  <StatusBadge tone="warn" icon={IconCopy}>
    Duplicate
  </StatusBadge>
);
const inactive = <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>;
const active = <StatusBadge tone="ok">Active</StatusBadge>;

const NAMED: [string, string, ListItem['badges']?][] = [
  ['Rivas, Teodoro', '11/02/1961 · 65 y'],
  ['Rivera, Ana M.', '03/14/1985 · 41 y', duplicate],
  ['Rivera, Anna', '03/14/1985 · 41 y', duplicate],
  ['Rivera, Lucía', '08/30/2016 · 10 y'],
  ['Okafor-Rivers, Grace', '04/03/1990 · 36 y'],
  ['Rivetti, Paolo', '09/15/1974 · 52 y', inactive],
];
// Enough of them to see that only some are drawn.
const PEOPLE: ListItem[] = Array.from({ length: 5000 }, (_, index) => {
  const [title, fact, badges] = NAMED[index % NAMED.length]!;
  return { id: index, to: `/clients/${index}`, title, fact, badges, current: index === 1 };
});

const FAMILY = [
  { name: 'Marcos Rivera', relation: 'Son', born: '05/19/2013', gender: 'Male', badge: active },
  { name: 'Lucía Rivera', relation: 'Daughter', born: '08/30/2016', gender: 'Female', badge: active },
  {
    name: 'Teresa Soto',
    relation: 'Mother',
    born: '06/02/1957',
    gender: 'Female',
    badge: <StatusBadge>Contact</StatusBadge>,
  },
];
const FORMS = [
  { name: 'Housing Intake', count: 3, on: '11/18/26 10:42 AM', by: 'Whitlock, Dana' },
  { name: 'Safety Plan', count: 1, on: '10/30/26 03:15 PM', by: 'Nair, Priya' },
  { name: 'Benefits Check', count: 6, on: '10/12/26 09:05 AM', by: 'Whitlock, Dana' },
  { name: 'Release of Information', count: 2, on: '08/04/26 01:20 PM', by: 'Bell, Curtis' },
];
const RESPONSES = [
  { at: '11/18/26 10:42 AM', slept: 'Emergency shelter', income: '$1,240', children: 'Yes' },
  { at: '08/21/26 02:30 PM', slept: 'Family or friends', income: '$1,180', children: 'Yes' },
];
const NOTES = [
  {
    who: 'Dana Whitlock',
    when: '21 h ago',
    text: 'Shelter confirmed a family room from Monday. Ana prefers texts after 5 PM.',
  },
  {
    who: 'Priya Nair',
    when: '11/18/26 11:02 AM',
    text: 'School transport arranged for Marcos and Lucía through Friday.',
  },
];

export function PeopleScreen({ acting, showing = 'detail' }: { acting?: boolean; showing?: 'list' | 'detail' }) {
  const panels = usePanels();
  const [query, setQuery] = useState('riv');
  const [isOn, setOn] = useState(true);
  return (
    <Frame at="/clients" acting={acting}>
      <MasterDetail
        panels={panels}
        showing={showing}
        list={
          <ListPane
            title="People"
            heading={showing === 'list' ? 'h1' : 'h2'}
            resource="people"
            one="person"
            action={
              <ButtonLink to="/clients/new" size="small" icon={IconPlus}>
                Add person
              </ButtonLink>
            }
            search={{ value: query, onSearch: setQuery, placeholder: 'Name, ID, birth date, last 4' }}
            filters={
              <>
                <FilterChip pressed={false}>Duplicates</FilterChip>
                <FilterChip pressed={isOn} onClick={() => setOn(!isOn)}>
                  Inactive
                </FilterChip>
                <FilterChip pressed={false} opens>
                  Category
                </FilterChip>
              </>
            }
            status="ready"
            items={PEOPLE}
            total={12840}
            empty={<EmptyState icon={IconUsers} title="No People Present" />}
            more
          />
        }
        side={<Side />}
      >
        <RecordHeader
          crumbs={[{ label: 'People', to: '/clients' }, { label: 'Rivera, Ana' }]}
          title="Ana M. Rivera"
          large
          avatar={{ name: 'Ana Rivera' }}
          badge={active}
          facts={[<code key="id">P-004182</code>, '03/14/1985 (41 y)', 'Female', 'SSN ••••']}
          primary={<Button icon={IconPencil}>Edit</Button>}
          actions={[
            { label: 'Clone', icon: IconCopy },
            { label: 'Print', icon: IconPrinter },
            { label: 'Delete', icon: IconTrash, danger: true, apart: true },
          ]}
        />
        <Banner icon={IconCopy} action={{ label: 'Review duplicates', to: '/merge' }}>
          2 possible duplicates: Rivera, Anna and Rivera, A. Maria
        </Banner>
        <Banner
          tone="info"
          icon={IconHeartHandshake}
          action={{ label: 'Link This Person to DTD', onClick: () => undefined }}
        >
          1 pending referral, not linked to DTD
        </Banner>
        <Section
          title="Family Members"
          note="Rivera-Soto household"
          action={
            <Button tone="subtle" icon={IconPlus} aria-label="Add family member">
              Add
            </Button>
          }
        >
          <DataTable
            label="Family Members"
            columns={[
              { key: 'name', title: 'Name', cell: (row) => <Link to="/clients/2">{row.name}</Link> },
              { key: 'relation', title: 'Relationship', cell: (row) => row.relation },
              { key: 'born', title: 'Date of Birth', cell: (row) => row.born },
              { key: 'gender', title: 'Gender', cell: (row) => row.gender, phone: 'hidden' },
              { key: 'status', title: 'Status', cell: (row) => row.badge, phone: 'end' },
            ]}
            rows={FAMILY}
            rowKey={(row) => row.name}
            actions={(row) => (
              <>
                <IconButton size="small" label={`Edit ${row.name}`} icon={IconPencil} />
                <IconButton size="small" label={`Remove ${row.name}`} icon={IconTrash} />
              </>
            )}
          />
        </Section>
        <Section
          title="Client Forms"
          action={
            <ActionMenu
              label="Add a Form"
              actions={[{ label: 'Housing Intake' }, { label: 'Safety Plan' }]}
              trigger={
                <Button tone="filled" iconEnd={IconChevronDown}>
                  Add a Form
                </Button>
              }
            />
          }
        >
          <FormsTable />
        </Section>
      </MasterDetail>
    </Frame>
  );
}

function FormsTable() {
  const [sort, setSort] = useState<Sort[]>([{ field: 'at', order: 'desc' }]);
  return (
    <DataTable
      label="Client Forms"
      columns={[
        { key: 'name', title: 'Form Name', cell: (row) => row.name },
        { key: 'count', title: 'Count', cell: (row) => row.count, align: 'end', phone: 'hidden' },
        { key: 'on', title: 'Last Administered On', cell: (row) => row.on },
        { key: 'by', title: 'Last Administered By', cell: (row) => row.by },
      ]}
      rows={FORMS}
      rowKey={(row) => row.name}
      rowName={(row) => `${row.name} responses`}
      expanded={(row) => (
        <DataTable
          label={`${row.name} responses`}
          widthsKey="gallery"
          sort={sort}
          onSort={setSort}
          columns={[
            { key: 'at', title: 'Recorded At', cell: (each) => <Link to="/r">{each.at}</Link>, sortable: true },
            { key: 'slept', title: 'Slept last night', cell: (each) => each.slept, sortable: true },
            { key: 'income', title: 'Income', cell: (each) => each.income, align: 'end', sortable: true },
            { key: 'children', title: 'Children present', cell: (each) => each.children, phone: 'hidden' },
          ]}
          rows={RESPONSES}
          rowKey={(each) => each.at}
          actions={(each) => (
            <>
              <IconButton size="small" label={`Edit response of ${each.at}`} icon={IconPencil} />
              <IconButton size="small" label={`Permissions of response of ${each.at}`} icon={IconShieldLock} />
            </>
          )}
        />
      )}
    />
  );
}

function Side() {
  return (
    <>
      <SideCard title="Actions">
        <ActionList
          actions={[
            { label: 'Manage Permissions', icon: IconShieldLock },
            { label: 'Manage Data Groups', icon: IconSitemap },
            { label: 'Manage Categories', icon: IconTags },
            { label: 'Print', icon: IconPrinter },
          ]}
        />
      </SideCard>
      <SideCard
        title="Notes"
        count={7}
        action={
          <Button tone="subtle" size="small" icon={IconPlus}>
            Add note
          </Button>
        }
      >
        {NOTES.map((note) => (
          <article key={note.who}>
            <small>
              {note.who}, {note.when}
            </small>
            <p>{note.text}</p>
          </article>
        ))}
      </SideCard>
      <SideCard title="Record Summary">
        <Pairs
          facts={[
            { label: 'Created', value: '02/27/26 09:14 AM' },
            { label: 'By', value: 'Curtis Bell' },
            { label: 'Updated', value: '11/18/26 10:51 AM' },
            { label: 'By', value: null },
          ]}
        />
        <ActionList actions={[{ label: 'History', icon: IconHistory, to: '/history' }]} />
      </SideCard>
    </>
  );
}
