import { accountRoutes } from '#contract/resources/account.ts';
import { useAnswer } from '#web/kit/answers.ts';
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
};

/** One of the time zones that the server knows, besides the one that is set. */
export const TimeZoneField = ({ value, without, ...field }: TimeZoneFieldProps) => {
  const { data } = useAnswer(accountRoutes.timeZones, {});
  const names = new Set([...(value === null ? [] : [value]), ...(data?.data ?? []).map(({ name }) => name)]);
  return (
    <SelectField
      label="Time zone"
      {...(without === undefined ? {} : { placeholder: without, clearable: true })}
      options={[...names].map((name) => ({ value: name, label: formatZone(name) }))}
      loading={!data}
      value={value}
      {...field}
    />
  );
};
