import { IconEye, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { useMember } from '#web/access/account.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import { Markdown } from '#web/ui/markdown.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { sentOf, type Values } from './notification.ts';
import css from './notifications.module.css';

type NotificationPreview = z.output<typeof notificationRoutes.preview.response>;

const inWords = (error: unknown): string =>
  (error instanceof ApiError && inSentences(Object.values(error.errors).flat())) ||
  'Could not load the preview. Try again.';

/** The email as it would read with a real response, and as a test in one's own mailbox. */
export const Preview = ({ form_id, values }: { form_id: number; values: Values }) => {
  const { account } = useMember();
  const [shown, setShown] = useState<NotificationPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync: test } = useWrite(notificationRoutes.test);
  const bodyFor = (record_id: number | null) => {
    const { name, subject_template, body_template } = sentOf(values);
    return { name, subject_template, body_template, ...(record_id === null ? {} : { record_id }) };
  };
  const doing = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await work().catch((error: unknown) => setProblem(inWords(error)));
    setBusy(false);
  };
  const show = (record_id: number | null) =>
    doing(async () =>
      setShown(await call(notificationRoutes.preview, { params: { form_id }, body: bodyFor(record_id) })),
    );
  const sendTest = () =>
    doing(async () => {
      await test({ sent: { params: { form_id }, body: bodyFor(shown?.record_id ?? null) } });
      toast.success(`Test sent to ${account.email}`);
    });
  return (
    <section className={css.preview} aria-label="Preview of the email">
      <div className={layout.row}>
        <Button icon={IconEye} busy={isBusy} onClick={() => void show(shown?.record_id ?? null)}>
          {shown ? 'Preview again' : 'Preview'}
        </Button>
        <Button icon={IconSend} tone="subtle" busy={isBusy} onClick={() => void sendTest()}>
          Send test to me
        </Button>
      </div>
      {problem && <Banner tone="error">{problem}</Banner>}
      {shown && shown.records.length > 0 && (
        <SelectField
          id="preview_record"
          label="Response to preview"
          options={shown.records.map(({ id, label }) => ({ value: String(id), label }))}
          value={shown.record_id === null ? null : String(shown.record_id)}
          onChange={(id) => void show(id === null ? null : Number(id))}
        />
      )}
      {shown && (
        <div className={css.mail}>
          <p className={css.subtitle}>{shown.subject}</p>
          <Markdown>{shown.body}</Markdown>
        </div>
      )}
      {shown && shown.record_id === null && (
        <p className={css.muted}>There are no responses you can read yet, so answers show as “(no answer)”.</p>
      )}
    </section>
  );
};
