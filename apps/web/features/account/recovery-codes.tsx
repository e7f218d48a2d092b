import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Account } from '#web/access/account.tsx';
import { saveBlob } from '#web/access/picture.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { showDate, todayIn } from '#web/kit/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import layout from '#web/ui/layout.module.css';
import css from './second-factor.module.css';

const explanation = 'Use each of these codes once, instead of a code from your authenticator app.';
const question = {
  title: 'Leave without the codes?',
  text: 'You won’t see them again. Without your phone, you couldn’t sign in.',
};

/** Shows recovery codes, this once, and asks before they are left without having been copied, printed or saved. */
export const RecoveryCodes = ({
  account: { email, time_zone },
  codes,
  onClose,
}: {
  account: Account;
  codes: string[];
  onClose: () => void;
}) => {
  const [said, setSaid] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const [madeOn] = useState(() => showDate(todayIn(time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)));
  const listId = useId();
  const isKept = said !== undefined;
  const title = 'Hearth recovery codes';
  const about = [`Account: ${email}`, `Made on: ${madeOn}`];
  const text = [title, ...about, '', explanation, '', ...codes, ''].join('\n');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('Codes copied');
    } catch {
      // Not every browser lets a page write there: the codes are then ready for the person's own copying.
      getSelection()?.selectAllChildren(document.getElementById(listId) as HTMLElement);
    }
  };
  const print = () => {
    window.print();
    setSaid('Sent to the printer');
  };
  const save = () => {
    saveBlob(new Blob([text], { type: 'text/plain' }), 'hearth-recovery-codes.txt');
    setSaid('Saved as hearth-recovery-codes.txt');
  };
  const leave = () => (isKept ? onClose() : setAsked(true));

  return (
    <>
      <Dialog
        opened
        dirty
        title="Your recovery codes"
        onClose={leave}
        note={said ?? ''}
        foot={
          <Button tone="filled" onClick={leave}>
            Done
          </Button>
        }
      >
        <div className={css.setup}>
          <Banner>
            Without your phone, each of these codes lets you in once. Save them now. You won’t see them again.
          </Banner>
          <ul id={listId} className={css.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className={layout.buttons}>
            <Button icon={IconCopy} onClick={() => void copy()}>
              Copy
            </Button>
            <Button icon={IconPrinter} onClick={print}>
              Print
            </Button>
            <Button icon={IconDownload} onClick={save}>
              Download
            </Button>
          </div>
        </div>
      </Dialog>
      <Confirm
        opened={isAsked}
        title={question.title}
        verb="Leave"
        cancel="Stay"
        danger
        onConfirm={onClose}
        onCancel={() => setAsked(false)}
      >
        {question.text}
      </Confirm>
      <UnsavedChanges when={!isKept} title={question.title}>
        {question.text}
      </UnsavedChanges>
      {createPortal(
        <div data-print="alone" className={css.paper}>
          <h1>{title}</h1>
          {about.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>{explanation}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>,
        document.body,
      )}
    </>
  );
};
