import { IconListCheck } from '@tabler/icons-react';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { qualityDefinition } from '#reports/quality-report.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { failures } from '#web/kit/failures.ts';
import { write } from '#web/kit/use-record.ts';
import { reportAt } from '#web/reports/report.ts';

/** Makes a report on how the questions of a form are answered, and opens it. */
export const qualityAction: FormAction = {
  label: 'Create data quality report',
  icon: IconListCheck,
  isOffered: ({ form_type }, _, may) => form_type === 'client' && may(reportDefinitionRoutes.create),
  run: ({ id, name }, navigate) =>
    void write(reportDefinitionRoutes.create, {
      sent: {
        body: {
          name: `${name.slice(0, 200)}: data quality`,
          report_type: 'data_quality',
          function_mode: 'agg',
          ...qualityDefinition(id),
        },
      },
    })
      .then((made) => navigate(reportAt(made.id)))
      .catch(failures.report),
};
