import type { z } from 'zod';
import type { templateCopy } from '#contract/resources/fields.ts';
import { places } from '#web/access/places.ts';
import { RecordLinks } from '#web/screens/record-links.tsx';

/** The organizations that got a copy of a template, each a link to it; the children are said when there is none. */
export const OrganizationUsage = ({
  title,
  copies,
  children,
}: {
  title: string;
  copies: z.output<typeof templateCopy>[];
  children: string;
}) => (
  <RecordLinks
    title={title}
    at={places.organizations.at}
    records={copies.map(({ organization_id, organization_name }) => ({ id: organization_id, name: organization_name }))}
  >
    {children}
  </RecordLinks>
);
