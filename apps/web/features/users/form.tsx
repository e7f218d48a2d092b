import type { z } from 'zod';
import { permissionGroupRoutes, type permissionGroups } from '#contract/resources/permission-groups.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useOwnLoss } from '#web/access/own-rights.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { useAsking } from '#web/screens/use-asking.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { roleNames, type User, users } from './user.ts';

type Group = z.output<typeof permissionGroups.record>;
const valuesOf = (user: User) => ({
  first_name: user.first_name ?? '',
  last_name: user.last_name ?? '',
  email: user.email,
  role: user.role,
  permission_group_ids: user.permission_group_ids,
});

/** The groups that a user can be put into are loaded first; null for somebody who may not see them. */
const Form = ({ stored }: { stored?: User }) => {
  const may = useMay()(permissionGroupRoutes.list);
  const { data, isError, refetch } = useRouteQuery(permissionGroupRoutes.list, {}, { enabled: may });
  if (isError) return <LoadFailed onRetry={() => void refetch()} />;
  if (may && !data) return <RecordSkeleton label="Loading permission groups" />;
  return <UserForm user={stored} groups={data?.data ?? null} />;
};

/** Invites somebody, and changes a member. */
export const { New, Edit } = editorOf(users, Form);

const labels = {
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  role: { label: 'Role', text: (role: User['role']) => roleNames[role] },
};

const UserForm = ({ user, groups: visible }: { user: User | undefined; groups: Group[] | null }) => {
  const groups = visible ?? [];
  const mayGive = useMayGive();
  const lossWith = useOwnLoss();
  const { account, organization } = useMember();
  const isAdministrator = user?.role === 'orgadmin' && !user.owner;
  const isAssignable = !user?.owner && !isAdministrator;
  const bodyOf = ({ email: _, role, permission_group_ids, ...names }: ReturnType<typeof valuesOf>) => {
    // Who may not see the groups leaves them to the server: as they are, or the default ones for a newcomer.
    const assigned = { role, ...(visible ? { permission_group_ids } : {}) };
    return { ...names, ...(isAssignable ? assigned : {}) };
  };
  const editor = useEditor(users, {
    stored: user,
    blank: {
      first_name: '',
      last_name: '',
      email: '',
      role: 'orguser',
      permission_group_ids: groups.filter((group) => group.default && mayGive(group)).map(({ id }) => id),
    },
    valuesOf,
    bodyOf: { create: (values) => ({ ...bodyOf(values), email: values.email }), update: bodyOf },
    ...(user ? {} : { wordsOf: ({ email }) => `Invitation sent to ${email}` }),
  });
  const { form, question } = useAsking(editor.form, ({ permission_group_ids }) =>
    visible && isAssignable && user?.id === account.id
      ? lossWith(groups.filter(({ id }) => permission_group_ids.includes(id)))
      : null,
  );
  const { field, values, set, error } = form;
  const givesRoles = organization.owner || organization.role !== 'orguser';
  return (
    <Editor
      {...editor}
      form={form}
      labels={{
        ...labels,
        permission_group_ids: {
          label: 'Permission groups',
          text: (ids) =>
            groups
              .filter(({ id }) => ids.includes(id))
              .map(({ name }) => name)
              .join(', ') || 'None',
        },
      }}
    >
      {question}
      <FormGrid>
        <Half>
          <TextField {...field('first_name')} label="First name" autoComplete="off" />
        </Half>
        <Half>
          <TextField {...field('last_name')} label="Last name" autoComplete="off" />
        </Half>
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          help={user ? undefined : 'The invitation goes to this address.'}
          {...(user ? { locked: 'Only this person can change the address, in their profile.' } : {})}
        />
        {isAssignable && givesRoles && (
          <RadioField
            id="role"
            label="Role"
            help="Administrators can also assign roles; access to records comes from permission groups."
            options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
            value={values.role}
            onChange={(role) => set('role', role as User['role'])}
            error={error('role')}
          />
        )}
        {isAssignable && groups.length > 0 && (
          <CheckboxesField
            id="permission_group_ids"
            label="Permission groups"
            help="You can add or remove only groups that have no more access than you."
            options={groups.map((group) => ({
              value: String(group.id),
              label: group.name,
              disabled: !mayGive(group),
            }))}
            value={values.permission_group_ids.map(String)}
            onChange={(ids) => set('permission_group_ids', ids.map(Number))}
            error={error('permission_group_ids')}
          />
        )}
        {isAssignable && (visible || user) && values.permission_group_ids.length === 0 && (
          <Banner>This user belongs to no permission groups. They will not be able to log in.</Banner>
        )}
        {!visible && !user && <Banner tone="info">This user will join the default permission groups.</Banner>}
        {isAdministrator && (
          <Banner tone="info">
            You can’t change an administrator’s role or permission groups. Make {user.name} an organization user first.
          </Banner>
        )}
      </FormGrid>
    </Editor>
  );
};
