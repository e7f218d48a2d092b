import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { Require, useMember, useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { PauseRule, SwitchOn } from './decisions.tsx';
import { PreviewSection, usePreview } from './preview.tsx';
import { at, countOf, type Rule, stateOf, titleOf } from './rule.ts';
import { ChangeRule } from './rule-form.tsx';

const Screen = () => {
  const { id } = useParams();
  const { data: rule } = useRecord(retentionRoutes.show, { id: Number(id) }, at);
  return rule ? <RuleScreen key={rule.id} rule={rule} /> : <RecordSkeleton label="Loading retention rule" />;
};

/** What the state of a rule means for who reads it. */
const StateBanner = ({ rule, zone }: { rule: Rule; zone: string }) => {
  const { state, starts_at, paused_reason } = rule;
  if (state === 'paused')
    return <Banner>Paused. This rule deletes nothing. {paused_reason ? `Reason: ${paused_reason}` : ''}</Banner>;
  if (state === 'off') return <Banner tone="info">Off. This rule deletes nothing until the owner turns it on.</Banner>;
  return Date.parse(starts_at ?? '') > Date.now() ? (
    <Banner>
      This rule deletes nothing before {showDateTime(starts_at, zone)}. Pause it by then to keep everything.
    </Banner>
  ) : (
    <Banner tone="info">On. This rule deletes old data every night. Pause it to stop immediately.</Banner>
  );
};

type RuleAction = 'on' | 'pause' | 'change' | 'delete';

const RuleScreen = ({ rule }: { rule: Rule }) => {
  const { organization } = useMember();
  const isActing = useImpersonation() !== null;
  const zone = useZone();
  const [pendingAction, setPendingAction] = useState<RuleAction | null>(null);
  const preview = usePreview(rule);
  const close = () => setPendingAction(null);
  const title = titleOf(rule);
  useTitle(title);
  const { tone, word } = stateOf(rule, Date.now());
  const mayDecide = (organization.owner || organization.role === 'superuser') && !isActing;
  const primary =
    rule.state === 'on' ? (
      <Button onClick={() => setPendingAction('pause')}>Pause</Button>
    ) : mayDecide ? (
      <Button tone="filled" disabled={preview.data === undefined} onClick={() => setPendingAction('on')}>
        Turn on
      </Button>
    ) : undefined;
  return (
    <Page>
      <RecordHeader
        crumbs={[{ label: 'My organization', to: '/myorg' }, { label: 'Retention', to: at }, { label: title }]}
        title={title}
        badge={<StatusBadge tone={tone}>{word}</StatusBadge>}
        primary={primary}
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: () => setPendingAction('change') },
          { label: 'Delete', icon: IconTrash, danger: true, onClick: () => setPendingAction('delete') },
        ]}
      />
      <StateBanner rule={rule} zone={zone} />
      {rule.confirmed_at && (
        <Section>
          <DescriptionList
            facts={[
              { label: 'Turned on', value: showDateTime(rule.confirmed_at, zone) },
              { label: 'By', value: rule.confirmed_by },
              { label: 'To delete at that time', value: countOf(rule.subject, rule.confirmed_count ?? 0) },
              { label: 'Starts deleting', value: showDateTime(rule.starts_at, zone) },
            ]}
          />
        </Section>
      )}
      <PreviewSection rule={rule} preview={preview} zone={zone} />
      {pendingAction === 'on' && preview.data && <SwitchOn rule={rule} preview={preview.data} onClose={close} />}
      {pendingAction === 'pause' && <PauseRule rule={rule} onClose={close} />}
      {pendingAction === 'change' && <ChangeRule rule={rule} onClose={close} />}
      {pendingAction === 'delete' && <DeleteRule rule={rule} onClose={close} />}
    </Page>
  );
};

const DeleteRule = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useWrite(retentionRoutes.remove);
  const write = async () => {
    navigate(at, { replace: true });
    await remove({ sent: { params: { id: rule.id }, body: { lock_version: rule.lock_version } } });
    toast.success('Retention rule deleted');
  };
  return (
    <ConfirmWrite title="Delete retention rule" verb="Delete" danger write={write} onClose={onClose}>
      <p>{titleOf(rule)}. This rule won’t delete anything else. Past deletions stay listed under Retention.</p>
    </ConfirmWrite>
  );
};

/** One rule: whether it is on, and what it would delete at this moment. */
export const Detail = () => (
  <Require do={retentionRoutes.show}>
    <Screen />
  </Require>
);
