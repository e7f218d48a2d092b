import { IconLanguage, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { formTranslationRoutes as routes } from '#contract/resources/form-translations.ts';
import { useMay } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { Answered } from '#web/kit/answered.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { AddLanguage } from './add-language.tsx';
import { translationAt } from './translation-at.ts';
import css from './translations.module.css';

type TranslationListItem = Answer<typeof routes.list>['data'][number];

const adding = 'add-language';

/** The languages into which a form is translated, and how far. */
export const TranslationsSection = ({ form }: { form: FormRecord }) => {
  const params = { form_id: form.id };
  const list = useRouteQuery(routes.list, { params });
  const mayWrite = useMay()(routes.create, form.id);
  const [opened, setOpened] = useState<'add' | TranslationListItem | null>(null);
  const add = (
    <Button id={adding} size="small" icon={IconPlus} onClick={() => setOpened('add')}>
      Add language
    </Button>
  );
  return (
    <Section title="Translations" note={list.data?.data.length || undefined} action={mayWrite && add}>
      <Answered of={list} skeleton={<AreaSkeleton label="Loading translations" height={72} />}>
        {({ data }) => <Languages form={form} languages={data} onDelete={mayWrite ? setOpened : undefined} />}
      </Answered>
      {opened === 'add' && (
        <AddLanguage form_id={form.id} taken={list.data?.data ?? []} onClose={() => setOpened(null)} />
      )}
      {opened !== null && opened !== 'add' && (
        <DeleteBelow
          route={routes.remove}
          below={params}
          record={opened}
          name={`the form in ${opened.name}`}
          adding={adding}
          onClose={() => setOpened(null)}
        >
          This deletes all texts in this language. Existing responses stay.
        </DeleteBelow>
      )}
    </Section>
  );
};

const Languages = ({
  form,
  languages,
  onDelete,
}: {
  form: FormRecord;
  languages: readonly TranslationListItem[];
  onDelete: ((one: TranslationListItem) => void) | undefined;
}) =>
  languages.length === 0 ? (
    <EmptyState
      icon={IconLanguage}
      title="This form is in English only."
      helper="Add languages so that people can choose one on the public form."
    />
  ) : (
    <>
      {!form.translate && (
        <Banner tone="info">The public form is shown in English only. Turn on Translate in a publish setting.</Banner>
      )}
      <ul className={css.languages}>
        {languages.map((one) => (
          <li key={one.id}>
            <Link to={translationAt(form.id, one.id)}>{one.name}</Link>
            <span lang={one.language} dir={one.direction} className={css.muted}>
              {one.own_name}
            </span>
            <Progress {...one} />
            {onDelete && (
              <IconButton size="small" label={`Delete ${one.name}`} icon={IconTrash} onClick={() => onDelete(one)} />
            )}
          </li>
        ))}
      </ul>
    </>
  );

const Progress = ({ total, missing, changed }: TranslationListItem) => (
  <span className={css.badges}>
    {missing > 0 && <StatusBadge tone="warn">{`${missing} of ${total} missing`}</StatusBadge>}
    {changed > 0 && <StatusBadge tone="warn">{`${changed} outdated`}</StatusBadge>}
    {missing + changed === 0 && <StatusBadge tone="ok">Complete</StatusBadge>}
  </span>
);
