import { fieldRoutes, fields } from '#contract/resources/fields.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

describeResource(server, fields, fieldRoutes, {
  names: 'name',
  valid: (_, name) => ({ name, field_type: 'select-one', field_options: [{ label: 'Yes', value: 'yes' }] }),
  change: { description: 'Ask gently' },
  wrong: {
    body: {
      name: 7,
      description: 8,
      field_type: 'x',
      metadata: [],
      field_options: [
        { label: 'A', value: 'a' },
        { label: '', value: [1], tone: 1 },
      ],
    },
    paths: [
      'name',
      'description',
      'field_type',
      'metadata',
      'field_options.1.label',
      'field_options.1.value',
      'field_options.1.tone',
    ],
  },
});
