import { accountRoutes } from '#contract/resources/account.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { formatZone } from '#web/ui/dates.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

type TimeZoneFieldProps = {
  id: string;
  value: string | null;
  onChange: (zone: string | null) => void;
  error: FieldProps['error'];
  /** What having none means; without it there must be one. */
  without?: string;
  help?: string;
};

const zoneOptions = (names: ReadonlySet<string>) =>
  [...names]
    .map((name) => ({ value: name, label: formatZone(name) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-US'));

/** One of the time zones that the server knows, besides the one that is set. */
export const TimeZoneField = ({ value, without, ...field }: TimeZoneFieldProps) => {
  const { data } = useRouteQuery(accountRoutes.timeZones, {});
  const names = new Set([...(value === null ? [] : [value]), ...(data?.data ?? []).map(({ name }) => name)]);
  return (
    <SelectField
      label="Time zone"
      {...(without === undefined ? {} : { placeholder: without, clearable: true })}
      options={zoneOptions(names)}
      loading={!data}
      value={value}
      {...field}
    />
  );
};
