import { IconCopy, IconPencil, IconPencilOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import { RecordSummary } from '#web/screens/history.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf, root, type Sequence } from './sequence.ts';
import css from './sequence-detail.module.css';

/** One sequence: its forms in their order. */
export const SequenceDetail = () => {
  const id = Number(useParams().id);
  const { data: sequence } = useRecord(sequenceRoutes.show, { id }, root);
  const navigate = useNavigate();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const { mutateAsync: clone, isPending: isCloning } = useWrite(sequenceRoutes.clone);
  const access = useAccessActions({ type: 'sequences', id, name: sequence?.name ?? '' });
  useTitle(sequence?.name, 'Form Sequences');
  if (!sequence) return <RecordSkeleton label="Loading sequence" />;

  const copy = async () => {
    try {
      const made = await clone({ sent: { params: { id } } });
      toast.success(`${made.name} saved`);
      navigate(`${root}/${made.id}`);
    } catch (error) {
      failures.report(error);
    }
  };
  const actions = [
    ...(may(sequenceRoutes.clone)
      ? [{ label: 'Clone', icon: IconCopy, disabled: isCloning, onClick: () => void copy() }]
      : []),
    ...access.actions,
  ];
  return (
    <>
      <RecordHeader
        crumbs={[{ label: 'Form Sequences', to: root }, { label: sequence.name }]}
        title={sequence.name}
        facts={[countOf(sequence)]}
        primary={
          may(sequenceRoutes.update, id) && (
            <ButtonLink to={`${root}/${id}/edit`} icon={IconPencil}>
              Edit
            </ButtonLink>
          )
        }
        actions={[
          ...actions,
          ...(may(sequenceRoutes.remove, id)
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
      <Forms sequence={sequence} />
      <Side>
        {actions.length > 0 && (
          <SideCard title="Actions">
            <ActionList actions={actions} />
          </SideCard>
        )}
        <RecordSummary type="sequences" id={id} />
      </Side>
      {access.dialogs}
      {isDeleting && (
        <DeleteRecord
          route={sequenceRoutes.remove}
          params={{ id }}
          lockVersion={sequence.lock_version}
          name={`sequence ${sequence.name}`}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(root)}
        >
          Its forms stay, and so do all responses.
        </DeleteRecord>
      )}
    </>
  );
};

const Forms = ({ sequence: { forms } }: { sequence: Sequence }) => (
  <Section title="Forms" note={forms.length}>
    <ol className={css.forms} aria-label="Forms">
      {forms.map(({ id, name, active }) => (
        <li key={id}>
          <span className={css.form}>
            <Link to={`/organization/forms/${id}`}>{name}</Link>
            {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
          </span>
        </li>
      ))}
    </ol>
  </Section>
);
