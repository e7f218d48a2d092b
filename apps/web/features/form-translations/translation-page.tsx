import { useParams } from 'react-router';
import { formTranslationRoutes as routes } from '#contract/resources/form-translations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { places } from '#web/access/places.ts';
import { useRecordToEdit } from '#web/kit/use-record.ts';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TranslationEditor } from './translation-editor.tsx';

/** A form in another language, text by text. */
export const TranslationPage = () => {
  const params = useParams();
  const [form_id, id] = [Number(params.form_id), Number(params.id)];
  const back = `${places.forms.at}/${form_id}`;
  const form = useRecordToEdit(formRoutes.show, { id: form_id }, places.forms.at);
  const translation = useRecordToEdit(routes.show, { form_id, id }, back);
  if (!form || !translation) return <RecordSkeleton label="Loading translation" />;
  return <TranslationEditor key={id} form={form} translation={translation} />;
};
