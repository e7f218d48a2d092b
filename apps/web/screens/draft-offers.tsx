import { useEffect, useRef, useState } from 'react';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { type Draft, draftRoutes } from '#contract/resources/drafts.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import type { DraftSnapshot } from '#web/access/drafts/draft-sync.ts';
import { draftFiles, sendKept } from '#web/access/drafts/kept-drafts.ts';
import { session } from '#web/access/session.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { showDate } from '#web/kit/formats.ts';
import { useLoaded, useRouteQuery } from '#web/kit/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/dates.ts';
import { DraftLine, DraftLines } from '#web/ui/draft-line.tsx';
import { toast } from '#web/ui/toast.tsx';

type OfferedDraft = Pick<Draft, 'key' | 'saved_at' | 'kept_until' | 'content'>;

/** Takes a draft away from the server. */
export const discardDraft = (key: string): Promise<void> => call(draftRoutes.remove, { params: { key } });

/** What the server has of a subject, with what this device had kept for it. */
export const loadDrafts = async (user_id: number, subject: string) => {
  // What cannot be sent now stays here, and what the server has is shown all the same.
  await sendKept(user_id).catch(() => {});
  return call(draftRoutes.list, { query: { subject } }, { background: true });
};

const withheldWords = ({ saved_at, kept_until }: Pick<Draft, 'saved_at' | 'kept_until'>, zone: string): string =>
  `Your draft from ${formatMoment(saved_at, zone)} can’t be shown. It’s kept until ${showDate(kept_until.slice(0, 10))}.`;

/** After the button that was pressed is gone, the keyboard goes on with the first question below. */
const focusBelow = (above: HTMLElement | null) => {
  const controls = document.querySelectorAll<HTMLElement>(
    'main :is(input, textarea, select, button[role="combobox"]):not(:disabled)',
  );
  const isBelow = (one: HTMLElement) =>
    above !== null && (above.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  [...controls].find((one) => isBelow(one) && !above?.contains(one) && one.checkVisibility())?.focus();
};

/** The drafts of a form that its author left, each with its time: to go on with, or to discard. */
export const DraftOffers = ({
  subject,
  about,
  isOwn,
  onOffered,
  onRestore,
}: {
  subject: string;
  /** Whether this screen itself writes the draft: it is not offered what stands in it already. */
  isOwn: (key: string) => boolean;
  /** Is told the keys of those that are shown. */
  onOffered: (keys: readonly string[]) => void;
  about: (content: Record<string, unknown>) => string;
  /** Takes the draft into the form. Answers what stood there, which stays as a draft of its own. */
  onRestore: (draft: { key: string; content: string }, files: readonly (File | null)[]) => DraftSnapshot | null;
}) => {
  const { account } = useMember();
  const zone = useZone();
  const place = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [aside, setAside] = useState<OfferedDraft[]>([]);
  /** The draft whose files are on their way. */
  const [coming, setComing] = useState<string | null>(null);
  const { data, isError, refetch } = useLoaded(() => loadDrafts(account.id, subject), subject);
  const offered = [...aside, ...(data?.data ?? [])].filter(({ key }) => !gone.has(key) && !isOwn(key));
  useEffect(() => onOffered(offered.flatMap(({ key, content }) => (content === null ? [] : [key]))));
  const hide = (key: string) => {
    setGone((before) => new Set(before).add(key));
    focusBelow(place.current);
  };
  const restore = async ({ key, content, kept_until }: OfferedDraft) => {
    if (content === null || coming !== null) return;
    setComing(key);
    const files = await draftFiles(key, content).finally(() => setComing(null));
    const left = onRestore({ key, content }, files);
    if (left) {
      const saved_at = new Date().toISOString();
      setAside((before) => [{ key: left.key, content: left.content, saved_at, kept_until }, ...before]);
    }
    hide(key);
  };
  const discard = (key: string) => discardDraft(key).then(() => hide(key), failures.report);

  return (
    <div ref={place}>
      {isError && (
        <DraftLines>
          <DraftLine actions={<Button onClick={() => void refetch()}>Retry</Button>}>
            Could not look for your drafts.
          </DraftLine>
        </DraftLines>
      )}
      {offered.length > 0 && (
        <DraftLines>
          {offered.map((draft) => {
            const time = formatMoment(draft.saved_at, zone);
            return (
              <DraftLine
                key={draft.key}
                actions={
                  <>
                    <Button
                      tone="subtle"
                      aria-label={`Discard draft from ${time}`}
                      onClick={() => void discard(draft.key)}
                    >
                      Discard
                    </Button>
                    {draft.content !== null && (
                      <Button
                        aria-label={`Restore draft from ${time}`}
                        busy={coming === draft.key}
                        onClick={() => void restore(draft).catch(failures.report)}
                      >
                        Restore
                      </Button>
                    )}
                  </>
                }
              >
                {draft.content === null
                  ? `${withheldWords(draft, zone)} ${data?.withheld}`
                  : [`You have a draft from ${time}.`, about(JSON.parse(draft.content))].filter(Boolean).join(' ')}
              </DraftLine>
            );
          })}
        </DraftLines>
      )}
    </div>
  );
};

/**
 * Tells somebody of a draft whose record does not open any more: it is kept, and not shown. The screen leads away from
 * such a record, so that it is told over whatever comes next.
 * @param route what loads the record, with its `params`
 */
export const WithheldDraft = ({ subject, route, params }: { subject: string; route: RouteSpec; params: object }) => {
  const { account } = useMember();
  const zone = useZone();
  const { error } = useRouteQuery(route, { params } as RequestInput<RouteSpec>);
  useEffect(() => {
    if (!(error instanceof ApiError) || ![403, 404, 422].includes(error.status) || session.acting()) return;
    const tell = async () => {
      const { data, withheld } = await loadDrafts(account.id, subject);
      if (data[0] && withheld) toast.error(`${withheldWords(data[0], zone)} ${withheld}`);
    };
    void tell().catch(() => {});
  }, [subject, error, account.id, zone]);
  return null;
};
