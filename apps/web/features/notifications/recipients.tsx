import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';
import type { Recipient } from './notification.ts';
import css from './notifications.module.css';

const isAddress = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text);

/** The people and addresses that get the email: members by name, or any address. */
export const Recipients = ({
  id,
  form_id,
  recipients,
  text,
  onChange,
  onType,
  error,
}: {
  id: string;
  form_id: number;
  recipients: Recipient[];
  text: string;
  onChange: (recipients: Recipient[]) => void;
  onType: (text: string) => void;
  error: string | null;
}) => {
  const [isWanted, setWanted] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data, isSearching, isError } = useSearch(notificationRoutes.users, {
    text,
    sent: (query) => ({ params: { form_id }, query }),
    isWanted,
  });
  const members = data?.data ?? [];
  const typed = text.trim().toLowerCase();
  const isTaken = (email: string) => recipients.some((one) => one.email === email);
  const found = isSearching ? [] : members.filter(({ email }) => !isTaken(email));
  const isFree = isAddress(typed) && !isTaken(typed) && !found.some(({ email }) => email === typed);

  const add = (email: string) => {
    const name = members.find((member) => member.email === email)?.name ?? null;
    onChange([...recipients, { name, email, delivery_types: ['email'] }]);
    onType('');
  };
  const remove = (index: number) => {
    flushSync(() => onChange(recipients.toSpliced(index, 1)));
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? document.getElementById(id))?.focus();
  };
  const messageOf = () => {
    if (isSearching) return 'Searching';
    if (isError) return 'Could not load members. Type again to retry';
    if (found.length > 0 || isFree) return undefined;
    return isTaken(typed) ? 'Already in the list' : 'No member matches. Type a whole email address to add it';
  };
  return (
    <div className={css.recipients}>
      <LookupField
        id={id}
        label="Add recipient"
        help="Type a member’s name, or any email address."
        error={error}
        icon={IconUserPlus}
        placeholder="Name or address"
        text={text}
        onType={onType}
        offers={[
          ...(isFree ? [{ key: typed, label: `Add ${typed}` }] : []),
          ...found.map(({ name, email }) => ({ key: email, label: `${name}, ${email}` })),
        ]}
        onChoose={add}
        onOpen={() => setWanted(true)}
        message={messageOf()}
      />
      {recipients.length > 0 && (
        <ul ref={list} aria-label="Recipients" className={css.list}>
          {recipients.map(({ name, email }, index) => (
            <li key={email}>
              <span className={css.recipient}>
                {name && <span>{name}</span>}
                <span className={name ? css.muted : undefined}>{email}</span>
              </span>
              <IconButton
                size="small"
                label={`Remove ${name ?? email}`}
                icon={IconTrash}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
