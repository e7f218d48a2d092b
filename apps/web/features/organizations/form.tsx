import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { hostOf } from '#web/access/host.ts';
import { TimeZoneField } from '#web/access/time-zone-field.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { slugOf } from '#web/parts/slug.ts';
import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Organization, organizations } from './organization.ts';
import { OwnerEmail } from './owner-email.tsx';

const valuesOf = ({ name, slug, owner_email, time_zone, pricing_tier_id, api_access_enabled }: Organization) => ({
  name,
  slug,
  owner_email: owner_email ?? '',
  time_zone,
  pricing_tier_id,
  api_access_enabled,
});
type Values = ReturnType<typeof valuesOf>;

const blank = (): Values => ({
  name: '',
  slug: '',
  owner_email: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  pricing_tier_id: null,
  api_access_enabled: false,
});

/** What an address may be made of, from a name: "Harborvale Family Services" is "harborvale-family-services". */
const addressOf = (name: string): string => slugOf(name, { joint: '-', most: 40 });

const Form = ({ stored }: { stored?: Organization }) => {
  const { data: tiers } = useRouteQuery(pricingTierRoutes.list, { query: {} });
  const editor = useEditor(organizations, {
    stored,
    blank: blank(),
    valuesOf,
    bodyOf: (values) => values,
    ...(stored ? {} : { wordsOf: ({ owner_email }) => `Invitation sent to ${owner_email}` }),
  });
  const { field, values, set, error } = editor.form;
  const isSlugProposed = !stored && values.slug === addressOf(values.name);
  return (
    <Editor {...editor}>
      <FormGrid>
        <TextField
          id="name"
          label="Name"
          autoComplete="off"
          value={values.name}
          onChange={(name) => {
            set('name', name);
            if (isSlugProposed) set('slug', addressOf(name));
          }}
          error={error('name')}
        />
        <TextField
          {...field('slug')}
          label="Slug"
          autoComplete="off"
          spellCheck={false}
          mono
          help={
            stored
              ? 'Part of the address. Links with the previous slug keep working for 12 months.'
              : `The address will be ${hostOf(values.slug || 'slug')}.`
          }
        />
        <OwnerEmail
          value={values.owner_email}
          onChange={(email) => set('owner_email', email)}
          error={error('owner_email')}
          help={
            stored
              ? 'A member becomes the owner immediately, anyone else when they accept the invitation. The former owner stays an administrator.'
              : 'The owner has access to everything and is invited by email.'
          }
        />
        <Half>
          <TimeZoneField {...field('time_zone')} onChange={(zone) => set('time_zone', zone ?? '')} />
        </Half>
        <Half>
          <SelectField
            id="pricing_tier_id"
            label="Pricing tier"
            placeholder="None"
            options={(tiers?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            loading={!tiers}
            clearable
            value={values.pricing_tier_id === null ? null : String(values.pricing_tier_id)}
            onChange={(tier) => set('pricing_tier_id', tier ? Number(tier) : null)}
            error={error('pricing_tier_id')}
          />
        </Half>
        <Switch
          label="API access"
          note="Lets other programs read and change records"
          checked={values.api_access_enabled}
          onChange={(isOn) => set('api_access_enabled', isOn)}
        />
      </FormGrid>
    </Editor>
  );
};

/** Adds an organization and invites its owner, and changes one. */
export const { New, Edit } = editorOf(organizations, Form);
