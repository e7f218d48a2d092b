import type { z } from 'zod';
import type { reportDefinitions } from '#contract/resources/report-definitions.ts';
import type { reportViews } from '#contract/resources/report-views.ts';
import type { FormKey } from './forms/all-forms.ts';
import type { LoadedForm } from './load-forms.ts';

export type LoadedForms = Record<FormKey, LoadedForm>;
/** A report with the views and the summary that belong to it. */
type DemoReport = {
  report: z.input<typeof reportDefinitions.create>;
  /** The first is what the report opens with, before the table. */
  views: z.input<typeof reportViews.create>[];
  summary?: { key: string; functions: string[] }[];
};

/** The reports that the staff of the demo organization look at. */
export const demoReports = ({ housingIntake, benefitsCheck, contactLog }: LoadedForms): DemoReport[] => {
  const of =
    (form: LoadedForm) =>
    (entry: string, more: object = {}) => ({ form: form.id, field: String(form.field_ids[entry]), ...more });
  const [intake, benefits, contact] = [of(housingIntake), of(benefitsCheck), of(contactLog)];
  return [
    {
      report: {
        name: 'Where people slept',
        description: 'Housing intakes by where the household slept the night before, for the county’s monthly meeting.',
        report_type: 'client_forms',
        fields: [
          intake('last_night', { key: 'place', label: 'Slept' }),
          { key: 'intakes', form: housingIntake.id, field: 'response_id', agg: 'count', label: 'Intakes' },
          { key: 'people', field: 'client_id', agg: 'count_distinct', label: 'People' },
          intake('nights', {
            key: 'nights',
            agg: 'avg',
            label: 'Nights without a home',
            formatter: { format: 'float', precision: 1 },
          }),
        ],
        default_order: [{ key: 'intakes', order: 'desc' }],
      },
      views: [
        {
          name: 'Intakes and people',
          view_type: 'bar',
          xaxis: 'place',
          yaxis: ['intakes', 'people'],
          yaxis_label: 'Number',
          settings: { barchart: { value_labels: true } },
        },
        {
          name: 'Shares',
          view_type: 'pie',
          xaxis: 'place',
          yaxis: ['people'],
          settings: { piechart: { ring: true, value: true } },
        },
      ],
      summary: [{ key: 'intakes', functions: ['sum'] }],
    },
    {
      report: {
        name: 'Intakes, one by one',
        description: 'Who came, where they slept, and what the household lives on.',
        report_type: 'client_forms',
        fields: [
          { key: 'name', field: 'client_full_name' },
          { key: 'age', field: 'client_age' },
          { key: 'recorded', form: housingIntake.id, field: 'completed_at' },
          intake('last_night', { key: 'place' }),
          intake('household_size', { key: 'size' }),
          intake('monthly_income', { key: 'income' }),
          intake('rent', { key: 'rent' }),
          { key: 'left', type: 'operation', formula: 'F - G', label: 'Left after rent' },
          intake('last_address', { key: 'address' }),
        ],
        conditions: { and: [{ form: housingIntake.id, field_name: 'completed_at', op: 'EQ', value: 'last 365 days' }] },
        default_order: [{ key: 'recorded', order: 'desc' }],
      },
      views: [
        {
          name: 'Income and rent',
          view_type: 'scatter',
          xaxis: 'income',
          yaxis: ['rent'],
          xaxis_label: 'Income',
          yaxis_label: 'Rent',
        },
        { name: 'Last stable addresses', view_type: 'map', xaxis: 'address', zoom: 9 },
      ],
      summary: [
        { key: 'name', functions: ['count'] },
        { key: 'income', functions: ['avg', 'min', 'max'] },
      ],
    },
    {
      report: {
        name: 'Contacts by topic',
        description: 'What contacts were about, and how long they took.',
        report_type: 'client_forms',
        fields: [
          contact('kind', { key: 'kind' }),
          { key: 'contacts', form: contactLog.id, field: 'response_id', agg: 'count', label: 'Contacts' },
          contact('minutes', { key: 'minutes', agg: 'sum', label: 'Minutes' }),
          contact('minutes', { key: 'longest', agg: 'max', label: 'Longest' }),
        ],
        conditions: {
          and: [
            { form: contactLog.id, field_name: 'completed_at', op: 'EQ', parameter: 'period' },
            { form: contactLog.id, field_name: 'created_by', op: 'IN', parameter: 'worker' },
          ],
        },
        parameters: [
          { key: 'period', label: 'Period', type: 'period' },
          {
            key: 'worker',
            label: 'Worker',
            type: 'choice',
            column: { form: contactLog.id, field: 'created_by' },
          },
        ],
        default_order: [{ key: 'contacts', order: 'desc' }],
      },
      views: [
        {
          name: 'Contacts and minutes',
          view_type: 'composed',
          xaxis: 'kind',
          yaxis: ['minutes', 'contacts'],
          series: [
            { key: 'minutes', type: 'bar' },
            { key: 'contacts', type: 'line' },
          ],
        },
      ],
    },
    {
      report: {
        name: 'People served by age',
        description: 'Each person counts once in each age band that they were in at a contact.',
        report_type: 'client_forms',
        fields: [
          {
            key: 'age',
            label: 'Age at contact',
            field: 'client_dob',
            elapsed: { unit: 'years', until: { form: contactLog.id, field: 'completed_at' } },
            bands: [0, 6, 14, 18, 25, 45, 55, 60, 65, 75],
          },
          { key: 'people', field: 'client_id', agg: 'count_distinct', label: 'People' },
          { key: 'share', field: 'client_id', agg: 'count_distinct', share: 'total', label: 'Percent of people' },
        ],
        settings: { empty_groups: true, totals: true },
      },
      views: [{ name: 'By age', view_type: 'bar', xaxis: 'age', yaxis: ['people'], xaxis_label: 'Age' }],
    },
    {
      report: {
        name: 'Why housing was lost',
        description: 'People with several reasons are in several rows. The total counts each person once.',
        report_type: 'client_forms',
        fields: [
          intake('reasons', { key: 'reason', label: 'Reason', each_option: true }),
          { key: 'people', field: 'client_id', agg: 'count_distinct', label: 'People' },
          { key: 'share', field: 'client_id', agg: 'count_distinct', share: 'total', label: 'Percent of people' },
        ],
        settings: { empty_groups: true, totals: true },
      },
      views: [{ name: 'By reason', view_type: 'bar', xaxis: 'reason', yaxis: ['people'] }],
    },
    {
      report: {
        name: 'Contacts by topic and month',
        description: 'How many contacts there were about what, and with how many people, month by month.',
        report_type: 'client_forms',
        fields: [
          contact('kind', { key: 'kind', label: 'Topic' }),
          {
            key: 'month',
            form: contactLog.id,
            field: 'completed_at',
            label: 'Month',
            formatter: { output: 'alpha_month_year' },
          },
          { key: 'contacts', form: contactLog.id, field: 'response_id', agg: 'count', label: 'Contacts' },
          { key: 'people', field: 'client_id', agg: 'count_distinct', label: 'People' },
        ],
        settings: { totals: true, empty_groups: true },
      },
      views: [
        {
          name: 'Contacts by month',
          view_type: 'cross_table',
          xaxis: 'kind',
          group_by: 'month',
          yaxis: ['contacts'],
          percent_of: 'column',
        },
        {
          name: 'Contacts and people',
          view_type: 'cross_table',
          xaxis: 'kind',
          group_by: 'month',
          yaxis: ['contacts', 'people'],
        },
      ],
    },
    {
      report: {
        name: 'Income, first and latest',
        description: 'How the monthly income of people has changed between their first and latest benefits check.',
        report_type: 'client_forms',
        fields: [
          { key: 'name', field: 'client_full_name' },
          benefits('monthly_income', { key: 'change', label: 'Change of monthly income' }),
        ],
        window: {
          order_fields: {
            [benefitsCheck.id]: [{ form: benefitsCheck.id, field: 'completed_at', function: 'compare' }],
          },
          compare_operations: {
            [benefitsCheck.id]: [
              {
                form: benefitsCheck.id,
                field: String(benefitsCheck.field_ids.monthly_income),
                function: 'diff',
              },
            ],
          },
        },
        default_order: [{ key: 'change', order: 'desc' }],
      },
      views: [],
      summary: [{ key: 'change', functions: ['avg'] }],
    },
    {
      report: {
        name: 'Active people',
        description: 'How many people are active today.',
        report_type: 'system',
        settings: { table: 'people' },
        fields: [{ key: 'people', field: 'client_id', agg: 'count', label: 'People' }],
        conditions: { and: [{ field_name: 'client_active', op: 'TRUE' }] },
      },
      views: [],
    },
    {
      report: {
        name: 'Contacts in 30 days',
        description: 'How many contacts were recorded in the last 30 days.',
        report_type: 'client_forms',
        fields: [{ key: 'contacts', form: contactLog.id, field: 'response_id', agg: 'count', label: 'Contacts' }],
        conditions: { and: [{ form: contactLog.id, field_name: 'completed_at', op: 'EQ', value: 'last 30 days' }] },
      },
      views: [],
    },
  ];
};
