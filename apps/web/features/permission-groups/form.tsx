import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { useOwnLoss } from '#web/access/own-rights.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Side } from '#web/screens/beside.tsx';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { useAsking } from '#web/screens/use-asking.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Change, Changes } from './changes.tsx';
import css from './form.module.css';
import { type Group, permissionGroups, type Schema, usersIn, useSchema } from './group.ts';
import { Matrices } from './matrix.tsx';
import { Members } from './members.tsx';
import { changedBoxes, extendedSchema, holds, inWords } from './privileges.ts';

const valuesOf = ({ name, default: isDefault, privileges, record_permission_assignments }: Group) => ({
  name,
  default: isDefault,
  privileges,
  record_permission_assignments,
});
type Values = ReturnType<typeof valuesOf>;

const blank: Values = { name: '', default: false, privileges: {}, record_permission_assignments: {} };

const Form = ({ stored }: { stored?: Group }) => {
  const { data: schema } = useSchema();
  return schema ? <GroupForm schema={schema} group={stored} /> : <RecordSkeleton label="Loading permission group" />;
};

/** Adds a permission group, and changes one. */
export const { New, Edit } = editorOf(permissionGroups, Form);

const changesOf = (schema: Schema, before: EntityPrivileges, after: EntityPrivileges) =>
  changedBoxes(schema, before, after).map((box) => ({ ...box, isAdded: holds(after, box) }));

const GroupForm = ({ group, schema }: { group: Group | undefined; schema: Schema }) => {
  const may = useMay();
  const lossWith = useOwnLoss();
  const { account } = useMember();
  const isMine = ({ users }: Pick<Group, 'users'>) => users.some(({ id }) => id === account.id);
  const ofMine = group !== undefined && isMine(group);
  const { data: all } = useRouteQuery(permissionGroupRoutes.list, {}, { enabled: ofMine });
  const editor = useEditor(permissionGroups, { stored: group, blank, valuesOf, bodyOf: (values: Values) => values });
  const { form, question } = useAsking(editor.form, ({ privileges }) => {
    const others = all?.data.filter((one) => one.id !== group?.id && isMine(one)) ?? [];
    return ofMine ? lossWith([...others, { privileges }]) : null;
  });
  const { field, values, set } = form;
  const before = group ? valuesOf(group) : blank;
  const changed: Change[] = [
    ...changesOf(schema, before.privileges, values.privileges).map((one) => ({ ...one, isExtended: false })),
    ...changesOf(
      extendedSchema(schema),
      before.record_permission_assignments,
      values.record_permission_assignments,
    ).map((one) => ({ ...one, isExtended: true })),
  ];
  return (
    <Editor
      {...editor}
      form={form}
      isTitleHidden
      state={
        group && changed.length > 0
          ? `${counted(changed.length, 'change')} for ${usersIn(group.user_count)}, effective as soon as you save`
          : undefined
      }
      labels={{
        name: { label: 'Name' },
        default: { label: 'Default group', text: (isDefault) => (isDefault ? 'Yes' : 'No') },
        privileges: { label: 'Privileges', text: inWords(schema) },
        record_permission_assignments: { label: 'Extended permissions', text: inWords(schema) },
      }}
    >
      {question}
      <div className={css.head}>
        <div className={css.name}>
          <TextField {...field('name')} label="Name" autoComplete="off" />
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
      {group && (
        <Side>
          <Changes schema={schema} changes={changed} />
          <Members users={group.users} />
        </Side>
      )}
    </Editor>
  );
};
