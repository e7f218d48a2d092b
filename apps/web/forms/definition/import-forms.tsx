import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer, RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './import-forms.module.css';

/** What describes forms in the files of another tool. */
type Source = { title: string; label: string; help: string; accept: string; ask: string };

const maxBytes = 25 * 1024 * 1024;

/**
 * Chooses a file of another tool, tells what would become of it, and makes inactive forms of it.
 * @param routes `check` reads the file and stores nothing; what it answers is shown by `outcome`
 * @param sentOf what is sent, once a file is chosen
 * @param imported what is said of the forms, and where they are
 * @param more further questions, below the file
 */
export const ImportForms = <V extends { input: File | null }, C extends RouteSpec, R extends RouteSpec>({
  opened,
  onClose,
  source,
  blank,
  routes,
  sentOf,
  imported,
  more,
  outcome: show,
}: {
  opened: boolean;
  onClose: () => void;
  source: Source;
  blank: V;
  routes: { check: C; import: R };
  sentOf: (values: V) => RequestInput<C> & RequestInput<R>;
  imported: (answer: Answer<R>) => { notice: string; at: string };
  more?: (form: Form<V>) => ReactNode;
  outcome: (answer: Answer<C>) => ReactNode;
}) => {
  const { title, label, help, accept, ask } = source;
  const navigate = useNavigate();
  const { mutateAsync } = useWrite(routes.import);
  const keyFor = useIdempotencyKey();
  const [outcome, setOutcome] = useState<Answer<C> | null>(null);
  const check = async (values: V) => setOutcome(await call(routes.check, sentOf(values)));
  const importForms = async (values: V) => {
    const { notice, at } = imported(await mutateAsync({ sent: sentOf(values), idempotencyKey: keyFor(values) }));
    close();
    toast.success(notice);
    navigate(at);
  };
  const form = useForm<V, void>(blank, outcome ? importForms : check);
  const { input } = form.values;
  const close = () => {
    onClose();
    form.reset(blank);
    setOutcome(null);
  };

  const refusalOf = ({ name, size }: File): string | null => {
    if (!name.toLowerCase().endsWith(accept)) return ask;
    return size > maxBytes ? 'The file is larger than 25 MB. Choose a smaller one.' : null;
  };
  const choose = (file: File | null) => {
    setOutcome(null);
    const refusal = file && refusalOf(file);
    form.set('input', (refusal ? null : file) as V['input']);
    if (refusal) form.setErrors({ input: [refusal] });
  };
  const submit = () => {
    if (input) void form.submit();
    else form.setErrors({ input: [ask] });
  };
  return (
    <Dialog
      opened={opened}
      title={title}
      width={720}
      dirty={form.isSaving}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>Cancel</Button>
          {outcome ? (
            <Button key="import" tone="filled" icon={IconFileImport} busy={form.isSaving} onClick={submit}>
              Import
            </Button>
          ) : (
            <Button key="check" tone="filled" busy={form.isSaving} onClick={submit}>
              Check
            </Button>
          )}
        </>
      }
    >
      <div className={css.body}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <FileDrop
          id="input"
          label={label}
          help={help}
          error={form.errors.input?.[0] ?? null}
          accept={accept}
          files={input ? [{ key: input.name, name: input.name, size: input.size }] : []}
          onAdd={([file]) => file && choose(file)}
          onRemove={() => choose(null)}
        />
        {more?.(form)}
        {outcome !== null && show(outcome)}
      </div>
    </Dialog>
  );
};

/** What would become of a file, or of a form in it. The first one takes the focus, so that it is read before anything is imported. */
export const ImportOutcome = <R extends { message: string }>({
  title,
  facts,
  remarks,
  whereOf,
  isFirst = true,
}: {
  title: string;
  facts: string;
  remarks: readonly R[];
  whereOf: (remark: R) => string;
  isFirst?: boolean;
}) => {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is news
  useEffect(() => {
    if (isFirst) ref.current?.focus();
  }, [remarks]);
  return (
    <section ref={ref} className={css.outcome} tabIndex={-1} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {title}
      </h3>
      <p className={css.facts}>{facts}</p>
      {remarks.length > 0 && (
        <DataTable
          label={`Not imported: ${facts}`}
          compact
          columns={[
            { key: 'where', title: 'Where', cell: whereOf },
            { key: 'message', title: 'Not imported', cell: ({ message }) => message },
          ]}
          rows={remarks.map((remark, index) => ({ ...remark, index }))}
          rowKey={({ index }) => index}
        />
      )}
    </section>
  );
};
