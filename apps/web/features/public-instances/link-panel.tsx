import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUnlink, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { clientRoutes, matchReasons } from '#contract/resources/clients.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { fullName, listName, showDate, showLife, todayIn } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import layout from '#web/ui/layout.module.css';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { MatchList } from '#web/ui/match-list.tsx';
import { Note } from '#web/ui/note.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import type { Instance } from './public-forms.ts';
import css from './public-instances.module.css';

const QuickCreate = overlay('Create person', async () => (await import('./quick-create.tsx')).QuickCreate);

type PersonOption = { id: number; first_name: string; last_name: string };

/** Whose a response is, or who may be the one, with the reasons. */
export const LinkPanel = ({ instance }: { instance: Instance }) => {
  const may = useMay();
  const mayLink =
    may(publicInstanceRoutes.link, instance.public_form_id) &&
    may({ entity: 'client_forms', action: 'write', on: 'entity' }) &&
    may(clientRoutes.page);
  if (instance.linked) return <Linked instance={instance} />;
  return mayLink ? (
    <LinkTo instance={instance} />
  ) : (
    <SideCard title="Link to a person">
      <Note>This response isn’t linked to a person yet.</Note>
    </SideCard>
  );
};

const Linked = ({ instance: { id, client, client_form_id, may_unlink } }: { instance: Instance }) => {
  const { opened, open, close } = useOpened<'unlink'>();
  const { mutateAsync, isPending } = useWrite(publicInstanceRoutes.unlink);
  const unlink = async () => {
    try {
      await mutateAsync({ sent: { params: { instance_id: id } } });
      toast.success('Response unlinked');
    } catch (error) {
      failures.report(error);
    }
    close();
  };
  if (!client)
    return (
      <SideCard title="Linked to a person">
        <Note>This response is linked to a person you can’t view.</Note>
      </SideCard>
    );
  const home = `${places.clients.at}/${client.id}`;
  return (
    <SideCard title="Linked to a person">
      <div className={`${layout.column} ${css.panel}`}>
        <p>
          <Link to={home}>{listName(client)}</Link>, ID <code>{client.id}</code>
        </p>
        {client_form_id !== null && (
          <Link to={`${home}/client_forms/${client_form_id}`}>Response on the person’s page</Link>
        )}
        {may_unlink && (
          <div>
            <Button icon={IconUnlink} onClick={() => open('unlink')}>
              Unlink
            </Button>
          </div>
        )}
      </div>
      <Confirm
        opened={opened === 'unlink'}
        title={`Unlink from ${fullName(client)}`}
        verb="Unlink"
        danger
        busy={isPending}
        onConfirm={unlink}
        onCancel={close}
      >
        <p>This deletes the response that linking created for this person. The public response stays.</p>
      </Confirm>
    </SideCard>
  );
};

const told = (count: number): string => {
  if (count === 0) return 'This response isn’t linked to a person yet. No one on record seems to match.';
  return `This response isn’t linked to a person yet. ${count === 1 ? 'One person' : `${count} people`} may match.`;
};

const LinkTo = ({ instance }: { instance: Instance }) => {
  const may = useMay();
  const { organization } = useMember();
  const today = todayIn(organization.time_zone);
  const { opened, open, close } = useOpened<'create'>();
  const params = { instance_id: instance.id };
  const { data } = useRouteQuery(publicInstanceRoutes.matches, { params });
  const { mutateAsync, isPending } = useWrite(publicInstanceRoutes.link);
  const link = async (person: PersonOption) => {
    try {
      await mutateAsync({ sent: { params, body: { client_id: person.id } } });
      toast.success(`Response linked to ${fullName(person)}`);
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <SideCard title="Link to a person">
      <div className={`${layout.column} ${css.panel}`}>
        {data && <Note>{told(data.data.length)}</Note>}
        {data && data.data.length > 0 && (
          <MatchList
            matches={data.data.map((person, index) => ({
              key: person.id,
              name: fullName(person),
              facts: (
                <>
                  <Link to={`${places.clients.at}/${person.id}`}>
                    ID <code>{person.id}</code>
                  </Link>
                  {' · '}
                  {showLife(person, today)}
                </>
              ),
              reasons: person.reasons.map((reason) => matchReasons[reason]),
              action: (
                <Button
                  tone={index === 0 ? 'filled' : 'default'}
                  size="small"
                  disabled={isPending}
                  aria-label={`Link to ${fullName(person)}, ID ${person.id}`}
                  onClick={() => void link(person)}
                >
                  Link
                </Button>
              ),
            }))}
          />
        )}
        <AnotherPerson isBusy={isPending} onLink={link} />
        {may(clientRoutes.create) && data && (
          <div>
            <Button tone="subtle" icon={IconUserPlus} onClick={() => open('create')}>
              Create person from the answers
            </Button>
          </div>
        )}
      </div>
      {opened === 'create' && data && <QuickCreate person={data.person} onCreated={link} onClose={close} />}
    </SideCard>
  );
};

/** So many letters tell enough to search for somebody. */
const enough = 2;

const messageOf = (typed: string, error: unknown, count: number | undefined): string | undefined => {
  if (typed.length < enough) return `Type at least ${enough} letters`;
  if (error instanceof ApiError) return 'Could not search. Type again to retry';
  if (count === undefined) return 'Searching';
  return count === 0 ? 'No matches' : undefined;
};

/** Links to somebody who is searched for. */
const AnotherPerson = ({ isBusy, onLink }: { isBusy: boolean; onLink: (person: PersonOption) => Promise<void> }) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<PersonOption | null>(null);
  const typed = text.trim();
  const [debounced] = useDebouncedValue(typed, 250);
  const isAsked = chosen === null && debounced.length >= enough;
  const { data, error } = useRouteQuery(
    clientRoutes.page,
    { params: { page: 1 }, query: { query: debounced, page_size: '10' } },
    { enabled: isAsked },
  );
  const found = isAsked && debounced === typed ? data?.data : undefined;
  return (
    <>
      <LookupField
        label="Another person"
        labelHidden
        placeholder="Another person"
        listLabel="People found"
        icon={IconSearch}
        text={text}
        offers={(found ?? []).map((person) => ({
          key: String(person.id),
          label: listName(person),
          note: `${showDate(person.dob)} · ID ${person.id}`,
        }))}
        message={chosen ? undefined : messageOf(typed, error, found?.length)}
        onType={(next) => {
          setText(next);
          setChosen(null);
        }}
        onChoose={(key) => {
          const person = found?.find(({ id }) => String(id) === key);
          if (!person) return;
          setText(listName(person));
          setChosen(person);
        }}
      />
      {chosen && (
        <div>
          <Button tone="filled" busy={isBusy} onClick={() => void onLink(chosen)}>
            Link to {fullName(chosen)}
          </Button>
        </div>
      )}
    </>
  );
};
