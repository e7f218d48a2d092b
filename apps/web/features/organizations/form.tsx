import { accountRoutes } from '#contract/resources/account.ts';
import { hostOf } from '#web/access/host.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Organization, organizations } from './organization.ts';

const valuesOf = ({ name, slug, owner_email, time_zone, api_access_enabled }: Organization) => ({
  name,
  slug,
  owner_email: owner_email ?? '',
  time_zone,
  api_access_enabled,
});
type Values = ReturnType<typeof valuesOf>;

const blank = (): Values => ({
  name: '',
  slug: '',
  owner_email: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  api_access_enabled: false,
});

/** What an address may be made of, from a name: "Harborvale Family Services" is "harborvale-family-services". */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);

const Form = ({ stored }: { stored?: Organization }) => {
  const { data: zones } = useAnswer(accountRoutes.timeZones, {});
  const editor = useEditor(organizations, {
    stored,
    blank: blank(),
    valuesOf,
    bodyOf: { create: (values: Values) => values, update: ({ owner_email: _, ...values }) => values },
    ...(stored ? {} : { wordsOf: ({ owner_email }) => `An invitation was sent to ${owner_email}` }),
  });
  const { field, values, set, error } = editor.form;
  const isSlugProposed = !stored && values.slug === slugOf(values.name);
  return (
    <Editor {...editor}>
      <FormGrid>
        <TextField
          id="name"
          label="Name"
          autoComplete="off"
          value={values.name}
          onChange={(name) => {
            set('name', name);
            if (isSlugProposed) set('slug', slugOf(name));
          }}
          error={error('name')}
        />
        <TextField
          {...field('slug')}
          label="Slug"
          autoComplete="off"
          spellCheck={false}
          mono
          help={
            stored
              ? 'Part of the address. Links that people have kept lead to the old one.'
              : `The address will be ${hostOf(values.slug || 'slug')}.`
          }
        />
        <TextField
          {...field('owner_email')}
          label="Owner email"
          type="email"
          autoComplete="off"
          {...(stored
            ? { locked: 'The owner was chosen when the organization was added.' }
            : { help: 'The owner has all access. They are invited by email.' })}
        />
        <Half>
          <SelectField
            id="time_zone"
            label="Time zone"
            options={[...new Set([values.time_zone, ...(zones?.data.map(({ name }) => name) ?? [])])].map((name) => ({
              value: name,
              label: formatZone(name),
            }))}
            loading={!zones}
            value={values.time_zone}
            onChange={(zone) => set('time_zone', zone ?? '')}
            error={error('time_zone')}
          />
        </Half>
        <Switch
          label="API access"
          note="Lets other programs work with the records"
          checked={values.api_access_enabled}
          onChange={(isOn) => set('api_access_enabled', isOn)}
        />
      </FormGrid>
    </Editor>
  );
};

/** Adds an organization and invites its owner, and changes one. */
export const { New, Edit } = editorOf(organizations, Form);
