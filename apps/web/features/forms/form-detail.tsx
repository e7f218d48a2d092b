import { IconEye, IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { fieldTypeIcons } from '#web/fields/definition/words.ts';
import { useAccessActions } from '#web/kit/access-actions.tsx';
import { useMay } from '#web/kit/account.tsx';
import { DeleteRecord } from '#web/kit/delete-record.tsx';
import { RecordSummary } from '#web/kit/history.tsx';
import { Side } from '#web/kit/master-detail.tsx';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { FormRecord } from './draft.ts';
import { FormBadges } from './form-badges.tsx';
import css from './form-detail.module.css';
import { MakeInactive } from './make-inactive.tsx';

const root = '/organization/forms';
const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

/** One form: what it is for, and what it asks. */
export const FormDetail = () => {
  const id = Number(useParams().id);
  const { data: form } = useRecord(formRoutes.show, { id }, root);
  const navigate = useNavigate();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const access = useAccessActions({ type: 'forms', id, name: form?.name ?? '' });
  useTitle(form?.name, 'Forms');
  if (!form) return <RecordSkeleton label="Loading configurations." />;
  const close = () => setDeleting(false);
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Forms', to: root }, { label: form.name }]}
        title={form.name}
        badge={
          form.active && form.form_type === 'client' ? (
            <StatusBadge tone="ok">Active</StatusBadge>
          ) : (
            <FormBadges form={form} />
          )
        }
        facts={[counted(form.form_fields.length, 'field'), counted(form.response_count, 'response')]}
        primary={may(formRoutes.update, id) && <EditButton form={form} />}
        actions={[
          ...access.actions,
          ...(may(formRoutes.remove, id)
            ? [
                {
                  label: 'Delete',
                  icon: IconTrash,
                  danger: true,
                  apart: access.actions.length > 0,
                  onClick: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
      <Section>
        <DescriptionList
          facts={[
            { label: 'Description', value: form.description ?? 'none', wide: true },
            { label: 'Form Use', value: form.form_type === 'client' ? 'Client' : 'Internal' },
            { label: 'Responses', value: form.response_count.toLocaleString('en-US') },
            ...(form.redirect_url
              ? [
                  {
                    label: 'Custom redirect URL',
                    value: (
                      <a href={form.redirect_url} target="_blank" rel="noreferrer">
                        {form.redirect_url}
                      </a>
                    ),
                    wide: true,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Fields form={form} />
      <Side>
        {access.actions.length > 0 && (
          <SideCard title="Actions">
            <ActionList actions={access.actions} />
          </SideCard>
        )}
        <RecordSummary type="forms" id={id} />
      </Side>
      {access.dialogs}
      {isDeleting && form.response_count > 0 && <MakeInactive form={form} onClose={close} />}
      {isDeleting && form.response_count === 0 && (
        <DeleteRecord
          route={formRoutes.remove}
          params={{ id }}
          lockVersion={form.lock_version}
          name={`form ${form.name}`}
          onClose={close}
          onDeleted={() => navigate(root)}
        >
          Its fields stay, for other forms.
        </DeleteRecord>
      )}
    </>
  );
};

const EditButton = ({ form: { id, is_owned } }: { form: FormRecord }) =>
  is_owned ? (
    <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
      Edit
    </ButtonLink>
  ) : (
    <Button icon={IconPencil} disabled title="Another organization shares this form with yours">
      Edit
    </Button>
  );

const Fields = ({ form: { form_fields } }: { form: FormRecord }) => (
  <Section title="Fields" note={form_fields.length}>
    <ol className={css.fields} aria-label="Fields">
      {form_fields.map(({ id, field_id, field, is_required, is_quick_view, is_locked }) => (
        <li key={id}>
          <Icon of={fieldTypeIcons[field.field_type]} />
          <div className={css.text}>
            <span>
              <Link to={`/organization/fields/${field_id}`}>{field.name}</Link>
              {!is_required && <span className={css.muted}> (optional)</span>}
            </span>
            <span className={css.type}>{fieldType(field.field_type).title}</span>
          </div>
          {is_quick_view && <StatusBadge icon={IconEye}>Preview Field</StatusBadge>}
          {is_locked && <StatusBadge icon={IconLock}>Locked</StatusBadge>}
        </li>
      ))}
    </ol>
  </Section>
);
