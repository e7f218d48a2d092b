import type { ReactNode } from 'react';
import { useState } from 'react';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './life-cycle.module.css';
import type { Organization } from './organization.ts';

/** One thing that can be done with the organization as a whole, what it means, and the button for it. */
export const LifeCycleAction = ({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action: ReactNode;
}) => (
  <li className={`${layout.row} ${css.action}`}>
    <div>
      <h3 className={css.title}>{title}</h3>
      <p className={words.small}>{children}</p>
    </div>
    {action}
  </li>
);

/**
 * What becomes of an organization as a whole.
 * @param children further LifeCycleActions
 */
export const LifeCycle = ({ organization, children }: { organization: Organization; children?: ReactNode }) => {
  const [isAsked, ask] = useState(false);
  const zone = useZone();
  const { suspended_at, suspended_reason } = organization;
  return (
    <Section title="Life cycle" tab={{ key: 'life-cycle' }}>
      <ul className={css.actions} aria-label="Life cycle">
        {suspended_at === null ? (
          <LifeCycleAction title="Suspend" action={<Button onClick={() => ask(true)}>Suspend</Button>}>
            No one can sign in, public forms are closed, and jobs and emails wait. Nothing is lost.
          </LifeCycleAction>
        ) : (
          <LifeCycleAction
            title={`Suspended since ${showDateTime(suspended_at, zone)}`}
            action={<Button onClick={() => ask(true)}>Unsuspend</Button>}
          >
            {suspended_reason}
          </LifeCycleAction>
        )}
        {children}
      </ul>
      {isAsked && <Deciding organization={organization} onClose={() => ask(false)} />}
    </Section>
  );
};

/** Asks whether to suspend an organization, and why, or whether to let everybody in again. */
const Deciding = ({
  organization: { id, name, suspended_at },
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) => {
  const isBack = suspended_at !== null;
  const [reason, setReason] = useState('');
  const suspend = useWrite(organizationRoutes.suspend);
  const unsuspend = useWrite(organizationRoutes.unsuspend);
  const params = { id };
  const write = async () => {
    await (isBack
      ? unsuspend.mutateAsync({ sent: { params } })
      : suspend.mutateAsync({ sent: { params, body: { reason } } }));
    toast.success(isBack ? `${name} unsuspended` : `${name} suspended`);
    onClose();
  };
  const verb = isBack ? 'Unsuspend' : 'Suspend';
  return (
    <ConfirmWrite title={`${verb} ${name}`} verb={verb} write={write} onClose={onClose}>
      {(error) =>
        isBack ? (
          <p>Everyone gets their access back. Waiting jobs start, and waiting emails are sent.</p>
        ) : (
          <>
            <p>
              Members and programs lose access immediately. Public forms are closed, and background work waits until you
              unsuspend the organization.
            </p>
            <TextareaField
              id="reason"
              label="Reason"
              help="Only the platform team sees it."
              rows={3}
              value={reason}
              onChange={setReason}
              error={error('reason')}
              required
            />
          </>
        )
      }
    </ConfirmWrite>
  );
};
