import { IconBolt, IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { counted } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { useNode } from '#web/trees/node.tsx';
import { RecordCount } from '#web/trees/record-count.tsx';
import { RecordsByType } from '#web/trees/records.tsx';
import rows from '#web/trees/rows.module.css';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { sentencesOf } from './condition-words.ts';
import { type DataGroup, dataGroups } from './data-group.ts';
import css from './detail.module.css';

const titles = { clients: 'People', client_forms: 'Form Response' };

/** While records are still being looked through, the group is asked again after so many ms. */
const timeoutMs = 2000;

/** How many there are, and how they came; or that this is not known yet. */
const countsOf = ({ number_of_records: all, number_automatic: automatic, updating, smart_conditions }: DataGroup) => {
  if (updating) return ['updating…'];
  const own = all - automatic;
  return [
    counted(all, 'record'),
    ...(smart_conditions
      ? [`${automatic.toLocaleString('en-US')} automatic, ${own.toLocaleString('en-US')} by hand`]
      : []),
  ];
};

/** One data group: its conditions, what is below it, and the people and responses in it. */
export const Detail = detailOf(dataGroups, ({ record }) => {
  const { smart_conditions, updating } = record;
  const { addBelow, ...node } = useNode(dataGroups, record, 'Add sub-group');
  useEffect(() => {
    if (!updating) return;
    const timer = setInterval(() => {
      void queries.reload(dataGroupRoutes.show);
      void queries.reload(dataGroupRoutes.page);
    }, timeoutMs);
    return () => clearInterval(timer);
  }, [updating]);
  return (
    <RecordScreen
      of={dataGroups}
      record={record}
      badge={smart_conditions && <StatusBadge icon={IconBolt}>SmartGroup</StatusBadge>}
      facts={countsOf(record)}
      {...node}
    >
      <Conditions {...record} />
      <Section
        title="Sub-groups"
        action={
          addBelow && (
            <Button tone="subtle" icon={IconPlus} onClick={addBelow}>
              Add sub-group
            </Button>
          )
        }
      >
        <SubGroups {...record} />
      </Section>
      <Records {...record} />
    </RecordScreen>
  );
});

const Conditions = ({ smart_conditions, creators }: DataGroup) => {
  if (!smart_conditions) return null;
  const { said, note } = sentencesOf(smart_conditions, creators);
  return (
    <Section title="SmartGroup conditions">
      <p className={css.said}>
        {said.map(({ text, strong }, index) => (strong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>))}
      </p>
      <Note>{note}</Note>
    </Section>
  );
};

const SubGroups = ({ sub_groups }: DataGroup) =>
  sub_groups.length === 0 ? (
    <Note>No sub-groups exist for this data group.</Note>
  ) : (
    <ul className={rows.rows} aria-label="Sub-groups">
      {sub_groups.map(({ id, name, number_of_records, smart }) => (
        <li key={id}>
          <Link to={`${dataGroups.at}/${id}`}>{name}</Link>
          <RecordCount count={number_of_records} smart={smart} />
        </li>
      ))}
    </ul>
  );

const Records = ({ id, record_counts }: DataGroup) => (
  <RecordsByType
    titles={titles}
    counts={record_counts}
    useRecords={(record_type, page) =>
      useRouteQuery(dataGroupRoutes.records, { params: { id, page }, query: { record_type } })
    }
  >
    No records in this data group.
  </RecordsByType>
);
