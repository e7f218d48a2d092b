import { useNavigate, useParams } from 'react-router';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { Require, useMay } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Change, Changes } from './changes.tsx';
import { type Group, root, type Schema, usersIn, useSchema } from './group.ts';
import css from './group-form.module.css';
import { Matrices } from './matrix.tsx';
import { Members } from './members.tsx';
import { changedBoxes, extendedSchema, holds, inWords } from './privileges.ts';

type Values = Pick<Group, 'name' | 'default' | 'privileges' | 'record_permission_assignments' | 'lock_version'>;

const valuesOf = ({ name, default: isDefault, privileges, record_permission_assignments, lock_version }: Group) => ({
  name,
  default: isDefault,
  privileges,
  record_permission_assignments,
  lock_version,
});

const blank: Values = {
  name: '',
  default: false,
  privileges: {},
  record_permission_assignments: {},
  lock_version: 0,
};

/** Adds a permission group. */
export const NewGroup = () => {
  const { data: schema } = useSchema();
  return (
    <Require do={permissionGroupRoutes.create}>
      {schema ? <GroupForm schema={schema} /> : <RecordSkeleton label="Loading permission group" />}
    </Require>
  );
};

/** Changes a permission group. */
export const EditGroup = () => {
  const id = Number(useParams().id);
  const { data: group } = useRecord(permissionGroupRoutes.show, { id }, root);
  const { data: schema } = useSchema();
  return (
    <Require do={permissionGroupRoutes.update} on={id}>
      {group && schema ? (
        <GroupForm key={id} schema={schema} group={group} />
      ) : (
        <RecordSkeleton label="Loading permission group" />
      )}
    </Require>
  );
};

const changesOf = (schema: Schema, before: EntityPrivileges, after: EntityPrivileges, isExtended: boolean): Change[] =>
  changedBoxes(schema, before, after).map((box) => ({ ...box, isAdded: holds(after, box), isExtended }));

const GroupForm = ({ group, schema }: { group?: Group; schema: Schema }) => {
  const navigate = useNavigate();
  const may = useMay();
  const { mutateAsync: create } = useWrite(permissionGroupRoutes.create);
  const { mutateAsync: update } = useWrite(permissionGroupRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const before = group ? valuesOf(group) : blank;
  const changes = (values: Values) => [
    ...changesOf(schema, before.privileges, values.privileges, false),
    ...changesOf(
      extendedSchema(schema),
      before.record_permission_assignments,
      values.record_permission_assignments,
      true,
    ),
  ];
  const form = useForm(
    before,
    (sent: Values) => {
      const { lock_version, ...body } = sent;
      if (!group) return create({ sent: { body }, idempotencyKey: idempotencyKey(sent) });
      return update({ sent: { params: { id: group.id }, body: { ...body, lock_version } } });
    },
    ({ id, name }) => {
      toast.success(`${name} saved`);
      navigate(`${root}/${id}`, { replace: true });
    },
  );
  const { values, set, error } = form;
  const changed = changes(values);
  const count = `${changed.length} ${changed.length === 1 ? 'change' : 'changes'}`;
  return (
    <RecordForm
      form={form}
      title={group?.name ?? 'Add permission group'}
      isTitleHidden
      crumbs={[
        { label: 'Permission groups', to: root },
        ...(group
          ? [{ label: group.name, to: `${root}/${group.id}` }, { label: 'Edit' }]
          : [{ label: 'Add permission group' }]),
      ]}
      {...(group && changed.length > 0
        ? { state: `${count}, for ${usersIn(group.user_count)} from their next click` }
        : {})}
      onCancel={() => navigate(group ? `${root}/${group.id}` : root)}
    >
      <div className={css.head}>
        <div className={css.name}>
          <TextField
            id="name"
            label="Name"
            autoComplete="off"
            value={values.name}
            onChange={(name) => set('name', name)}
            error={error('name')}
          />
        </div>
        <Switch
          label="Default group"
          note="Applies to all new users"
          checked={values.default}
          onChange={(isDefault) => set('default', isDefault)}
        />
      </div>
      <Matrices
        schema={schema}
        privileges={values.privileges}
        extended={values.record_permission_assignments}
        onPrivileges={(privileges) => set('privileges', privileges)}
        onExtended={(extended) => set('record_permission_assignments', extended)}
        mayChange={({ entity, action }) => may({ entity, action, on: 'entity' })}
      />
      <Side>
        <Changes schema={schema} changes={changed} />
        {group && <Members users={group.users} />}
      </Side>
      {group && (
        <Conflict
          form={form}
          record={{ type: 'permission_groups', id: group.id }}
          load={async () => valuesOf(await call(permissionGroupRoutes.show, { params: { id: group.id } }))}
          told={{
            name: { label: 'Name' },
            default: { label: 'Default group', text: (isDefault) => (isDefault ? 'Yes' : 'No') },
            privileges: { label: 'Privileges', text: inWords(schema) },
            record_permission_assignments: { label: 'Extended permissions', text: inWords(schema) },
          }}
        />
      )}
    </RecordForm>
  );
};
