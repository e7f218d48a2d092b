import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { dataImports, lookOf } from './data-import.ts';

/** The imports of all organizations, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={dataImports}
    hint="A file is chosen for an organization, its columns are mapped, all of it is checked, and then it is written whole or not at all."
    searchHint="Organization or import"
    item={({ name, organization_name, ...one }) => {
      const { label, tone, icon } = lookOf(one);
      return {
        title: name,
        fact: organization_name,
        badges: (
          <StatusBadge tone={tone} icon={icon}>
            {label}
          </StatusBadge>
        ),
      };
    }}
  />
);
