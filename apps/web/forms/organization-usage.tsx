import { Link } from 'react-router';
import type { z } from 'zod';
import type { templateCopy } from '#contract/resources/fields.ts';
import { Section } from '#web/ui/section.tsx';
import css from './organization-usage.module.css';

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
  <Section title={title} note={copies.length || undefined}>
    {copies.length === 0 ? (
      <p className={css.none}>{children}</p>
    ) : (
      <ul className={css.organizations} aria-label={title}>
        {copies.map(({ organization_id, organization_name }) => (
          <li key={organization_id}>
            <Link to={`/admin/organizations/${organization_id}`}>{organization_name}</Link>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
