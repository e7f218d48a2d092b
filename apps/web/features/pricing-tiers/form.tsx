import { billingPeriods } from '#contract/resources/pricing-tiers.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { type PricingTier, pricingTiers } from './pricing-tier.ts';

type Period = PricingTier['billing_period'];

/** The rate in dollars, as people type it. */
const blank = { name: '', rate_cents: null as number | null, billing_period: 'Monthly' as Period, features: '' };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const Form = ({ stored }: { stored?: PricingTier }) => {
  const editor = useEditor(pricingTiers, {
    stored,
    blank,
    valuesOf: ({ name, rate_cents, billing_period, features }): typeof blank => ({
      name,
      rate_cents: rate_cents / 100,
      billing_period,
      features: features.join('\n'),
    }),
    bodyOf: ({ name, rate_cents, billing_period, features }) => ({
      name,
      // Nothing typed is no number: the server says so under the field.
      rate_cents: Math.round((rate_cents ?? Number.NaN) * 100),
      billing_period,
      features: linesOf(features),
    }),
  });
  const { field, set } = editor.form;
  const periods = billingPeriods.map((one) => ({ value: one, label: one }));
  return (
    <Editor {...editor}>
      <FormGrid>
        <TextField {...field('name')} label="Name" autoComplete="off" />
        <Half>
          <NumberField {...field('rate_cents')} label="Rate" lead="$" />
        </Half>
        <Half>
          <SelectField
            {...field('billing_period')}
            label="Billing Period"
            options={periods}
            onChange={(period) => set('billing_period', (period ?? 'Monthly') as Period)}
          />
        </Half>
        <TextareaField {...field('features')} label="Features" help="Enter one feature per line." rows={6} />
      </FormGrid>
    </Editor>
  );
};

/** Adds a pricing tier, and changes one. */
export const { New, Edit } = editorOf(pricingTiers, Form);
