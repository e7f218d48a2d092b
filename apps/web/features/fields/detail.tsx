import { formRoutes } from '#contract/resources/forms.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { meaningWords } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { definitionPlaces } from '#web/access/area.ts';
import { isPlatform } from '#web/access/host.ts';
import { PresentationText } from '#web/fields/presentation-input.tsx';
import type { FieldRecord } from '#web/forms/definition/draft.ts';
import { settingFacts } from '#web/forms/definition/settings.ts';
import { dataTypeLabels } from '#web/forms/definition/words.ts';
import { useOfferedUpdates } from '#web/forms/offered-updates.ts';
import { OrganizationUsage } from '#web/forms/organization-usage.tsx';
import { RecordLinks } from '#web/screens/record-links.tsx';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './detail.module.css';
import { fields } from './field.ts';

const FieldScreen = ({ record: field }: { record: FieldRecord }) => {
  const may = useMay();
  const { title } = fieldType(field.field_type);
  return (
    <RecordScreen of={fields} record={field} facts={[title]} deleting="You won’t be able to add this field to forms.">
      <UpdateOfForm field={field} />
      <Section>
        <DescriptionList
          facts={[
            { label: 'Description', value: field.description, wide: true },
            { label: 'Field type', value: title },
            { label: 'Data type', value: dataTypeLabels[field.data_type] },
            ...settingFacts(field.field_type, field.metadata),
          ]}
        />
      </Section>
      {field.field_type === 'presentation' && (
        <Section title="Content">
          <PresentationText field={field} />
        </Section>
      )}
      {field.field_options.length > 0 && <Options field={field} />}
      {may({ ...formRoutes.page.access, on: 'any' }) && <Uses field={field} />}
      {!isPlatform && may({ ...reportDefinitionRoutes.page.access, on: 'any' }) && (
        <RecordLinks title="Reports that use it" at="/organization/reports" records={field.reports}>
          No reports you can view use this field.
        </RecordLinks>
      )}
      {isPlatform && (
        <OrganizationUsage title="Organizations that use it" copies={field.clones}>
          This field is not used by any organizations.
        </OrganizationUsage>
      )}
    </RecordScreen>
  );
};

/** One field: what it asks, how it is answered, and which forms and reports use it. */
export const Detail = detailOf(fields, FieldScreen);

/** That a template which brought this field says something else of it now: its form offers the update. */
const UpdateOfForm = ({ field: { id } }: { field: FieldRecord }) => {
  const [update] = [...useOfferedUpdates().values()].filter(({ field_ids }) => field_ids.includes(id));
  return (
    update && (
      <Banner tone="info" action={{ label: 'Open the form', to: `${definitionPlaces.forms.at}/${update.form_id}` }}>
        Update available. The template of {update.form_name} has changed this field.
      </Banner>
    )
  );
};

const Options = ({ field: { field_options } }: { field: FieldRecord }) => (
  <Section title="Options" note={field_options.filter(({ hidden }) => !hidden).length}>
    <ol className={css.options} aria-label="Options">
      {field_options.map(({ label, value, hidden, meaning }) => (
        <li key={String(value)}>
          <span>{label}</span>
          <code>{String(value)}</code>
          {meaning && <StatusBadge>{meaningWords[meaning]}</StatusBadge>}
          {hidden && <StatusBadge>No longer offered</StatusBadge>}
        </li>
      ))}
    </ol>
  </Section>
);

const Uses = ({ field: { forms } }: { field: FieldRecord }) => (
  <RecordLinks
    title="Forms that use it"
    at={definitionPlaces.forms.at}
    records={forms.map(({ active, ...form }) => ({ ...form, badge: !active && <StatusBadge>Inactive</StatusBadge> }))}
  >
    No forms use this field yet.
  </RecordLinks>
);
