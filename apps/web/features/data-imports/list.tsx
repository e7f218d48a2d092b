import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { dataImports, lookOf } from './data-import.ts';

/** The imports of all organizations, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={dataImports}
    hint="Choose a file for an organization, map its columns, check the file, then start the import."
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
