import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ListPane } from '#web/ui/list-pane.tsx';
import { MasterDetail, usePanels } from '#web/ui/master-detail.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import type { Sort } from '#web/ui/sort.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { Frame } from './frame.tsx';

const MEMBERS = [
  { name: 'Bell, Curtis', email: 'curtis.bell@harborvale.example', last: '11/21/26 08:14 AM' },
  { name: 'Oyelaran, Femi', email: 'femi.oyelaran@harborvale.example', last: 'Never' },
];

export function AdminScreen() {
  const panels = usePanels();
  const [sort, setSort] = useState<Sort[]>([{ field: 'name', order: 'asc' }]);
  return (
    <Frame at="/organizations" admin>
      <MasterDetail
        panels={panels}
        showing="detail"
        list={
          <ListPane
            title="Organizations"
            resource="organizations"
            action={
              <ButtonLink to="/new" size="small" icon={IconPlus}>
                Add organization
              </ButtonLink>
            }
            search={{ value: '', onSearch: () => undefined }}
            status="ready"
            items={[
              { id: 1, to: '/1', title: 'Alder Clinic Outreach', fact: 'alder.hearth.example' },
              {
                id: 2,
                to: '/2',
                title: 'Harborvale Family Services',
                fact: 'harborvale.hearth.example',
                current: true,
              },
            ]}
            empty={<LoadFailed />}
          />
        }
        side={
          <SideCard title="Actions">
            <ActionList actions={[{ label: 'Version History', to: '/history' }]} />
          </SideCard>
        }
      >
        <RecordHeader
          crumbs={[{ label: 'Organizations', to: '/' }, { label: 'Harborvale Family Services' }]}
          title="Harborvale Family Services"
          facts={[<code key="host">harborvale.hearth.example</code>, '6 members']}
          primary={<Button icon={IconPencil}>Edit</Button>}
          actions={[{ label: 'Archive' }]}
        />
        <Tabs
          label="Views of the organization"
          tabs={[
            { label: 'Overview', to: '/2', current: true },
            { label: 'Members', to: '/2/members', current: false },
          ]}
        />
        <Section>
          <DescriptionList
            facts={[
              { label: 'Pricing tier', value: <Link to="/tier">Community, Monthly</Link> },
              { label: 'Time zone', value: 'Pacific Time (US)' },
              { label: 'Owner', value: 'Marisol Quint' },
              { label: 'Referral system (DTD)', value: '' },
            ]}
          />
        </Section>
        <Section title="Organization Members">
          <DataTable
            label="Organization Members"
            sort={sort}
            onSort={setSort}
            columns={[
              { key: 'name', title: 'Name', cell: (row) => <Link to="/user">{row.name}</Link>, sortable: true },
              { key: 'email', title: 'Email', cell: (row) => row.email, sortable: true },
              { key: 'last', title: 'Last accessed', cell: (row) => row.last, sortable: true },
            ]}
            rows={MEMBERS}
            rowKey={(row) => row.name}
            actions={(row) => <IconButton size="small" label={`Impersonate ${row.name}`} icon={IconEye} />}
          />
        </Section>
      </MasterDetail>
    </Frame>
  );
}
