import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { erasureRoutes } from '#contract/resources/life-cycles.ts';
import { maintenanceRoutes } from '#contract/resources/maintenance.ts';
import { useZone } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { places } from '#web/access/places.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { formatBytes } from '#web/ui/file-drop.tsx';
import { type Reason, Reasons } from '#web/ui/reasons.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './life-cycle.module.css';
import type { Organization } from './organization.ts';

type OrganizationExport = { state: string; created_at: string } | undefined;
type EraseDialogProps = { organization: Organization; archive: OrganizationExport; onClose: () => void };

const day = 86_400_000;

/** What should be so before an organization is erased, and whether it is. */
const conditionsOf = ({ suspended_at }: Organization, archive: OrganizationExport, zone: string): Reason[] => {
  const days = Math.floor((Date.now() - Date.parse(suspended_at ?? '')) / day);
  const exported = archive?.state === 'succeeded' ? archive : undefined;
  return [
    { words: days > 0 ? `Suspended for ${counted(days, 'day')}` : 'Suspended today' },
    exported
      ? { words: `Exported on ${showDateTime(exported.created_at, zone)}` }
      : { words: 'No export: no copy of the data will be left', differs: true },
  ];
};

type Open = Answer<typeof erasureRoutes.open>;

/** What others lose, which should have ended before. */
const openReasons = ({ affiliations, referrals }: Open): Reason[] => {
  if (affiliations.length + referrals === 0) return [{ words: 'No open affiliations or referrals' }];
  const told = affiliations.map(({ name, state }) =>
    state === 'pending' ? `Affiliation with ${name} is pending` : `Affiliated with ${name}`,
  );
  if (referrals > 0) told.push(`${counted(referrals, 'referral')} not sent yet`);
  return told.map((words) => ({ words, differs: true }));
};

/** How much goes, as it was counted last. */
const Counts = ({ organization: { id } }: { organization: Organization }) => {
  const zone = useZone();
  const { data: usage } = useRouteQuery(maintenanceRoutes.usage, { params: { id } });
  if (!usage) return null;
  const parts = [
    counted(usage.people, 'person', 'people'),
    counted(usage.responses, 'response'),
    `${formatBytes(usage.file_bytes)} of files`,
    counted(usage.members, 'member'),
  ];
  return (
    <p className={words.small}>
      {parts.join(', ')} and all history, as counted {showDateTime(usage.counted_at, zone)}.
    </p>
  );
};

/** Asks for the address of an organization before all of it goes, and tells what should have been done before. */
export const EraseDialog = ({ organization, archive, onClose }: EraseDialogProps) => {
  const { id, name, slug } = organization;
  const [given, give] = useState('');
  const [reason, setReason] = useState('');
  const open = useRouteQuery(erasureRoutes.open, { params: { id } });
  const navigate = useNavigate();
  const zone = useZone();
  const erase = async () => {
    if (!reason.trim()) throw new ApiError(422, { reason: ['Enter a reason'] });
    const body = { slug: given, reason: reason.trim() };
    // What is loaded of it is not asked for again: it is gone.
    const { id: certificate } = await call(erasureRoutes.erase, { params: { id }, body });
    toast.success(`${name} is being erased`);
    navigate(`${places.erasure_certificates.at}/${certificate}`, { replace: true });
  };
  const title = `Erase ${name}`;
  return (
    <ConfirmWrite danger title={title} verb={title} write={erase} onClose={onClose}>
      {(error) => (
        <>
          <p>
            You can’t undo this. It permanently deletes all people, responses, files and history, and accounts that
            belong to no other organization. The certificate keeps the name, the dates and the counts.
          </p>
          <div className={css.conditions}>
            <Reasons
              reasons={[...conditionsOf(organization, archive, zone), ...(open.data ? openReasons(open.data) : [])]}
            />
          </div>
          {open.isError && <LoadFailed title="Could not load open affiliations." onRetry={() => void open.refetch()} />}
          <Counts organization={organization} />
          <TextField
            id="reason"
            autoComplete="off"
            maxLength={1000}
            label="Reason"
            help="The certificate keeps the reason, so don’t name people."
            value={reason}
            onChange={setReason}
            error={error('reason')}
            required
          />
          <TextField
            id="slug"
            autoComplete="off"
            spellCheck={false}
            mono
            label={`Type ${slug} to confirm`}
            value={given}
            onChange={give}
            error={error('slug')}
          />
        </>
      )}
    </ConfirmWrite>
  );
};
