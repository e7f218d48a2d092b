import { IconGitMerge } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { clientRoutes } from '#contract/resources/clients.ts';
import { markedDistinct, mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import type { PersonName } from '#forms/person-columns.ts';
import { Require } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted, fullName, listName } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AddPerson } from './add-person.tsx';
import { CandidateCard } from './candidate-card.tsx';
import css from './merge.module.css';
import { type Candidate, type Likely, type Preview, useChoice, usePreview } from './merge.ts';
import { GainsAccess, Moves } from './moves.tsx';
import { ValueTable } from './value-table.tsx';

const requested = 'The merge has been requested. You will receive an email when it has been completed.';

/** Records that may be one person: which of them are, who stays, and what that one keeps. */
export const MergeScreen = () => (
  <Require do={mergeClientRoutes.create}>
    <Loaded />
  </Require>
);

const Loaded = () => {
  const id = Number(useParams().id);
  const { data: person } = useRecord(clientRoutes.show, { id }, places.clients.at);
  useTitle('Merge duplicates', person && listName(person));
  return person ? <Merging key={id} person={person} /> : <RecordSkeleton label="Loading person" />;
};

type Person = PersonName & { id: number; duplicates: Likely[] };

const Merging = ({ person }: { person: Person }) => {
  const [address] = useSearchParams();
  const choice = useChoice(person.id, person.duplicates, Number(address.get('with')) || null);
  const { data: preview, isError, isPlaceholderData, refetch } = usePreview(choice);
  const home = `${places.clients.at}/${person.id}`;
  const head = (
    <RecordHeader
      crumbs={[
        { label: places.clients.title, to: places.clients.at },
        { label: listName(person), to: home },
        { label: 'Merge duplicates' },
      ]}
      title="Merge duplicates"
      primary={
        <span className={`${css.caption} ${css.intro}`}>
          Merge records of the same person, or dismiss them as distinct people.
        </span>
      }
    />
  );
  if (!preview)
    return (
      <Page>
        {isError ? (
          <>
            {head}
            <LoadFailed onRetry={() => void refetch()} />
          </>
        ) : (
          <RecordSkeleton label="Loading records" />
        )}
      </Page>
    );
  return (
    <Choosing head={head} home={home} person={person} choice={choice} preview={preview} isStale={isPlaceholderData} />
  );
};

type MergeChoiceProps = {
  head: ReactNode;
  home: string;
  person: Person;
  choice: ReturnType<typeof useChoice>;
  preview: Preview;
  /** What is shown was true before the last change: nothing is merged by it. */
  isStale: boolean;
};

const Choosing = ({ head, home, person, choice, preview, isStale }: MergeChoiceProps) => {
  const navigate = useNavigate();
  const { mutateAsync: decide, isPending } = useWrite(mergeClientRoutes.create);
  const undismiss = useWrite(mergeClientRoutes.undismiss);
  const keyFor = useIdempotencyKey();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const { all, master, chosen, values } = choice;
  const personOf = (id: number) => preview.people.find((one) => one.id === id);
  const shown = all.map(personOf).filter((one): one is Candidate => one !== undefined);
  const keeping = personOf(master);
  const merged = chosen.map(personOf).filter((one): one is Candidate => one !== undefined);
  const reasonsOf = (id: number) =>
    id === person.id ? null : (person.duplicates.find((one) => one.id === id)?.reasons ?? []);

  const send = async (is_duplicate: boolean) => {
    const body = { master_client_id: master, client_ids: chosen, is_duplicate, ...(is_duplicate ? { values } : {}) };
    setAsking(false);
    setRefused([]);
    try {
      await decide({ sent: { body }, idempotencyKey: keyFor(body) });
      if (is_duplicate) toast.success(requested);
      else toast.undo(markedDistinct, () => void undoDistinct());
      navigate(is_duplicate ? `${places.clients.at}/${master}` : home);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 403)) return failures.report(error);
      setRefused([...new Set(Object.values(error.errors).flat().map(String))]);
      setAttempt((count) => count + 1);
    }
  };
  const undoDistinct = () =>
    undismiss.mutateAsync({ sent: { body: { client_ids: [master, ...chosen] } } }).catch(failures.report);
  const problems = [...new Set([...refused, ...preview.problems.map(({ message }) => message)])];
  const gains = preview.gains_access.principals.length > 0 || preview.gains_access.has_others;
  const left = shown.filter(({ id }) => id !== master && !chosen.includes(id));

  return (
    <Page
      foot={
        <SaveBar
          state={stateOf(chosen.length, left)}
          saveLabel="Merge"
          saveIcon={IconGitMerge}
          saving={isPending || isStale}
          saveDisabled={chosen.length === 0 || problems.length > 0}
          onSave={() => setAsking(true)}
          onCancel={() => navigate(home)}
          other={
            <Button disabled={chosen.length === 0 || isPending} onClick={() => void send(false)}>
              Dismiss
            </Button>
          }
        />
      }
    >
      {head}
      <div className={css.screen}>
        <div className={css.main}>
          {problems.length > 0 && <ErrorSummary attempt={attempt} errors={problems.map((message) => ({ message }))} />}
          <div className={css.cards}>
            {shown.map((one) => (
              <CandidateCard
                key={one.id}
                person={one}
                isMaster={one.id === master}
                isChosen={chosen.includes(one.id)}
                isFull={choice.isFull}
                reasons={reasonsOf(one.id)}
                onChoose={(isChosen) => choice.choose(one.id, isChosen)}
                onMaster={() => choice.makeMaster(one.id)}
              />
            ))}
          </div>
          <AddPerson among={all} onAdd={choice.add} />
          {keeping && (
            <ValueTable people={[keeping, ...merged]} values={preview.values} chosen={values} onKeep={choice.keep} />
          )}
        </div>
        {keeping && merged.length > 0 && <Moves preview={preview} master={keeping} merged={merged} />}
      </div>
      {keeping && (
        <Confirm
          opened={isAsking}
          title={`Merge ${counted(merged.length, 'Record')} into ${fullName(keeping)}`}
          verb="Merge"
          onConfirm={() => void send(true)}
          onCancel={() => setAsking(false)}
        >
          <p>
            All records of {merged.map((one) => `${fullName(one)}, ID ${one.id}`).join('; ')} move to ID {master}.
          </p>
          {gains && (
            <>
              <p>Users and groups gaining access:</p>
              <GainsAccess {...preview.gains_access} />
            </>
          )}
        </Confirm>
      )}
    </Page>
  );
};

/** "2 of 3 chosen. Ana Rivera, ID 5644, won’t change". */
const stateOf = (count: number, left: Candidate[]): string => {
  const whole = count + left.length;
  const chosen = `${count} of ${whole} chosen`;
  const [first, ...others] = left;
  if (!first) return whole === 0 ? 'No other records added yet' : chosen;
  return others.length === 0
    ? `${chosen}. ${fullName(first)}, ID ${first.id}, won’t change`
    : `${chosen}. ${left.length} won’t change`;
};
