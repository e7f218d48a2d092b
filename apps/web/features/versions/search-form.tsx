import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Errors } from '#contract/kit/issues.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { versionEventTypes, versionItemTypes, versionRoutes } from '#contract/resources/versions.ts';
import { places } from '#web/access/places.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { withoutErrorsOf } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addressOf, searchedIn, type VersionSearch, wrongWith } from './searched.ts';
import css from './versions.module.css';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const required = [
  { name: 'item_type', label: 'Record Type', labels: versionItemTypes },
  { name: 'event', label: 'Event', labels: versionEventTypes },
] as const;
const dates = [
  { name: 'start_date', label: 'Start date' },
  { name: 'end_date', label: 'End date' },
] as const;

/** Chooses what is searched for; the results open beside it. */
export const SearchForm = () => {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [values, setValues] = useState<VersionSearch>(() => searchedIn(address));
  const [errors, setErrors] = useState<Errors>({});
  /** What is typed into the dates and is none. */
  const [unread, setUnread] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const organizations = useRouteQuery(organizationRoutes.list, { query: {} });
  const set = (changes: Partial<VersionSearch>) => {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => Object.keys(changes).reduce(withoutErrorsOf, before));
  };
  const date = (name: 'start_date' | 'end_date', value: string | null, problem: string | null) => {
    set({ [name]: value });
    setUnread(({ [name]: _, ...others }) => (problem ? { ...others, [name]: [problem] } : others));
  };
  const control = (id: keyof VersionSearch, label: string) => ({ id, label, error: errors[id]?.[0] ?? null });
  const search = (event: FormEvent) => {
    event.preventDefault();
    const wrong = { ...wrongWith(values), ...unread };
    setErrors(wrong);
    setAttempt((count) => count + 1);
    if (Object.keys(wrong).length === 0) navigate(`${places.versions.at}/results?${addressOf(values)}`);
  };
  const summary = Object.entries(errors).flatMap(([id, messages]) => messages.map((message) => ({ id, message })));
  return (
    <form className={css.search} noValidate onSubmit={search} aria-label="Version History">
      <h1 className={css.title}>Version History</h1>
      <div className={css.fields}>
        <ErrorSummary title="There were some errors with your submission" errors={summary} attempt={attempt} />
        {required.map(({ name, label, labels }) => (
          <SelectField
            key={name}
            {...control(name, label)}
            placeholder="Choose"
            options={optionsOf(labels)}
            value={values[name]}
            onChange={(chosen) => set({ [name]: chosen })}
          />
        ))}
        {dates.map(({ name, label }) => (
          <DateField
            key={name}
            {...control(name, label)}
            value={values[name]}
            onChange={(value, problem) => date(name, value, problem)}
          />
        ))}
        <Writer values={values} set={set} />
        <SelectField
          {...control('organization_id', 'Organization')}
          optional
          options={(organizations.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.organization_id}
          onChange={(organization_id) => set({ organization_id })}
        />
        <TextField
          {...control('item_id', 'Record ID')}
          optional
          autoComplete="off"
          inputMode="numeric"
          value={values.item_id ?? ''}
          onChange={(item_id) => set({ item_id: item_id.trim() || null })}
        />
        <Button type="submit" tone="filled" block icon={IconSearch}>
          Search
        </Button>
      </div>
    </form>
  );
};

/** Who wrote the versions: found by name or email while somebody types, half a second after the last key. */
const Writer = ({ values, set }: { values: VersionSearch; set: (changes: Partial<VersionSearch>) => void }) => {
  const text = values.user ?? '';
  const [typed] = useDebouncedValue(text.trim(), 500);
  const [isOpen, setOpen] = useState(false);
  const isWanted = isOpen && typed.length >= 2 && values.user_id === null;
  const found = useRouteQuery(
    versionRoutes.writers,
    { query: { query: typed } },
    { enabled: isWanted, placeholderData: keepPreviousData },
  );
  const users = isWanted ? (found.data?.data ?? []) : [];
  const isSearching = isOpen && text.trim().length >= 2 && (typed !== text.trim() || found.isFetching);
  return (
    <LookupField
      id="user_id"
      label="User"
      text={text}
      optional
      placeholder="Name or email"
      onOpen={() => setOpen(true)}
      onLeave={() => {
        setOpen(false);
        // A name that nobody was chosen for narrows nothing down.
        if (values.user_id === null) set({ user: null });
      }}
      onType={(user) => set({ user: user || null, user_id: null })}
      offers={users.map(({ id, name, email }) => ({ key: String(id), label: name, note: email }))}
      onChoose={(key) => set({ user_id: key, user: users.find(({ id }) => String(id) === key)?.name ?? null })}
      message={isSearching ? 'Searching…' : isWanted && users.length === 0 ? 'No user found' : undefined}
    />
  );
};
