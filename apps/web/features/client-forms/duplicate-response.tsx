import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { clientFormRoutes, maxCopies } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import type { NameKey } from '#forms/person-columns.ts';
import { useMay } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { counted, fullName, listName, showDate } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './duplicate-response.module.css';
import type { Instance } from './form-groups.tsx';
import { type Person, responsesOf } from './person.ts';

type PersonChoice = Pick<Person, NameKey | 'id' | 'dob'>;
type Values = { whom: 'same' | 'others'; people: PersonChoice[] };
const begun: Values = { whom: 'same', people: [] };

/** Duplicates a response: for the same person, whose copy is then edited, or for others, of which an email tells. */
export const DuplicateResponse = ({
  person,
  response,
  onClose,
}: {
  person: Person;
  response: Instance;
  onClose: () => void;
}) => {
  const { id, form_name, answers } = response;
  const navigate = useNavigate();
  const mayForOthers = useMay()(clientFormRoutes.create);
  const { mutateAsync } = useWrite(clientFormRoutes.clone);
  const keyFor = useIdempotencyKey();
  const form = useForm(
    begun,
    async (values) => {
      const { whom, people } = values;
      const clients_ids = whom === 'same' ? [] : people.map((one) => one.id);
      if (whom === 'others' && clients_ids.length === 0)
        throw new ApiError(422, { clients_ids: ['Choose at least one person'] });
      const sent = { params: { id }, body: { clients_ids } };
      return mutateAsync({ sent, idempotencyKey: keyFor(values) }).catch((error) => {
        throw inDialog(error);
      });
    },
    (copy) => {
      onClose();
      if (copy.job) toast.success('Copies are being created. You will receive an email when finished');
      else {
        toast.success('Response duplicated');
        navigate(`${responsesOf(copy.client_id)}/${copy.id}/edit`);
      }
    },
  );
  const { whom, people } = form.values;
  const isSigned = answers.some(({ field_type, value }) => field_type === 'signature' && value !== null);
  return (
    <FormDialog
      form={form}
      title={`Duplicate response ${form_name}`}
      verb="Duplicate"
      isDirty={people.length > 0}
      note={whom === 'others' && people.length > 0 ? `${counted(people.length, 'person', 'people')} chosen` : ''}
      onClose={onClose}
    >
      <div className={css.body}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <p>
          The copy has the same answers and files. It’s recorded under your name, with the current time.
          {isSigned && ' The signature isn’t copied.'} No notifications are sent.
        </p>
        {mayForOthers && (
          <RadioField
            label="Duplicate for"
            required
            options={[
              { value: 'same', label: fullName(person) },
              { value: 'others', label: 'Other people' },
            ]}
            value={whom}
            onChange={(value) => form.set('whom', value === 'others' ? 'others' : 'same')}
          />
        )}
        {whom === 'others' && (
          <People
            error={form.error('clients_ids')}
            people={people}
            onChange={(next) => {
              form.forget('clients_ids');
              form.set('people', next);
            }}
          />
        )}
      </div>
    </FormDialog>
  );
};

const People = ({
  people,
  error,
  onChange,
}: {
  people: PersonChoice[];
  error: string | null;
  onChange: (people: PersonChoice[]) => void;
}) => {
  const [text, setText] = useState('');
  const search = useSearch(clientRoutes.page, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, page_size: '20' } }),
    isWanted: text.trim().length > 1,
  });
  const taken = new Set(people.map(({ id }) => id));
  const found = text.trim().length > 1 ? (search.data?.data ?? []) : [];
  const free = found.filter(({ id }) => !taken.has(id));
  const isFull = people.length >= maxCopies;
  return (
    <div>
      <LookupField
        id="clients_ids"
        label="Add person"
        help={
          isFull ? `You can choose at most ${maxCopies} people.` : 'Search by name, ID or date of birth, then choose.'
        }
        error={error}
        icon={IconUserPlus}
        placeholder="Name, ID, date of birth"
        text={text}
        onType={setText}
        offers={
          search.isSearching || isFull
            ? []
            : free.map((one) => ({ key: String(one.id), label: listName(one), note: showDate(one.dob) }))
        }
        onChoose={(key) => {
          const one = free.find(({ id }) => String(id) === key);
          if (one) onChange([...people, one]);
          setText('');
        }}
        message={text.trim().length > 1 ? messageOf(search, free.length, found.length) : undefined}
      />
      <ul className={css.people} aria-label="Chosen people">
        {people.map((one) => (
          <li key={one.id} className={css.person}>
            <span>
              {listName(one)} <span className={css.dob}>{showDate(one.dob)}</span>
            </span>
            <IconButton
              size="small"
              icon={IconX}
              label={`Remove ${listName(one)}`}
              onClick={() => onChange(people.filter(({ id }) => id !== one.id))}
            />
          </li>
        ))}
      </ul>
      {people.length === 0 && <Note>No people chosen yet.</Note>}
    </div>
  );
};

const messageOf = (
  { isSearching, isError }: { isSearching: boolean; isError: boolean },
  free: number,
  found: number,
): string | undefined => {
  if (isSearching) return 'Searching';
  if (isError) return 'Could not load people. Type again to retry';
  if (free > 0) return undefined;
  return found > 0 ? 'Already in the list' : 'No matches';
};
