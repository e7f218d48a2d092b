import { useState } from 'react';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { colleagueName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { History } from '#web/screens/history.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './merge.module.css';

/** The merges into a person, which the owner can undo. Nothing where there is none. */
export const MergesCard = ({ id: client_id }: { id: number }) => {
  const { account, organization } = useMember();
  const isOwner = organization.owner || account.role === 'superuser';
  const zone = useZone();
  const { data } = useRouteQuery(mergeRoutes.list, { params: { client_id } });
  const { mutateAsync, isPending } = useWrite(mergeRoutes.undo);
  const [asked, setAsked] = useState<number | null>(null);
  const [history, setHistory] = useState<number | null>(null);
  const merges = data?.data ?? [];
  if (merges.length === 0) return null;
  const undo = async (id: number) => {
    try {
      await mutateAsync({ sent: { params: { client_id, id } } });
      toast.success('The merge was undone.');
    } catch (error) {
      failures.report(error);
    } finally {
      setAsked(null);
    }
  };
  return (
    <SideCard title="Merges" count={merges.length}>
      <ul className={css.merges}>
        {merges.map(({ id, client_ids, created_at, user, undone_at, undone_by }) => (
          <li key={id}>
            <span>
              With{' '}
              {client_ids
                .toSorted((a, b) => a - b)
                .map((one) => `ID ${one}`)
                .join(', ')}
              <span className={css.caption}>
                {showDateTime(created_at, zone)} · {colleagueName(user)}
              </span>
              {undone_at && (
                <span className={css.caption}>
                  Undone {showDateTime(undone_at, zone)} · {colleagueName(undone_by)}
                </span>
              )}
            </span>
            <span>
              {client_ids.map((one) => (
                <Button key={one} tone="subtle" size="small" onClick={() => setHistory(one)}>
                  {`History of ID ${one}`}
                </Button>
              ))}
              {!undone_at && isOwner && (
                <Button tone="subtle" size="small" onClick={() => setAsked(id)}>
                  Undo
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Confirm
        opened={asked !== null}
        title="Undo this merge"
        verb="Undo"
        busy={isPending}
        onConfirm={() => asked !== null && void undo(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>
          The merged records come back under their IDs, with everything that was moved from them. Anything recorded
          about this person since then stays here.
        </p>
      </Confirm>
      {history !== null && <History type="clients" id={history} onClose={() => setHistory(null)} />}
    </SideCard>
  );
};
