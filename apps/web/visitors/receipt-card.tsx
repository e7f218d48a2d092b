import { IconCheck, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useSay } from '#web/ui/say.ts';
import type { Receipt } from './open-form.ts';
import css from './visitors.module.css';

/** That a form was sent: when, and under which number the organization finds it. */
export const ReceiptCard = ({ access_key, receipt }: { access_key: string; receipt: Receipt | null }) => {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = say('Thank You!');
  }, [say]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.card}>
      <span className={css.check}>
        <Icon of={IconCheck} size="l" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {say('Thank You!')}
      </h1>
      <p>{say('We have your answers.')}</p>
      {receipt && (
        <>
          <p className={css.muted}>
            {say('Sent {0} · Reference', formatZonedDateTime(receipt.received_at))} <code>{receipt.reference}</code>
          </p>
          <p className={css.muted}>{say('Keep this reference. The organization can use it to find what you sent.')}</p>
        </>
      )}
      <div className={css.row} data-print="hide">
        {receipt && (
          <Button icon={IconPrinter} onClick={() => print()}>
            {say('Print')}
          </Button>
        )}
        <a href={`/public_forms/${encodeURIComponent(access_key)}`}>{say('Fill in the form again')}</a>
      </div>
    </div>
  );
};
