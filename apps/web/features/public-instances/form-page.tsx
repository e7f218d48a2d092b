import { IconForms } from '@tabler/icons-react';
import { Navigate, useParams } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { titlesOf } from '#web/forms/publish-hours.ts';
import { counted } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { usePublicForms } from './public-forms.ts';
import { SettingSection } from './setting-section.tsx';

/** What was answered to a form, publish setting by publish setting. */
export const FormPage = () => {
  const id = Number(useParams().id);
  const may = useMay();
  const { time_zone } = useMember().organization;
  const { forms, error, refetch } = usePublicForms();
  const form = forms?.find((one) => one.id === id);
  useTitle(form?.name);
  if (error && !forms) return <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  if (!forms) return <RecordSkeleton label="Loading public form" />;
  if (!form) return <Navigate to={places.public_forms.at} replace />;
  const titles = titlesOf(form.settings.map((setting) => ({ ...setting, time_zone })));
  return (
    <>
      <RecordHeader
        crumbs={[{ label: places.public_forms.title, to: places.public_forms.at }, { label: form.name }]}
        title={form.name}
        badge={form.isActive ? <StatusBadge tone="ok">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>}
        facts={[
          counted(form.settings.length, 'publish setting'),
          counted(form.responses, 'response'),
          `${form.unlinked} not linked to a person`,
        ]}
        primary={
          may(formRoutes.show, id) && (
            <ButtonLink to={`${places.forms.at}/${id}`} icon={IconForms}>
              Open form
            </ButtonLink>
          )
        }
      />
      {form.settings.map((setting) => (
        <SettingSection key={setting.id} setting={setting} title={titles.get(setting.id)!} />
      ))}
    </>
  );
};
