// What does not compile. tsc checks this file: where the line after a `@ts-expect-error` compiles, it fails.
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { removeResponses, type WriteContext, writeResponses } from './store.ts';

const writing = (context: WriteContext, form: FormDefinition) => [
  // @ts-expect-error: webhooks, referrals and notifications are not declared
  () => writeResponses(context, { form, writes: [] }, {}),
  // @ts-expect-error: referrals are not declared
  () => writeResponses(context, { form, writes: [] }, { effects: { webhooks: true, notifications: null } }),
  // @ts-expect-error: webhooks are not declared
  () => writeResponses(context, { form, writes: [] }, { effects: { referrals: true, notifications: null } }),
  // @ts-expect-error: notifications are not declared
  () => writeResponses(context, { form, writes: [] }, { effects: { webhooks: true, referrals: true } }),
];

const removing = (context: WriteContext) => [
  // @ts-expect-error: nothing is declared
  () => removeResponses(context, { form_id: 1, ids: [1] }, {}),
  // @ts-expect-error: grants are not declared
  () => removeResponses(context, { form_id: 1, ids: [1] }, { effects: { webhooks: true, notifications: null } }),
];

describe('A write of responses', () => {
  it('does not compile while one of its effects is undeclared', () => {
    expect([writing, removing]).toHaveLength(2);
  });
});
