import { MasterDetail } from '#web/screens/master-detail.tsx';
import { RecordCount } from '#web/trees/record-count.tsx';
import { categories } from './category.ts';

/** All categories by their paths, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    searchHint="Filter by name"
    hint="Categories help you find people, forms and reports."
    of={categories}
    item={({ name, path, number_of_records }) => ({
      title: name,
      above: path.map((one) => one.name),
      badges: <RecordCount count={number_of_records} />,
    })}
  />
);
