import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Navigate } from 'react-router';
import { affiliationRoutes, daysUntilAskedAgain } from '#contract/resources/affiliations.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { ChoiceCards } from '#web/ui/choice-cards.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FormGrid } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { type Affiliation, affiliations } from './affiliation.tsx';
import { BothSides, Message, WhatCrosses } from './parts.tsx';

type Action = 'approve' | 'reject';

const blank = {
  affiliate_organization_id: null as number | null,
  message: '',
  affiliation_action: null as Action | null,
};

/** Asks another organization, or answers one that asked. */
const Form = ({ stored }: { stored?: Affiliation }) => {
  const editor = useEditor(affiliations, {
    stored,
    blank,
    valuesOf: ({ state }): typeof blank => ({
      ...blank,
      affiliation_action: state === 'approved' ? 'approve' : state === 'rejected' ? 'reject' : null,
    }),
    bodyOf: {
      create: ({ affiliate_organization_id, message }) => ({
        affiliate_organization_id: affiliate_organization_id as number,
        ...(message.trim() && { message: message.trim() }),
      }),
      update: ({ affiliation_action }) => ({ affiliation_action: affiliation_action as Action }),
    },
    wordsOf: ({ name, state }) => (stored ? `${name} ${state}` : `${name} invited`),
  });
  if (stored?.type === 'owner') return <Navigate to={`${affiliations.at}/${stored.id}`} replace />;
  const labels = { affiliation_action: { label: 'Your answer' } };
  return stored ? (
    <Editor {...editor} labels={labels} title={`Answer ${stored.name}`}>
      <Question stored={stored} form={editor.form} />
    </Editor>
  ) : (
    <Editor {...editor}>
      <Asking form={editor.form} />
    </Editor>
  );
};

type Values = ReturnType<typeof useEditor<Affiliation, unknown, object, object, typeof blank>>['form'];

const nobody = 'No organizations to invite. Administrators can let others find their organization in My organization.';

const found = 'Organizations that let others find them are listed; the one you invite sees your name and message.';

const Asking = ({ form: { field, values, set, error } }: { form: Values }) => {
  const peers = useRouteQuery(affiliationRoutes.peers, {});
  const options = (peers.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  if (peers.isError && !peers.data)
    return <LoadFailed title="Could not load organizations." onRetry={() => void peers.refetch()} />;
  return (
    <>
      <FormGrid>
        <SelectField
          options={options}
          loading={peers.isLoading}
          value={values.affiliate_organization_id === null ? null : String(values.affiliate_organization_id)}
          onChange={(id) => set('affiliate_organization_id', id === null ? null : Number(id))}
          id="affiliate_organization_id"
          label="Organization"
          help={peers.data && options.length === 0 ? nobody : found}
          error={error('affiliate_organization_id')}
        />
        <TextareaField {...field('message')} label="Message" optional help="Say why you’d like to share forms." />
      </FormGrid>
      <WhatCrosses />
    </>
  );
};

const Question = ({ stored, form }: { stored: Affiliation; form: Values }) => {
  const { values, set } = form;
  const isApproved = stored.state === 'approved';
  return (
    <>
      <BothSides {...stored} />
      <Message {...stored} />
      <Section title="Your answer">
        <div id="affiliation_action" tabIndex={-1}>
          <ChoiceCards<Action | ''>
            label="Your answer"
            value={values.affiliation_action ?? ''}
            onChange={(action) => set('affiliation_action', action === '' ? null : action)}
            options={[
              {
                value: 'approve',
                title: 'Approve',
                note: isApproved ? 'No change' : 'Forms they share appear in your Forms',
                icon: IconCircleCheck,
              },
              {
                value: 'reject',
                title: 'Reject',
                note: isApproved
                  ? `Shared forms become inactive here, and you keep your responses. They can invite you again after ${daysUntilAskedAgain} days`
                  : `They’re notified and can invite you again after ${daysUntilAskedAgain} days`,
                icon: IconCircleX,
              },
            ]}
          />
        </div>
      </Section>
      <WhatCrosses />
    </>
  );
};

/** Asks another organization, and answers one that asked. */
export const { New, Edit } = editorOf(affiliations, Form);
