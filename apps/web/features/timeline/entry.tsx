import { IconArrowMerge, IconForms, IconHome, IconNote, IconPencil } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { relationships } from '#contract/relationships.ts';
import type { TimelineEntry, TimelineKind } from '#contract/resources/timeline.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { fullName, showDateTime } from '#web/kit/formats.ts';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import css from './timeline.module.css';

type Of<K extends TimelineKind> = Extract<TimelineEntry, { kind: K }>;
type Change = Of<'changes'>['changes'][number];

const icons: Record<TimelineKind, IconType> = {
  responses: IconForms,
  notes: IconNote,
  household: IconHome,
  merges: IconArrowMerge,
  changes: IconPencil,
};

const person = (id: number) => `${places.clients.at}/${id}`;

/** A label within a sentence: "last name", and "SSN" as it is. */
const inSentence = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

const Value = ({ value, isOld }: { value: Change['is']; isOld?: boolean }) => {
  const zone = useZone();
  const text = typeof value === 'string' || value === null ? value : showDateTime(value.at, zone);
  return isOld ? <del>{text}</del> : <span className={css.value}>{text}</span>;
};

/** One change as a sentence goes on: "changed the last name from Soto to Rivera". */
const ChangeWords = ({ change: { label, was, is } }: { change: Change }) => {
  const name = inSentence(label);
  // A secret tells that it changed, and nothing else.
  if (is === 'Changed' && was === null) return <>changed the {name}</>;
  if (was === null)
    return (
      <>
        set the {name} to <Value value={is} />
      </>
    );
  if (is === null)
    return (
      <>
        removed the {name} <Value value={was} isOld />
      </>
    );
  return (
    <>
      changed the {name} from <Value value={was} isOld /> to <Value value={is} />
    </>
  );
};

/** Several as "last name, gender and active". */
const listed = (labels: string[]) => new Intl.ListFormat('en-US').format(labels.map(inSentence));

const Name = ({ who }: { who: { client_id: number | null; name: string | null; is_self?: boolean } }) => {
  if (who.is_self) return 'this person';
  if (who.name === null) return 'a person you can’t open';
  return who.client_id === null ? <bdi>{who.name}</bdi> : <Link to={person(who.client_id)}>{who.name}</Link>;
};

const householdWords = ({ event, member, relationship, title }: Of<'household'>): ReactNode => {
  const as = relationship && !member?.is_self && ` as ${relationships[relationship as keyof typeof relationships]}`;
  const name = member && <Name who={member} />;
  if (!member) {
    if (event === 'renamed')
      return title ? <>changed the household’s title to {title}</> : 'removed the household’s title';
    return event === 'reopened' ? 'reopened the household' : 'closed the household';
  }
  if (event === 'joined')
    return (
      <>
        added {name} to the household{as}
      </>
    );
  if (event === 'left') return <>recorded that {name} left the household</>;
  if (event === 'became_head') return <>made {name} the head of the household</>;
  if (event === 'removed') return <>removed {name} from the household</>;
  return (
    <>
      changed the household membership of {name}
      {as && ` (${as.trim()})`}
    </>
  );
};

const mergeWords = ({ event, merged }: Of<'merges'>) => {
  const names = merged.map(({ client_id, name }, index) => (
    <Fragment key={client_id}>
      {index > 0 && (index === merged.length - 1 ? ' and ' : ', ')}
      {name === null ? 'a person you can’t open' : <bdi>{name}</bdi>} (ID <code>{client_id}</code>)
    </Fragment>
  ));
  return event === 'merged' ? <>merged {names} into this person</> : <>undid the merge of {names} into this person</>;
};

/** What happened, after the name of who did it; and what stands under it. */
const words = (entry: TimelineEntry, client_id: number): { said: ReactNode; more?: ReactNode } => {
  switch (entry.kind) {
    case 'responses':
      return {
        said: (
          <>
            recorded <Link to={`${person(client_id)}/client_forms/${entry.id}`}>{entry.form_name}</Link>
            {entry.is_public && ', from a public form'}
          </>
        ),
        more: entry.summary.map(({ name, value }) => `${name}: ${value}`).join(' · '),
      };
    case 'notes':
      return { said: 'added a note', more: `“${entry.body}${entry.is_cut ? '…' : ''}”` };
    case 'household':
      return { said: householdWords(entry) };
    case 'merges':
      return { said: mergeWords(entry) };
    case 'changes':
      if (entry.event === 'create') return { said: 'added this person' };
      if (entry.event === 'destroy') return { said: 'deleted this person' };
      if (entry.changes.length === 1) return { said: <ChangeWords change={entry.changes[0]!} /> };
      return {
        said: `changed ${listed(entry.changes.map(({ label }) => label)) || 'this person'}`,
        more: entry.changes.map((change) => (
          <span key={change.label} className={css.line}>
            {change.label}: {change.was !== null && <Value value={change.was} isOld />} <Value value={change.is} />
          </span>
        )),
      };
  }
};

/** One thing that happened: who did what, and when. */
export const Entry = ({ entry, client_id }: { entry: TimelineEntry; client_id: number }) => {
  const zone = useZone();
  const { said, more } = words(entry, client_id);
  return (
    <li className={css.entry}>
      <span className={css.mark} data-kind={entry.kind}>
        <Icon of={icons[entry.kind]} size="s" />
      </span>
      <div className={css.body}>
        <p>
          <b>
            <bdi>{entry.by ? fullName(entry.by) : 'System'}</bdi>
          </b>
          {entry.impersonator && ` (really ${fullName(entry.impersonator)})`} {said}
        </p>
        {more && more !== '' && <div className={css.more}>{more}</div>}
      </div>
      <time className={css.time} dateTime={entry.at}>
        {showDateTime(entry.at, zone).slice(9)}
      </time>
    </li>
  );
};
