import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay } from '#web/access/account.tsx';
import { area } from '#web/access/area.ts';
import { isPlatform } from '#web/access/host.ts';
import { PresentationText } from '#web/fields/presentation-input.tsx';
import type { FieldRecord } from '#web/forms/definition/draft.ts';
import { settingFacts } from '#web/forms/definition/settings.ts';
import { dataTypeLabels } from '#web/forms/definition/words.ts';
import { OrganizationUsage } from '#web/forms/organization-usage.tsx';
import { failures } from '#web/kit/failures.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { RecordSummary } from '#web/screens/history.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './field-detail.module.css';

const { root, title: list } = area.fields;

/** One field: what it asks, how it is answered, and which forms ask it. */
export const FieldDetail = () => {
  const id = Number(useParams().id);
  const { data: field } = useRecord(fieldRoutes.show, { id }, root);
  const navigate = useNavigate();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const clone = useWrite(fieldRoutes.clone);
  const access = useAccessActions({ type: 'fields', id, name: field?.name ?? '' });
  useTitle(field?.name, list);
  if (!field) return <RecordSkeleton label="Loading field" />;
  const { title } = fieldType(field.field_type);
  const copy = () =>
    clone
      .mutateAsync({ sent: { params: { id } } })
      .then((copied) => {
        toast.success(`${copied.name} saved`);
        navigate(`${root}/${copied.id}`);
      })
      .catch(failures.report);
  const actions = [
    ...(may(fieldRoutes.clone)
      ? [{ label: 'Clone', icon: IconCopy, onClick: () => void (clone.isPending || copy()) }]
      : []),
    ...access.actions,
  ];
  return (
    <>
      <RecordHeader
        crumbs={[{ label: list, to: root }, { label: field.name }]}
        title={field.name}
        facts={[title]}
        primary={
          may(fieldRoutes.update, id) && (
            <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
              Edit
            </ButtonLink>
          )
        }
        actions={[
          ...actions,
          ...(may(fieldRoutes.remove, id)
            ? [
                {
                  label: 'Delete',
                  icon: IconTrash,
                  danger: true,
                  apart: actions.length > 0,
                  onClick: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
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
      {isPlatform && (
        <OrganizationUsage title="Organizations that use it" copies={field.clones}>
          This field is not used by any organizations.
        </OrganizationUsage>
      )}
      <Side>
        {actions.length > 0 && (
          <SideCard title="Actions">
            <ActionList actions={actions} />
          </SideCard>
        )}
        <RecordSummary type="fields" id={id} />
      </Side>
      {access.dialogs}
      {isDeleting && (
        <DeleteRecord
          route={fieldRoutes.remove}
          params={{ id }}
          lockVersion={field.lock_version}
          name={`field ${field.name}`}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(root)}
        >
          Forms can then no longer ask it.
        </DeleteRecord>
      )}
    </>
  );
};

const Options = ({ field: { field_options } }: { field: FieldRecord }) => (
  <Section title="Options" note={field_options.filter(({ hidden }) => !hidden).length}>
    <ol className={css.options} aria-label="Options">
      {field_options.map(({ label, value, hidden }) => (
        <li key={String(value)}>
          <span>{label}</span>
          <code>{String(value)}</code>
          {hidden && <StatusBadge>Not offered any more</StatusBadge>}
        </li>
      ))}
    </ol>
  </Section>
);

const Uses = ({ field: { forms } }: { field: FieldRecord }) => (
  <Section title="Forms that use it" note={forms.length || undefined}>
    {forms.length === 0 ? (
      <p className={css.none}>No form uses this field yet.</p>
    ) : (
      <ul className={css.forms} aria-label="Forms that use it">
        {forms.map(({ id, name, active }) => (
          <li key={id}>
            <Link to={`${area.forms.root}/${id}`}>{name}</Link>
            {!active && <StatusBadge>Inactive</StatusBadge>}
          </li>
        ))}
      </ul>
    )}
  </Section>
);
