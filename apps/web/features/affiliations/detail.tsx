import { IconMessageReply } from '@tabler/icons-react';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Section } from '#web/ui/section.tsx';
import { type Affiliation, AffiliationState, affiliations, sides } from './affiliation.tsx';
import { BothSides, Message, WhatCrosses } from './parts.tsx';
import { SharedForms } from './shared-forms.tsx';

/** One affiliation: who shares with whom, how far it has come, and what it means. */
export const Detail = detailOf(affiliations, ({ record }) => {
  const isOwner = record.type === 'owner';
  return (
    <RecordScreen
      of={affiliations}
      record={record}
      badge={<AffiliationState {...record} />}
      facts={[isOwner ? 'You are the owner' : sides.participant, `${counted(record.forms.length, 'form')} shared`]}
      edit={<Answer {...record} />}
      {...(isOwner && {
        deleting: `${record.name} is notified. Forms you share become inactive there, and they keep their responses.`,
      })}
    >
      <BothSides {...record} />
      <Message {...record} />
      <Section>
        <DescriptionList facts={useDates(record)} />
      </Section>
      <SharedForms {...record} />
      <WhatCrosses />
    </RecordScreen>
  );
});

/** What the one that was asked may say, while there is something to say. */
const Answer = ({ id, type, state }: Affiliation) => {
  const may = useMay();
  if (type === 'owner' || state === 'rejected' || !may(affiliationRoutes.update, id)) return null;
  return (
    <ButtonLink
      to={`${affiliations.at}/${id}/edit`}
      icon={IconMessageReply}
      {...(state === 'pending' && { tone: 'filled' })}
    >
      {state === 'pending' ? 'Answer' : 'Change answer'}
    </ButtonLink>
  );
};

const useDates = ({ type, name, created_at, approved_at, rejected_at, requester, approver, state }: Affiliation) => {
  const zone = useZone();
  const by = (who: { name: string } | null, isHere: boolean) =>
    who ? ` by ${who.name}${isHere ? '' : `, ${name}`}` : '';
  const asked = showDateTime(created_at, zone) + by(requester, type === 'owner');
  const answered = (at: string | null) => showDateTime(at, zone) + by(approver, type === 'participant');
  return [
    { label: 'Submitted At', value: asked },
    ...(state === 'approved' ? [{ label: 'Approved', value: answered(approved_at) }] : []),
    ...(state === 'rejected' ? [{ label: 'Rejected', value: answered(rejected_at) }] : []),
  ];
};
