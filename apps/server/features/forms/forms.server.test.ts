import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes, forms } from '#contract/resources/forms.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();

const fieldOf = async ({ owner }: TestOrganization) => {
  const { id } = await server.call(fieldRoutes.create, { as: owner, body: { name: 'Income', field_type: 'number' } });
  return id;
};

describeResource(server, forms, formRoutes, {
  names: 'name',
  valid: async (organization, name) => ({ name, form_fields: [{ field_id: await fieldOf(organization) }] }),
  change: { description: 'For the first visit' },
  wrong: {
    body: {
      name: '',
      active: 'no',
      form_type: 'x',
      redirect_url: 'http://example.org',
      form_fields: [{ field_id: 0, is_required: 1 }],
    },
    paths: ['name', 'active', 'form_type', 'redirect_url', 'form_fields.0.field_id', 'form_fields.0.is_required'],
  },
});
