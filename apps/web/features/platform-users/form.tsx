import { organizationRoutes } from '#contract/resources/organizations.ts';
import { useAccountQuery } from '#web/access/account.tsx';
import { TimeZoneField } from '#web/access/time-zone-field.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { MultiSelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type PlatformUser, platformUsers, roleNames } from './platform-user.ts';

const blank = {
  first_name: '',
  last_name: '',
  email: '',
  role: 'orguser' as PlatformUser['role'],
  organization_ids: [] as number[],
  time_zone: null as string | null,
  password: '',
  password_confirmation: '',
};
type Values = typeof blank;

const names = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
] as const;
const passwords = [
  ['password', 'New password', 'This signs them out everywhere and notifies them by email.'],
  ['password_confirmation', 'New password again', undefined],
] as const;

const roleHelp = {
  own: 'You can’t change your own role. Another superuser can.',
  other: 'A superuser can view and change everything on the platform.',
};

/** What both take: organizations are assigned to who works for one. */
const bodyOf = ({ password: _, password_confirmation: __, organization_ids, ...values }: Values) => ({
  ...values,
  ...(values.role === 'orguser' ? { organization_ids } : {}),
});

const Form = ({ stored }: { stored?: PlatformUser }) => {
  const { data: organizations } = useRouteQuery(organizationRoutes.list, { query: {} });
  const { data: account } = useAccountQuery();
  const editor = useEditor(platformUsers, {
    stored,
    blank,
    valuesOf: ({ first_name, last_name, email, role, active_organization_ids, time_zone }): Values => ({
      ...blank,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      email,
      role,
      organization_ids: active_organization_ids,
      time_zone,
    }),
    bodyOf: {
      create: bodyOf,
      update: ({ password, password_confirmation, ...values }) => ({
        ...bodyOf({ ...values, password, password_confirmation }),
        ...(password || password_confirmation ? { password, password_confirmation } : {}),
      }),
    },
    ...(stored ? {} : { wordsOf: ({ email }) => `Invitation sent to ${email}` }),
  });
  const { field, values, set, error } = editor.form;
  const isSelf = account !== undefined && stored?.id === account.id;
  return (
    <Editor {...editor}>
      <FormGrid>
        {names.map(([name, label]) => (
          <Half key={name}>
            <TextField {...field(name)} label={label} autoComplete="off" />
          </Half>
        ))}
        <TextField
          {...field('email')}
          type="email"
          label="Email"
          autoComplete="off"
          {...(stored?.accepted
            ? { locked: 'Only this person can change the address, in their profile.' }
            : { help: 'The invitation goes to this address.' })}
        />
        <RadioField
          id="role"
          label="Role"
          help={roleHelp[isSelf ? 'own' : 'other']}
          value={values.role}
          options={Object.entries(roleNames).map(([value, label]) => ({ value, label, disabled: isSelf }))}
          error={error('role')}
          onChange={(role) => set('role', role as Values['role'])}
        />
        {values.role === 'orguser' && (
          <MultiSelectField
            id="organization_ids"
            label="Organizations"
            help="They’re invited to organizations you add and archived in organizations you remove."
            value={values.organization_ids.map(String)}
            onChange={(ids) => set('organization_ids', ids.map(Number))}
            error={error('organization_ids')}
            loading={!organizations}
            options={(organizations?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <TimeZoneField
          {...field('time_zone')}
          without="Same as their organization"
          onChange={(zone) => set('time_zone', zone)}
        />
        {stored?.accepted &&
          passwords.map(([name, label, help]) => (
            <PasswordField key={name} {...field(name)} label={label} help={help} optional autoComplete="new-password" />
          ))}
      </FormGrid>
    </Editor>
  );
};

/** Adds a user or invites a superuser, and changes one. */
export const { New, Edit } = editorOf(platformUsers, Form);
