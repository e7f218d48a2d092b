import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import type { FieldProps } from '#web/ui/field-frame.tsx';
import { LookupField } from '#web/ui/lookup-field.tsx';

/** The search asks once a second at most. */
const wait = 1000;

type OwnerEmailProps = { value: string; onChange: (email: string) => void; error: FieldProps['error']; help: string };

/** The address of an owner: anybody's, with those who have an account offered while it is typed. */
export const OwnerEmail = ({ value, onChange, ...field }: OwnerEmailProps) => {
  const [isOpen, setOpen] = useState(false);
  const email = useThrottledValue(value.trim(), wait);
  const { data } = useRouteQuery(
    platformUserRoutes.search,
    { query: { email } },
    { enabled: isOpen && email.length > 1, placeholderData: keepPreviousData },
  );
  const offers = (data?.data ?? []).filter((one) => one.email.includes(value.trim().toLowerCase()));
  return (
    <LookupField
      id="owner_email"
      label="Owner email"
      {...field}
      text={value}
      onType={onChange}
      free
      offers={offers.map((one) => ({ key: one.email, label: one.email, note: fullName(one) }))}
      onChoose={onChange}
      onOpen={() => setOpen(true)}
      listLabel="Matching users"
    />
  );
};
