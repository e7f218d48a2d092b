import { useState } from 'react';
import { Link } from 'react-router';
import { purposes } from '#contract/kit/purposes.ts';
import { type Consent, consentRoutes } from '#contract/resources/consents.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { colleagueName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { giverOf, spanOf, standing } from './consent.ts';
import css from './consents.module.css';
import { CorrectConsent } from './correct-consent.tsx';
import { RecordConsent } from './record-consent.tsx';
import { WithdrawConsent } from './withdraw-consent.tsx';

/** What somebody does with one consent, in a dialog. */
type OpenDialog = { Dialog: typeof CorrectConsent; consent: Consent };

const isLive = (state: Consent['state']) => state === 'given' || state === 'upcoming';

/** What can be done with a consent that was not withdrawn. One that has ended needs no withdrawing. */
const doings = (state: Consent['state']) => [
  { verb: 'Correct', Dialog: CorrectConsent },
  ...(isLive(state) ? [{ verb: 'Withdraw', Dialog: WithdrawConsent }] : []),
];

/** What a person agreed to, now and before; recorded and withdrawn by who may change them. */
export const ConsentsCard = ({ id: client_id }: { id: number }) => {
  const may = useMay();
  const asked = useRouteQuery(consentRoutes.list, { params: { client_id } });
  const [opened, setOpened] = useState<'record' | OpenDialog | null>(null);
  const [isWhole, setWhole] = useState(false);
  const rows = asked.data?.data ?? [];
  const current = rows.filter(({ state }) => isLive(state));
  const shown = isWhole ? rows : current;
  const mayWrite = may(consentRoutes.create, client_id);
  const past = rows.length - current.length;
  const close = () => setOpened(null);
  return (
    <SideCard
      title="Consent"
      {...(asked.data && { count: current.length })}
      action={
        mayWrite && (
          <Button tone="subtle" size="small" onClick={() => setOpened('record')}>
            Record consent
          </Button>
        )
      }
    >
      {asked.isError && !asked.data && (
        <LoadFailed
          title="Could not load consents."
          helper={whyNotLoaded(asked.error)}
          onRetry={() => void asked.refetch()}
        />
      )}
      {asked.data && current.length === 0 && <p className={css.caption}>No current consents</p>}
      {shown.length > 0 && (
        <ul className={css.list}>
          {shown.map((consent) => (
            <Entry key={consent.id} consent={consent} {...(mayWrite && { onOpen: setOpened })} />
          ))}
        </ul>
      )}
      {past > 0 && (
        <div className={css.actions}>
          <Button tone="subtle" size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide past consents' : `Show past consents (${past})`}
          </Button>
        </div>
      )}
      {opened === 'record' && <RecordConsent client_id={client_id} onClose={close} />}
      {opened !== null && opened !== 'record' && <opened.Dialog consent={opened.consent} onClose={close} />}
    </SideCard>
  );
};

const Entry = ({ consent, onOpen }: { consent: Consent; onOpen?: (opened: OpenDialog) => void }) => {
  const zone = useZone();
  const { purpose, state, client_id, signed, response_id, created_at, recorded_by, withdrawn_at, withdrawn_by } =
    consent;
  const { label } = purposes[purpose];
  return (
    <li>
      <span className={css.head}>
        <span title={consent.wording}>{label}</span>
        <StatusBadge {...standing(state)} />
      </span>
      <span className={css.caption}>{giverOf(consent)}</span>
      <span className={css.caption}>{spanOf(consent)}</span>
      {signed && (
        <span className={css.caption}>
          Signed: <Link to={`${places.clients.at}/${client_id}/client_forms/${signed.id}`}>{signed.form.name}</Link>
        </span>
      )}
      {!signed && response_id !== null && <span className={css.caption}>Signed in a response you can’t see</span>}
      {consent.note && <span className={css.caption}>{consent.note}</span>}
      <span className={css.caption}>
        Recorded {showDateTime(created_at, zone)} · {colleagueName(recorded_by)}
      </span>
      {withdrawn_at && (
        <span className={css.caption}>
          Withdrawn {showDateTime(withdrawn_at, zone)} · {colleagueName(withdrawn_by)}
          {consent.withdrawal_note && ` · ${consent.withdrawal_note}`}
        </span>
      )}
      {onOpen && withdrawn_at === null && (
        <div className={css.actions}>
          {doings(state).map(({ verb, Dialog }) => (
            <Button
              key={verb}
              tone="subtle"
              size="small"
              aria-label={`${verb} ${label}`}
              onClick={() => onOpen({ Dialog, consent })}
            >
              {verb}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
};
