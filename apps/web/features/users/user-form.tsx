import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { permissionGroupRoutes, type permissionGroups } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { Require, useMay, useMember } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { roleNames, root, type User } from './user.ts';

type Group = z.output<typeof permissionGroups.record>;
type Values = {
  first_name: string;
  last_name: string;
  email: string;
  role: User['role'];
  permission_group_ids: number[];
  lock_version: number;
};

const valuesOf = (user: User): Values => ({
  first_name: user.first_name ?? '',
  last_name: user.last_name ?? '',
  email: user.email,
  role: user.role,
  permission_group_ids: user.permission_group_ids,
  lock_version: user.lock_version,
});

/** Invites somebody. */
export const NewUser = () => (
  <Require do={userRoutes.create}>
    <WithGroups>{(groups) => <UserForm groups={groups} />}</WithGroups>
  </Require>
);

/** Changes a member. */
export const EditUser = () => {
  const id = Number(useParams().id);
  const { data: user } = useRecord(userRoutes.show, { id }, root);
  return (
    <Require do={userRoutes.update} on={id}>
      {user ? (
        <WithGroups>{(groups) => <UserForm key={id} groups={groups} user={user} />}</WithGroups>
      ) : (
        <RecordSkeleton label="Loading user" />
      )}
    </Require>
  );
};

/** The groups that a user can be put into; null for somebody who may not see them. */
const WithGroups = ({ children }: { children: (groups: Group[] | null) => React.ReactNode }) => {
  const may = useMay()(permissionGroupRoutes.list);
  const { data, isError, refetch } = useAnswer(permissionGroupRoutes.list, {}, { enabled: may });
  if (isError) return <LoadFailed onRetry={() => void refetch()} />;
  if (may && !data) return <RecordSkeleton label="Loading permission groups" />;
  return children(data?.data ?? null);
};

const told = {
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  role: { label: 'Role', text: (role: User['role']) => roleNames[role] },
};

const UserForm = ({ user, groups: visible }: { user?: User; groups: Group[] | null }) => {
  const groups = visible ?? [];
  const navigate = useNavigate();
  const mayGive = useMayGive();
  const { organization } = useMember();
  const { mutateAsync: create } = useWrite(userRoutes.create);
  const { mutateAsync: update } = useWrite(userRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const isAdministrator = user?.role === 'orgadmin' && !user.owner;
  const isAssignable = !user?.owner && !isAdministrator;
  const before: Values = user
    ? valuesOf(user)
    : {
        first_name: '',
        last_name: '',
        email: '',
        role: 'orguser',
        permission_group_ids: groups.filter((group) => group.default && mayGive(group)).map(({ id }) => id),
        lock_version: 0,
      };
  const form = useForm(
    before,
    async (sent: Values) => {
      const { lock_version, email, role, permission_group_ids, ...names } = sent;
      // Who may not see the groups leaves them to the server: as they are, or the default ones for a newcomer.
      const assigned = { role, ...(visible ? { permission_group_ids } : {}) };
      const body = { ...names, ...(isAssignable ? assigned : {}) };
      return user
        ? update({ sent: { params: { id: user.id }, body: { ...body, lock_version } } })
        : create({ sent: { body: { ...body, email } }, idempotencyKey: idempotencyKey(sent) });
    },
    ({ id, name, email }) => {
      toast.success(user ? `${name} saved` : `An invitation was sent to ${email}`);
      navigate(`${root}/${id}`, { replace: true });
    },
  );
  const { values, set, error } = form;
  const givesRoles = organization.owner || organization.role !== 'orguser';
  return (
    <RecordForm
      form={form}
      title={user?.name ?? 'Add user'}
      crumbs={[
        { label: 'Users', to: root },
        ...(user ? [{ label: user.name, to: `${root}/${user.id}` }, { label: 'Edit' }] : [{ label: 'Add user' }]),
      ]}
      onCancel={() => navigate(user ? `${root}/${user.id}` : root)}
    >
      <FormGrid>
        <Half>
          <TextField
            id="first_name"
            label="First name"
            autoComplete="off"
            value={values.first_name}
            onChange={(name) => set('first_name', name)}
            error={error('first_name')}
          />
        </Half>
        <Half>
          <TextField
            id="last_name"
            label="Last name"
            autoComplete="off"
            value={values.last_name}
            onChange={(name) => set('last_name', name)}
            error={error('last_name')}
          />
        </Half>
        <TextField
          id="email"
          label="Email"
          type="email"
          autoComplete="off"
          help={user ? undefined : 'The invitation goes to this address.'}
          {...(user ? { locked: 'Only the person can change this address, in their profile.' } : {})}
          value={values.email}
          onChange={(email) => set('email', email)}
          error={error('email')}
        />
        {isAssignable && givesRoles && (
          <RadioField
            id="role"
            label="Role"
            help="An administrator may also give roles. What either may open is a matter of permission groups."
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
            help="What a group allows, its members may do. You can give and take only groups that allow what you may do yourself."
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
        {!visible && !user && <Banner tone="info">They join the default permission groups.</Banner>}
        {isAdministrator && (
          <Banner tone="info">
            The role and the permission groups of an administrator stay as they are. To change them, make {user.name} an
            organization user first.
          </Banner>
        )}
      </FormGrid>
      {user && (
        <Conflict
          form={form}
          record={{ type: 'users', id: user.id }}
          load={async () => valuesOf(await call(userRoutes.show, { params: { id: user.id } }))}
          told={{
            ...told,
            permission_group_ids: {
              label: 'Permission groups',
              text: (ids) =>
                groups
                  .filter(({ id }) => ids.includes(id))
                  .map(({ name }) => name)
                  .join(', ') || 'None',
            },
          }}
        />
      )}
    </RecordForm>
  );
};
