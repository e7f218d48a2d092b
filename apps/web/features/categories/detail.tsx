import { type CategorizableType, categorizedType, categoryRoutes } from '#contract/resources/categories.ts';
import { useZone } from '#web/access/account.tsx';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { useNode } from '#web/trees/node.tsx';
import { RecordsByType } from '#web/trees/records.tsx';
import { type Category, categories } from './category.ts';

const titles = { clients: 'Clients', forms: 'Forms', report_definitions: 'Reports' };

/** One category: where it stands, and the people, forms and reports in it. */
export const Detail = detailOf(categories, ({ record }) => {
  const { number_of_records, created_at, updated_at } = record;
  const zone = useZone();
  const { addBelow: _, ...node } = useNode(categories, record, 'Add sub-category');
  return (
    <RecordScreen
      of={categories}
      record={record}
      facts={[
        counted(number_of_records, 'record'),
        `created ${showDateTime(created_at, zone)}`,
        `last updated ${showDateTime(updated_at, zone)}`,
      ]}
      {...node}
    >
      <Records {...record} />
    </RecordScreen>
  );
});

const Records = ({ id, record_counts }: Category) => (
  <RecordsByType
    useRecords={(record_type, page) => {
      const { data, ...answer } = useRouteQuery(categoryRoutes.records, {
        params: { id, page },
        query: { record_type },
      });
      const records = data?.data.map((one) => ({
        ...one,
        record_type: categorizedType(one.record_type) as CategorizableType,
      }));
      return { ...answer, data: records && { data: records } };
    }}
    counts={record_counts}
    titles={titles}
  >
    No records attached to this category.
  </RecordsByType>
);
