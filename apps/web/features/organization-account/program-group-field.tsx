import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { useMay } from '#web/access/account.tsx';
import { useMayGive } from '#web/access/may-give.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** Chooses through which permission group a program works: one that gives no more than who chooses holds. */
export const ProgramGroupField = ({
  value,
  onChange,
  error,
  help,
}: {
  value: number | null;
  onChange: (id: number | null) => void;
  error: string | null;
  /** What the group means. */
  help: string;
}) => {
  const isReadable = useMay()(permissionGroupRoutes.list);
  const mayGive = useMayGive();
  const groups = useRouteQuery(permissionGroupRoutes.list, {}, { enabled: isReadable });
  const offered = groups.data?.data.filter((group) => group.id === value || mayGive(group));
  if (groups.isError && !groups.data)
    return <LoadFailed title="Could not load permission groups." onRetry={() => void groups.refetch()} />;
  return (
    <SelectField
      id="permission_group_id"
      label="Permission group"
      help={helpOf(isReadable, offered?.length) ?? `${help} You can choose groups that have no more access than you.`}
      options={(offered ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      loading={groups.isLoading}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      error={error}
    />
  );
};

/** Why there is nothing to choose; null where there is. */
const helpOf = (isReadable: boolean, count: number | undefined): string | null => {
  if (!isReadable) return 'You can’t view permission groups. Ask the owner to do this.';
  return count === 0 ? 'Every group has more access than you. Ask the owner to do this.' : null;
};
