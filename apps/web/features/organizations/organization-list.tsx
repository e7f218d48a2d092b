import { IconBuildingCommunity } from '@tabler/icons-react';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { hostOf } from '#web/access/host.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type Organization, root } from './organization.ts';

/** All organizations of the platform, and one of them beside the list. */
export const OrganizationList = () => (
  <MasterDetail<Organization>
    root={root}
    title="Organizations"
    resource="organizations"
    one="organization"
    icon={IconBuildingCommunity}
    page={organizationRoutes.page}
    create={organizationRoutes.create}
    hint="Each organization has an address, people and records of its own."
    searchHint="Name or address"
    item={({ name, slug, owner_name }) => ({
      title: name,
      fact: hostOf(slug),
      badges: owner_name === null && <StatusBadge tone="pending">Invited</StatusBadge>,
    })}
  />
);
