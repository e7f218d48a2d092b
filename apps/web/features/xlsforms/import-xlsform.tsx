import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { type FormRecord, formUses } from '#web/forms/definition/form-record.ts';
import { call } from '#web/kit/api.ts';
import { counted } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './import-xlsform.module.css';

type Values = { input: File | null; form_type: FormRecord['form_type'] };
const nothing: Values = { input: null, form_type: 'client' };

type Outcome = Answer<typeof xlsformRoutes.check>;

/** Only sent once a workbook is chosen. */
const sentOf = ({ input, form_type }: Values) => ({ body: { form_type }, files: { input: input as File } });

const mostBytes = 25 * 1024 * 1024;

const refusalOf = ({ name, size }: File): string | null => {
  if (!/\.xlsx$/i.test(name)) return 'Choose an XLSForm workbook (.xlsx)';
  return size > mostBytes ? 'The workbook is larger than 25 MB. Choose a smaller one' : null;
};

/** Chooses an XLSForm, tells what would become of it, and makes an inactive form of it, which opens to be edited. */
export const ImportXlsform = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const navigate = useNavigate();
  const { mutateAsync } = useWrite(xlsformRoutes.import);
  const keyFor = useIdempotencyKey();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const check = async (values: Values) => setOutcome(await call(xlsformRoutes.check, sentOf(values)));
  const importForm = async (values: Values) => {
    const { form_id, name } = await mutateAsync({ sent: sentOf(values), idempotencyKey: keyFor(values) });
    close();
    toast.success(`${name} is imported. It is inactive`);
    navigate(`${definitionPlaces.forms.at}/${form_id}/edit`);
  };
  const form = useForm<Values, void>(nothing, outcome ? importForm : check);
  const { input, form_type } = form.values;
  const close = () => {
    onClose();
    form.reset(nothing);
    setOutcome(null);
  };

  const choose = (file: File | null) => {
    setOutcome(null);
    const refusal = file && refusalOf(file);
    form.set('input', refusal ? null : file);
    if (refusal) form.setErrors({ input: [refusal] });
  };
  const submit = () => {
    if (input) void form.submit();
    else form.setErrors({ input: ['Choose an XLSForm workbook (.xlsx)'] });
  };
  return (
    <Dialog
      opened={opened}
      title="Import XLSForm"
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
          label="Workbook"
          help="An XLSForm in the .xlsx format, up to 25 MB. Nothing is stored until you import it."
          error={form.errors.input?.[0] ?? null}
          accept=".xlsx"
          files={input ? [{ key: input.name, name: input.name, size: input.size }] : []}
          onAdd={([file]) => file && choose(file)}
          onRemove={() => choose(null)}
        />
        <SelectField
          id="form_type"
          label="Form Use"
          options={formUses}
          value={form_type}
          onChange={(use) => use && form.set('form_type', use as Values['form_type'])}
          error={form.error('form_type')}
        />
        {outcome && <OutcomeOf outcome={outcome} />}
      </div>
    </Dialog>
  );
};

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What would become of the workbook. It takes the focus, so that it is read before anything is imported. */
const OutcomeOf = ({ outcome }: { outcome: Outcome }) => {
  const { name, questions, mapped, rules, calculations, languages, remarks } = outcome;
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is news
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <section ref={ref} className={css.outcome} tabIndex={-1} aria-labelledby="outcome">
      <h3 id="outcome" className={css.title}>
        {mapped} of {questions} questions become fields
      </h3>
      <p className={css.facts}>
        {name}, with {counted(rules, 'rule')} and {counted(calculations, 'calculation')}
        {languages.length > 0 && `, translated into ${listed.format(languages)}`}
      </p>
      {remarks.length > 0 && (
        <DataTable
          label="What is not taken over"
          compact
          columns={[
            {
              key: 'where',
              title: 'Where',
              cell: ({ sheet, row }) => (row === null ? sheet : `${sheet}, row ${row}`),
            },
            { key: 'message', title: 'What is not taken over', cell: ({ message }) => message },
          ]}
          rows={remarks.map((remark, index) => ({ ...remark, index }))}
          rowKey={({ index }) => index}
        />
      )}
    </section>
  );
};
