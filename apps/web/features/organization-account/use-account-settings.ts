import type { z } from 'zod';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { type Settings, useSettings } from '#web/screens/settings-form.tsx';
import { toast } from '#web/ui/toast.tsx';

type Changes = z.input<typeof organizationAccountRoutes.changeOrganizationAccount.body>;

/**
 * The values of a section of settings that are sent as they are.
 * @param stored what the organization has
 * @param told what a save is confirmed with, given the values
 */
export const useAccountSettings = <V extends Changes>(stored: V, told: (values: V) => string): Settings<V> => {
  const { mutateAsync } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  return useSettings(
    stored,
    (body) => mutateAsync({ sent: { body } }),
    (_, values) => {
      toast.success(told(values));
    },
  );
};
