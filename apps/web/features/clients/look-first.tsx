import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconPlus, IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { clientRoutes, dateIssues } from '#contract/resources/clients.ts';
import { useMember } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { counted, todayIn } from '#web/kit/formats.ts';
import { useKeyedQuery, useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { Side } from '#web/screens/beside.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { firstField } from '#web/ui/focus-back.ts';
import { MatchList } from '#web/ui/match-list.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddingSteps, WhatCounts } from './adding.tsx';
import css from './look-first.module.css';
import { matchOf } from './match.tsx';
import { type ListedPerson, type Outcome, people } from './person.ts';

/** What is typed before anybody is added: enough to find who is there already. */
export type PersonSearch = { first_name: string; last_name: string; dob: string | null; ssn_suffix: string };

const names = [
  { key: 'first_name', label: 'First name' },
  { key: 'last_name', label: 'Last name' },
] as const;

/** What the server is asked, once there is enough to ask by. */
const askedFor = ({ first_name, last_name, dob, ssn_suffix }: PersonSearch, today: string) => {
  if (!first_name.trim() || !last_name.trim() || !dob || dateIssues({ dob }, today).length > 0) return null;
  const digits = /^\d{4}$/.test(ssn_suffix.trim()) ? ssn_suffix.trim() : null;
  return { first_name, last_name, dob, ssn_suffix: digits };
};

/** Those who may be the person sought, as soon as names and date of birth are typed. */
const useLikely = (sought: PersonSearch, today: string) => {
  const [typed] = useDebouncedValue(sought, 250);
  const body = askedFor(typed, today);
  const asked = useKeyedQuery(
    [clientRoutes.alike.path, body],
    async () => (body ? (await call(clientRoutes.alike, { body })).data : []),
    { enabled: body !== null, gcTime: 0, staleTime: 0, retry: false },
  );
  return { ...asked, isAsked: body !== null, isCurrent: typed === sought };
};

/** How many people with similar names are shown. */
const maxSimilar = 5;

/** People who have the names typed, or similar ones, whenever they were born. */
const useNamesakes = (sought: PersonSearch) => {
  const [typed] = useDebouncedValue(sought, 250);
  const [first, last] = [typed.first_name.trim(), typed.last_name.trim()];
  const isAsked = first !== '' && last !== '';
  const query = `${first} ${last}`;
  const asked = useKeyedQuery(
    [clientRoutes.similar.path, query],
    async (): Promise<ListedPerson[]> => {
      const [same, similar] = await Promise.all([
        call(clientRoutes.page, { params: { page: 1 }, query: { query, page_size: String(maxSimilar) } }),
        call(clientRoutes.similar, { query: { query } }),
      ]);
      return [...same.data, ...similar.data];
    },
    { enabled: isAsked, gcTime: 0, staleTime: 0, retry: false },
  );
  const isCurrent = typed.first_name === sought.first_name && typed.last_name === sought.last_name;
  return { ...asked, isAsked, isCurrent };
};

/** How many people there are to look among. */
const useCount = (): string | null => {
  const { data } = useRouteQuery(clientRoutes.page, { params: { page: 1 }, query: { page_size: '1' } });
  return data ? counted(data.metadata.total_count, people.one, people.many) : null;
};

/**
 * Before somebody is added: names and date of birth, and who is there already that may be the one. It saves nothing, and
 * keeps nobody from adding.
 * @param offers the drafts of people who were begun before
 * @param onGo is given what was typed and who was found, once somebody goes on to the form
 */
export const LookFirst = ({
  start,
  offers,
  onGo,
}: {
  start: PersonSearch;
  offers: ReactNode;
  onGo: (sought: PersonSearch, outcome: Outcome) => void;
}) => {
  const [sought, setSought] = useState(start);
  const [hasSsn, setHasSsn] = useState(start.ssn_suffix !== '');
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const likely = useLikely(sought, today);
  const namesakes = useNamesakes(sought);
  const count = useCount();
  const body = useRef<HTMLFormElement>(null);
  useTitle(`Add ${people.one}`, people.title);
  useEffect(() => {
    if (body.current && !matchMedia('(pointer: coarse)').matches) firstField(body.current)?.focus();
  }, []);
  const set = <K extends keyof PersonSearch>(key: K, value: PersonSearch[K]) => setSought({ ...sought, [key]: value });
  const found = likely.isAsked ? (likely.data ?? []) : [];
  const isLikely = new Set(found.map(({ id }) => id));
  const similar = (namesakes.isAsked ? (namesakes.data ?? []) : [])
    .filter(({ id }) => !isLikely.has(id))
    .slice(0, maxSimilar);
  const isLookedFor = likely.isAsked && likely.isCurrent && !likely.isFetching;
  const isNameLookedFor = namesakes.isAsked && namesakes.isCurrent && !namesakes.isFetching;
  const among = count ? ` among ${count}` : '';
  /** What is said of a search that found nobody likely. */
  const said = (): string | null => {
    if (found.length > 0) return null;
    if ((isLookedFor && likely.isError) || (isNameLookedFor && namesakes.isError))
      return 'Could not search. You can still add the person.';
    const nobody = similar.length === 0 && isNameLookedFor;
    if (isLookedFor) return nobody ? `No likely matches or similar names${among}.` : `No likely matches${among}.`;
    if (!isNameLookedFor) return null;
    return `${nobody ? `No similar names${among}. ` : ''}Enter the date of birth to look for likely matches.`;
  };
  const wrongDate = sought.dob ? (dateIssues({ dob: sought.dob }, today)[0]?.message ?? null) : null;
  const goOn = (event?: FormEvent) => {
    event?.preventDefault();
    onGo(sought, {
      likely: isLookedFor && !likely.isError ? found : null,
      similar: isNameLookedFor && !namesakes.isError ? similar.length : null,
    });
  };

  return (
    <>
      <RecordHeader
        crumbs={[{ label: people.title, to: people.at }, { label: `Add ${people.one}` }]}
        title={`Add ${people.one}`}
        primary={<AddingSteps at="look" />}
      />
      {offers}
      <form ref={body} onSubmit={goOn} noValidate>
        <Section title="Who is it?">
          <p className={css.intro}>Type what you know. People who may be the same appear below.</p>
          <div className={css.find}>
            {names.map(({ key, label }) => (
              <TextField
                key={key}
                id={key}
                label={label}
                value={sought[key]}
                onChange={(text) => set(key, text)}
                autoComplete="off"
              />
            ))}
            <DateField
              id="dob"
              past
              error={wrongDate}
              max={today}
              label="Date of birth"
              onChange={(dob) => set('dob', dob)}
              value={sought.dob}
            />
            {hasSsn && (
              <TextField
                id="ssn_suffix"
                label="Last 4 of SSN"
                inputMode="numeric"
                autoComplete="off"
                value={sought.ssn_suffix}
                onChange={(text) => set('ssn_suffix', text)}
              />
            )}
          </div>
          {!hasSsn && (
            <Button tone="subtle" size="small" icon={IconPlus} onClick={() => setHasSsn(true)}>
              Add last 4 of SSN
            </Button>
          )}
        </Section>
        <Section
          {...(found.length > 0 && { title: counted(found.length, 'likely match', 'likely matches') })}
          note={found.length > 0 && count && `Found among ${count}`}
        >
          <div role="status" className={css.said}>
            {said() !== null && (
              <>
                {isLookedFor && !likely.isError && <IconCircleCheck aria-hidden size={20} />}
                {said()}
              </>
            )}
          </div>
          {found.length > 0 ? (
            <MatchList
              matches={found.map((person) => matchOf(person, today))}
              foot={
                <>
                  <p>
                    <b>None of these?</b> Check the date of birth with the person again.
                  </p>
                  <Button type="submit" icon={IconUserPlus}>
                    Add as a new person
                  </Button>
                </>
              }
            />
          ) : (
            <Button type="submit" tone={likely.isAsked ? 'filled' : 'default'}>
              Continue
            </Button>
          )}
        </Section>
        {similar.length > 0 && (
          <Section title="Similar names" note="With any date of birth">
            <MatchList matches={similar.map((person) => matchOf({ ...person, reasons: [] }, today))} />
          </Section>
        )}
      </form>
      <Side>
        <WhatCounts />
      </Side>
    </>
  );
};
