import { IconEye, IconEyeOff, IconLock, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { isWebLink } from '#forms/field-types/hyperlink.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { definitionPlaces } from '#web/access/area.ts';
import { isPlatform } from '#web/access/host.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { fieldTypeIcons } from '#web/forms/definition/words.ts';
import type { FormAction, FormNotice, FormSection } from '#web/forms/form-contributions.ts';
import { OrganizationUsage } from '#web/forms/organization-usage.tsx';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { RecordLinks } from '#web/screens/record-links.tsx';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { forms } from './form.ts';
import { FormBadges } from './form-badges.tsx';
import css from './form-detail.module.css';
import { SharedNotice } from './shared-notice.tsx';
import { useFormActions } from './use-form-actions.tsx';

/** How many public responses to a form nobody has linked to a person, as far as the viewer can see them. */
const useUnlinked = ({ id, form_type }: FormRecord): number => {
  const isAsked = useMay()(publicFormRoutes.all) && !isPlatform && form_type === 'client';
  const { data } = useRouteQuery(publicFormRoutes.all, {}, { enabled: isAsked });
  const ofForm = data?.data.filter(({ form_id }) => form_id === id) ?? [];
  return ofForm.reduce((sum, { unlinked_count }) => sum + unlinked_count, 0);
};

/** What other features give to the page. */
type Contributions = { sections: FormSection[]; notices: FormNotice[]; actions: FormAction[] };

const FormScreen = ({ record: form, ...contributions }: Contributions & { record: FormRecord }) => {
  const { activate, clone, print, ...doing } = useFormActions(form, contributions.actions);
  const may = useMay();
  const unlinked = useUnlinked(form);
  const sections = contributions.sections.filter(({ isSeen }) => isSeen?.(may, form) ?? true);
  return (
    <RecordScreen
      of={forms}
      record={form}
      badge={
        <>
          {form.active && form.form_type === 'client' && <StatusBadge tone="ok">Active</StatusBadge>}
          <FormBadges form={form} />
        </>
      }
      facts={[
        counted(form.form_fields.length, 'field'),
        ...(isPlatform ? [] : [counted(form.response_count, 'response')]),
        ...(unlinked > 0 ? [`${counted(unlinked, 'public response')} not linked`] : []),
      ]}
      edit={form.is_owned ? undefined : may(formRoutes.update, form.id) && sharedEdit}
      deleting={
        (form.is_owned || form.shared_by?.ended_at) &&
        form.response_count === 0 &&
        'Its fields stay available for other forms.'
      }
      onPrint={print}
      {...doing}
    >
      {form.shared_by && <SharedNotice form={form} owner={form.shared_by} clone={clone} />}
      {!form.active && !form.shared_by?.ended_at && !isPlatform && (
        <Banner tone="info" {...(activate && { action: { label: 'Make form active', onClick: activate } })}>
          {form.response_count === 0
            ? 'Draft: staff can’t fill in this form until you make it active.'
            : 'Inactive: staff can’t fill in this form.'}
        </Banner>
      )}
      {contributions.notices.map((Notice, index) => (
        <Notice key={index} form={form} />
      ))}
      <Section>
        <DescriptionList
          facts={[
            { label: 'Description', value: form.description ?? 'none', wide: true },
            { label: 'Form Use', value: form.form_type === 'client' ? 'Client' : 'Internal' },
            ...(isPlatform ? [] : [{ label: 'Responses', value: form.response_count.toLocaleString('en-US') }]),
            ...(form.redirect_url
              ? [
                  {
                    label: 'Custom redirect URL',
                    value: isWebLink(form.redirect_url) ? (
                      <a href={form.redirect_url} target="_blank" rel="noopener noreferrer">
                        {form.redirect_url}
                      </a>
                    ) : (
                      form.redirect_url
                    ),
                    wide: true,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Parts parts={partsOf(form, sections)} />
    </RecordScreen>
  );
};

/** One form: what it is for, what it asks, and what goes on by itself when it is answered. */
export const formDetail = (contributions: Contributions) =>
  detailOf(forms, ({ record }) => <FormScreen record={record} {...contributions} />);

const sharedEdit = (
  <Button icon={IconPencil} disabled title="Another organization shares this form with yours">
    Edit
  </Button>
);

type Part = { id: string; title: string; content: ReactNode };

/** The sections of the page, in their order. */
const partsOf = (form: FormRecord, sections: FormSection[]): Part[] => [
  { id: 'fields', title: 'Fields', content: <Fields form={form} /> },
  ...sections.map(({ id, title, Content }) => ({ id, title, content: <Content form={form} /> })),
  ...(isPlatform ? [usageOf(form)] : partsInOrganization(form)),
];

const usageOf = ({ clones }: FormRecord): Part => ({
  id: 'usage',
  title: 'Organization usage',
  content: (
    <OrganizationUsage title="Organization usage" copies={clones}>
      This form is not used by any organizations.
    </OrganizationUsage>
  ),
});

const partsInOrganization = (form: FormRecord): Part[] => [
  {
    id: 'sequences',
    title: 'Sequences',
    content: (
      <RecordLinks title="Sequences" at="/organization/sequences" records={form.sequences}>
        No sequences use this form yet.
      </RecordLinks>
    ),
  },
  {
    id: 'reports',
    title: 'Reports',
    content: (
      <RecordLinks title="Reports" at="/organization/reports" records={form.reports}>
        There are currently no reports defined. Reports are added on the Reports tab.
      </RecordLinks>
    ),
  },
];

/** The sections under an outline of links to them; an address with `#logic` leads to that one. */
const Parts = ({ parts }: { parts: Part[] }) => {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that somebody goes there
  useEffect(() => {
    const part = document.getElementById(hash.slice(1));
    part?.focus({ preventScroll: true });
    part?.scrollIntoView();
  }, [hash, key]);
  return (
    <>
      <nav className={css.outline} aria-label="Sections" data-print="hide">
        {parts.map(({ id, title }) => (
          <Link key={id} to={`#${id}`} replace>
            {title}
          </Link>
        ))}
      </nav>
      {parts.map(({ id, content }) => (
        <div key={id} id={id} className={css.part} tabIndex={-1}>
          {content}
        </div>
      ))}
    </>
  );
};

const Fields = ({ form: { form_fields } }: { form: FormRecord }) => (
  <Section title="Fields" note={form_fields.length}>
    <ol className={css.fields} aria-label="Fields">
      {form_fields.map(({ id, field_id, field, is_required, is_quick_view, is_locked, settings }) => (
        <li key={id}>
          <Icon of={fieldTypeIcons[field.field_type]} />
          <div className={css.text}>
            <span>
              <Link to={`${definitionPlaces.fields.at}/${field_id}`}>{field.name}</Link>
              {!is_required && fieldType(field.field_type).isAnswerable && (
                <span className={css.muted}> (optional)</span>
              )}
            </span>
            <span className={css.type}>{fieldType(field.field_type).title}</span>
          </div>
          {settings.hide === true && <StatusBadge icon={IconEyeOff}>Hidden at first</StatusBadge>}
          {is_quick_view && <StatusBadge icon={IconEye}>Preview Field</StatusBadge>}
          {is_locked && <StatusBadge icon={IconLock}>Locked</StatusBadge>}
        </li>
      ))}
    </ol>
  </Section>
);
