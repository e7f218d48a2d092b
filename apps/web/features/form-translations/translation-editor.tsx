import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { formTranslationRoutes as routes } from '#contract/resources/form-translations.ts';
import type { formRoutes } from '#contract/resources/forms.ts';
import type { Field } from '#forms/field-types/field-type.ts';
import { textsOf } from '#forms/translation/texts.ts';
import { countsOf, standingOf, type TranslationStatus, type Translations } from '#forms/translation/translations.ts';
import { useMay } from '#web/access/account.tsx';
import { saveBlob } from '#web/access/picture.ts';
import { places } from '#web/access/places.ts';
import { call } from '#web/kit/api.ts';
import { useLoaded } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { ConflictNote } from '#web/screens/conflict-note.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { toast } from '#web/ui/toast.tsx';
import { readCsv, writeCsv } from './csv.ts';
import { mergedOver } from './merged.ts';
import { TextGroup } from './text-group.tsx';
import css from './translations.module.css';

type Translation = Answer<typeof routes.show>;
type Form = Answer<typeof formRoutes.show>;

const storedOf = ({ texts }: Translation): Translations =>
  Object.fromEntries(texts.map(({ key, text, original }) => [key, { text, original }]));

const chips: { show: TranslationStatus | 'all'; label: string }[] = [
  { show: 'all', label: 'All' },
  { show: 'missing', label: 'Missing' },
  { show: 'changed', label: 'Outdated' },
];

/** The texts of a form beside what they are in another language. */
export const TranslationEditor = ({ form, translation }: { form: Form; translation: Translation }) => {
  const { form_id, id, language, name, own_name, is_spoken } = translation;
  const back = `${places.forms.at}/${form_id}`;
  const params = { form_id, id };
  const navigate = useNavigate();
  const mayWrite = useMay()(routes.update, form_id);
  const { mutateAsync } = useWrite(routes.update);
  const version = useRef(translation.lock_version);
  const texts = useMemo(
    () => textsOf({ ...form, form_fields: form.form_fields.map((one) => ({ ...one, field: one.field as Field })) }),
    [form],
  );
  const editor = useForm(
    { texts: storedOf(translation) },
    (values) =>
      mutateAsync({
        sent: {
          params,
          body: {
            lock_version: version.current,
            texts: Object.entries(values.texts).map(([key, one]) => ({ key, ...one })),
          },
        },
      }),
    {
      saved: () => {
        toast.success('Translation saved');
        navigate(back);
      },
      showsConflict: true,
    },
  );
  const { values, initial, set, conflict } = editor;
  const theirs = useLoaded(() => call(routes.show, { params }), conflict ? `over ${version.current}` : null);
  const [show, setShow] = useState<TranslationStatus | 'all'>('all');
  /** What a chip showed when it was pressed stays in view while it is worked on. */
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const [said, setSaid] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const counts = countsOf(texts, values.texts);

  const now = useRef(values.texts);
  now.current = values.texts;
  const [change] = useState(() => (key: string, text: string, original: string) => {
    const { [key]: _, ...others } = now.current;
    now.current = text.trim() === '' ? others : { ...others, [key]: { text, original } };
    set('texts', now.current);
  });

  const choose = (next: TranslationStatus | 'all') => {
    setShow(next);
    setKept(
      next === 'all'
        ? null
        : new Set(texts.filter((one) => standingOf(one, values.texts) === next).map(({ key }) => key)),
    );
  };
  const exported = () =>
    saveBlob(
      new Blob([writeCsv(texts, values.texts, language)], { type: 'text/csv;charset=utf-8' }),
      `${form.name} – ${name}.csv`,
    );
  const imported = async (file: File | undefined) => {
    if (!file) return;
    const tooLarge = file.size > 5_000_000;
    const read = tooLarge
      ? 'This file is larger than 5 MB. Choose the file you exported'
      : readCsv(await file.text(), { texts, translations: now.current, language });
    if (typeof read === 'string') return editor.setErrors({ base: [read] });
    editor.setErrors({});
    const count = Object.keys(read.changes).length;
    if (count > 0) set('texts', { ...now.current, ...read.changes });
    setSaid([
      count === 0
        ? 'This file has no changes.'
        : `${count} ${count === 1 ? 'text' : 'texts'} imported. Review, then save.`,
      ...read.remarks,
    ]);
  };

  const shown = kept ? texts.filter(({ key }) => kept.has(key)) : texts;
  const groups = [...Map.groupBy(shown, ({ field_id }) => field_id)];
  const fieldNames = new Map(form.form_fields.map(({ field_id, field }) => [field_id, field.name]));
  return (
    <RecordForm
      form={editor}
      title={`${form.name} in ${name}`}
      crumbs={[{ label: places.forms.title, to: places.forms.at }, { label: form.name, to: back }, { label: name }]}
      onCancel={() => navigate(back)}
      beside={
        <>
          <Button icon={IconDownload} onClick={exported}>
            Export CSV
          </Button>
          {mayWrite && (
            <Button icon={IconFileImport} onClick={() => input.current?.click()}>
              Import CSV
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          void imported(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <div className={css.texts}>
        {conflict && (
          <ConflictNote
            of={theirs}
            title="Someone else saved this translation while you were editing."
            theirs={({ missing, total }) => (
              <p>
                Their version has {total - missing} of {total} texts.
              </p>
            )}
            choices={(data) => [
              {
                label: 'Save my changes over theirs',
                onChoose: () => {
                  version.current = data.lock_version;
                  const merged = mergedOver(storedOf(data), { began: initial.texts, now: values.texts });
                  void editor.submitWith({ texts: merged }, { texts: storedOf(data) });
                },
              },
              {
                label: 'Load theirs',
                onChoose: () => {
                  version.current = data.lock_version;
                  editor.clearConflict();
                  editor.reset({ texts: storedOf(data) });
                },
              },
            ]}
          />
        )}
        {!is_spoken && (
          <Banner tone="info">
            {`Buttons and messages on the public form stay in English because Hearth doesn’t have them in ${name}.`}
          </Banner>
        )}
        <div className={css.chips}>
          {chips.map(({ show: one, label }) => (
            <FilterChip key={one} pressed={show === one} onClick={() => choose(one)}>
              {`${label} ${one === 'missing' ? counts.missing : one === 'changed' ? counts.changed : counts.total}`}
            </FilterChip>
          ))}
        </div>
        <div role="status" className={css.said}>
          {said.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {shown.length === 0 && <p className={css.muted}>Nothing left to translate.</p>}
        {groups.map(([field_id, own]) => (
          <TextGroup
            key={field_id ?? 'form'}
            title={field_id === null ? 'Form' : (fieldNames.get(field_id) ?? '')}
            texts={own}
            translations={values.texts}
            language={translation}
            isFixed={!mayWrite}
            onChange={change}
          />
        ))}
        <p className={css.muted} lang={language} dir={translation.direction}>
          {own_name}
        </p>
      </div>
    </RecordForm>
  );
};
