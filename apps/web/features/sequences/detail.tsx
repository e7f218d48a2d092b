import { IconPencilOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { places } from '#web/access/places.ts';
import { counted } from '#web/kit/formats.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './detail.module.css';
import { type Sequence, sequences } from './sequence.ts';

/** One sequence: its forms in their order. */
export const Detail = detailOf(sequences, ({ record }) => (
  <RecordScreen
    of={sequences}
    record={record}
    facts={[counted(record.forms.length, 'form')]}
    deleting="This keeps its forms and all responses."
  >
    <Forms {...record} />
  </RecordScreen>
));

const Forms = ({ forms }: Sequence) => (
  <Section title="Forms" note={forms.length}>
    <ol className={css.forms} aria-label="Forms">
      {forms.map(({ id, name, active }) => (
        <li key={id}>
          <span className={css.form}>
            <Link to={`${places.forms.at}/${id}`}>{name}</Link>
            {!active && <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>}
          </span>
        </li>
      ))}
    </ol>
  </Section>
);
