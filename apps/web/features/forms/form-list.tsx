import { IconForms } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import { formRoutes, type listedForm } from '#contract/resources/forms.ts';
import { area } from '#web/access/area.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { FormBadges } from './form-badges.tsx';

/** All forms, and one of them beside the list. @param tools of other features */
export const FormList = ({ tools }: { tools: ComponentType[] }) => (
  <MasterDetail<z.output<typeof listedForm>>
    {...area.forms}
    icon={IconForms}
    page={formRoutes.page}
    create={formRoutes.create}
    tools={tools.map((Tool, index) => <Tool key={index} />)}
    filters={[
      { key: 'internal', label: 'Internal', asks: { form_type: 'internal' } },
      { key: 'inactive', label: 'Inactive', asks: { active: false } },
    ]}
    hint="A form is a list of questions that are answered together."
    item={(form) => ({
      title: form.name,
      fact: form.field_ids.length === 1 ? '1 field' : `${form.field_ids.length} fields`,
      badges: <FormBadges form={form} />,
    })}
  />
);
