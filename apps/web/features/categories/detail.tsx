import { categoryRoutes } from '#contract/resources/categories.ts';
import { useZone } from '#web/access/account.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { crumbsOf, useNodeActions } from '#web/trees/node.tsx';
import { RecordsOf } from '#web/trees/records.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { type Category, categories } from './category.ts';

const titles = { clients: 'Clients', forms: 'Forms' };

/** One category: where it stands, and the people and forms in it. */
export const Detail = detailOf(categories, ({ record }) => {
  const { number_of_records, created_at, updated_at } = record;
  const zone = useZone();
  const { actions, dialogs } = useNodeActions(categories, record, 'Add sub-category');
  return (
    <RecordScreen
      of={categories}
      record={record}
      crumbs={crumbsOf(categories, record)}
      facts={[
        counted(number_of_records, 'record'),
        `created ${showDateTime(created_at, zone)}`,
        `last updated ${showDateTime(updated_at, zone)}`,
      ]}
      actions={actions}
      dialogs={dialogs}
      deleting={
        number_of_records > 0
          ? `${counted(number_of_records, 'record')} that you can see stand in it. They stay, and leave the category.`
          : 'No record that you can see stands in it.'
      }
    >
      <Records {...record} />
    </RecordScreen>
  );
});

const Records = ({ id, number_of_records, record_counts }: Category) => {
  if (number_of_records === 0)
    return (
      <Section title="Records">
        <Note>No records attached to this category.</Note>
      </Section>
    );
  return record_counts.map(
    ({ record_type, count }) =>
      count > 0 && (
        <RecordsOf
          key={record_type}
          title={titles[record_type]}
          count={count}
          useRecords={(page) => useAnswer(categoryRoutes.records, { params: { id, page }, query: { record_type } })}
        />
      ),
  );
};
