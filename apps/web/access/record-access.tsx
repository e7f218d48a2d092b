import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { capital } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { Icon } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import words from '#web/ui/words.module.css';
import { AccessAnswer } from './access-answer.tsx';
import type { AccessRecord } from './access-record.ts';
import { type Access, answerVerbs, figures, throughWhat, verbs, withAnswers } from './access-words.ts';
import css from './record-access.module.css';
import { isAbout, useUserSearch } from './user-search.ts';

const askingId = 'ask-about-one-person';

type UserOption = { id: number; name: string };

/** Everybody who can see, change or remove a record and through what, and the answer for any one person. */
export const RecordAccess = ({ record, onClose }: { record: AccessRecord; onClose: () => void }) => {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<UserOption | null>(null);
  return (
    <Dialog
      opened
      title="Who can see this?"
      width={720}
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <div className={`${layout.column} ${css.body}`}>
        <Note>{record.name}</Note>
        <div className={css.asking}>
          <AskAbout asked={asked} onAsk={setAsked} />
          <TextField
            type="search"
            label="Search users"
            icon={IconSearch}
            placeholder="Name, email or group"
            autoComplete="off"
            value={search}
            onChange={setSearch}
          />
        </div>
        {asked && (
          <AccessAnswer
            key={asked.id}
            record={record}
            user_id={asked.id}
            onClose={() => {
              setAsked(null);
              focusField(askingId);
            }}
          />
        )}
        <Everybody record={record} search={search} />
      </div>
    </Dialog>
  );
};

const AskAbout = ({ asked, onAsk }: { asked: UserOption | null; onAsk: (asked: UserOption | null) => void }) => {
  const [typed, setTyped] = useState('');
  // The list of somebody who was chosen begins with everybody again.
  const { may, users, isSearching, isError } = useUserSearch(typed === asked?.name ? '' : typed, true);
  const known: UserOption[] = asked && !users.some(({ id }) => id === asked.id) ? [asked, ...users] : users;
  return (
    <SelectField
      id={askingId}
      label="Check one person"
      placeholder="Choose a user"
      options={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={asked && String(asked.id)}
      onChange={(value) => onAsk(known.find(({ id }) => String(id) === value) ?? null)}
      onSearch={setTyped}
      loading={isSearching}
      nothing={isError ? 'Could not load users. Type again to retry' : 'No matches'}
      {...(may ? {} : { locked: 'To check one person, you need access to Users' })}
    />
  );
};

const Everybody = ({ record, search }: { record: AccessRecord; search: string }) => {
  const { type, id } = record;
  const { data, isError, refetch } = useRouteQuery(
    recordRoutes.access,
    { params: { record_type: type, record_id: id }, query: {} },
    { staleTime: 0 },
  );
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />;
  if (!data) return <AreaSkeleton label="Loading who can see this" height={160} />;
  const all = withAnswers(data.data, data.answers).map((access) => ({
    ...access,
    through: throughWhat(access, record),
  }));
  const found = all.filter(({ user, through }) => isAbout([user.name, user.email, ...through].join(' '), search));
  return (
    <section className={css.everybody} aria-label="Who has access">
      <div role="status">
        {(search ? [`${found.length} of ${all.length} users`] : figures(data, type)).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {all.length > 0 && (
        <DataTable
          label="Who has access"
          columns={[
            {
              key: 'person',
              title: 'Person',
              cell: ({ user }) => (
                <span className={css.person}>
                  <Highlight text={user.name} query={search} />
                  <span className={`${words.small} ${css.email}`}>{user.email}</span>
                </span>
              ),
            },
            {
              key: 'can',
              title: data.answers ? 'Questions' : 'Access',
              cell: ({ actions }) => <Can actions={actions} words={verbs} />,
            },
            ...(data.answers
              ? [
                  {
                    key: 'answers',
                    title: 'Answers',
                    cell: ({ onAnswers }: (typeof all)[number]) => <Can actions={onAnswers} words={answerVerbs} />,
                  },
                ]
              : []),
            {
              key: 'through',
              title: 'Through',
              cell: ({ through }) => (
                <ul className={css.through}>
                  {through.map((phrase) => (
                    <li key={phrase}>{capital(phrase)}</li>
                  ))}
                </ul>
              ),
            },
          ]}
          rows={found}
          rowKey={({ user }) => user.id}
        />
      )}
    </section>
  );
};

const Can = ({ actions, words: verb }: Pick<Access, 'actions'> & { words: Record<RecordAction, string> }) =>
  actions.length === 0 ? (
    '—'
  ) : (
    <ul className={css.can}>
      {recordActions
        .filter((action) => actions.includes(action))
        .map((action) => (
          <li key={action}>
            <Icon of={IconCheck} size="s" />
            Can {verb[action]}
          </li>
        ))}
    </ul>
  );
