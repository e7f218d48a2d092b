import type { ReportType } from '#reports/columns.ts';
import { kindWords } from '#web/reports/kind-words.ts';
import { reports } from '#web/reports/report.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { useTreeChoice } from '#web/trees/tree-choice.ts';

const types = {
  key: 'report_type',
  label: 'Type',
  options: (Object.keys(kindWords) as ReportType[]).map((value) => ({ value, label: kindWords[value].title })),
};

/** All reports, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={reports}
    choices={[types, ...useTreeChoice('category')]}
    sorts={[
      { key: 'name', label: 'Name', sort: [{ field: 'name', order: 'asc' }] },
      { key: 'newest', label: 'Newest', sort: [{ field: 'created_at', order: 'desc' }] },
    ]}
    hint="Reports show answers in tables, charts and maps."
    item={({ name, report_type, category }) => ({
      title: name,
      fact: [kindWords[report_type].title, category?.name].filter(Boolean).join(' · '),
    })}
  />
);
