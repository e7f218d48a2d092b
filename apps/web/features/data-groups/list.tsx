import { MasterDetail } from '#web/screens/master-detail.tsx';
import { RecordCount } from '#web/trees/record-count.tsx';
import { dataGroups } from './data-group.ts';

/** All data groups by their paths, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={dataGroups}
    hint="A data group is a set of people and responses, for reports and lists."
    searchHint="Filter by name"
    item={({ name, path, number_of_records, smart_conditions, updating }) => ({
      title: name,
      above: path.map((one) => one.name),
      badges: <RecordCount count={number_of_records} smart={smart_conditions !== null} updating={updating} />,
    })}
  />
);
