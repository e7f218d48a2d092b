import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { Require, useMember, useZone } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './retention.module.css';
import { at, type Rule, stateOf, titleOf } from './rule.ts';
import { AddRule } from './rule-form.tsx';
import { Runs } from './runs.tsx';

/** What the organization keeps, and for how long: its rules, and what they deleted. */
export const Rules = () => (
  <Require do={retentionRoutes.list}>
    <Screen />
  </Require>
);

const State = ({ of }: { of: Rule }) => {
  const { tone, word } = stateOf(of, Date.now());
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
};

const columnsIn = (zone: string): Column<Rule>[] => [
  { key: 'rule', title: 'Rule', cell: (rule) => <Link to={`${at}/${rule.id}`}>{titleOf(rule)}</Link> },
  { key: 'state', title: 'State', phone: 'end', cell: (rule) => <State of={rule} /> },
  {
    key: 'starts_at',
    title: 'Starts deleting',
    cell: ({ state, starts_at }) => (state === 'on' ? showDateTime(starts_at, zone) : null),
  },
  { key: 'confirmed_by', title: 'Turned on by', cell: ({ confirmed_by }) => confirmed_by },
];

const Screen = () => {
  const { organization } = useMember();
  const navigate = useNavigate();
  const zone = useZone();
  const [isAdding, setAdding] = useState(false);
  const rules = useRouteQuery(retentionRoutes.list, {});
  useTitle('Retention');
  const add = (
    <Button tone="filled" icon={IconPlus} onClick={() => setAdding(true)}>
      Add rule
    </Button>
  );
  return (
    <Page>
      <RecordHeader
        crumbs={[
          { label: organization.name, to: '/' },
          { label: 'My organization', to: '/myorg' },
          { label: 'Retention' },
        ]}
        title="Retention"
        primary={rules.data && rules.data.data.length > 0 ? add : undefined}
      />
      <Section>
        <p className={css.words}>
          Retention rules permanently delete data you no longer need. A new rule does nothing until the owner reviews
          its preview and turns it on. It then waits for a week, and any administrator can pause it.
        </p>
      </Section>
      <Section title="Rules" note={rules.data?.data.length || undefined}>
        <Answered
          of={rules}
          skeleton={<RecordSkeleton label="Loading retention rules" />}
          failure="Could not load retention rules."
        >
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                icon={IconCalendarTime}
                title="No retention rules yet"
                helper="Nothing is deleted automatically."
                action={add}
              />
            ) : (
              <DataTable label="Retention rules" columns={columnsIn(zone)} rows={data} rowKey={({ id }) => id} />
            )
          }
        </Answered>
      </Section>
      <Runs />
      {isAdding && <AddRule onClose={() => setAdding(false)} onAdded={({ id }) => navigate(`${at}/${id}`)} />}
    </Page>
  );
};
