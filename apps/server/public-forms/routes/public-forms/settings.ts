import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { publishSetting, publishSettings } from '#contract/resources/public-forms.ts';
import { isOpen, nextChange, takesLate } from '#forms/publishing/window.ts';
import { visibleForms } from '#server/access/scopes.ts';
import type { Config } from '#server/kit/config.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { originOf } from '#server/kit/origins.ts';
import { invalid, refuse } from '#server/kit/problem.ts';
import { conditionOn, findRow, insertRow, listRows, type Row, updateRow } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';

export type Setting = Row<'publish_settings'>;
type SerializedPublishSetting = z.output<typeof publishSetting>;
type PublishSettingInput = Partial<z.output<typeof publishSettings.create>>;

/** So many of one form. */
const most = 50;

const newKey = (): string => randomBytes(18).toString('base64url');

/** Whether a setting is open now, and when that changes, as far as the clock decides. */
export const standing = (
  setting: Setting,
  { isActive, timeZone }: { isActive: boolean; timeZone: string },
): Pick<SerializedPublishSetting, 'status' | 'next_change'> => {
  const now = new Date().toISOString();
  if (setting.published_at === null) return { status: 'not_published', next_change: null };
  if (!isActive) return { status: 'inactive', next_change: null };
  return {
    status: isOpen(setting, timeZone, now) ? 'active' : 'inactive',
    next_change: nextChange(setting, timeZone, now),
  };
};

const linkOf = (config: Config, slug: string, access_key: string): string =>
  `${originOf(config, slug)}/public_forms/${access_key}`;

const serialize = (
  settings: Setting[],
  { caller, config }: MemberContext,
  form: Row<'forms'>,
): SerializedPublishSetting[] => {
  const { slug, time_zone } = caller.organization;
  return settings.map((setting) => ({
    ...setting,
    ...standing(setting, { isActive: form.active, timeZone: time_zone }),
    link: linkOf(config, slug, setting.access_key),
    time_zone,
  }));
};

const issuesOf = ({ published_at, expired_at }: Pick<Setting, 'published_at' | 'expired_at'>): Issue[] =>
  published_at && expired_at && Date.parse(expired_at) <= Date.parse(published_at)
    ? [{ path: 'expired_at', message: 'End date must be after start date' }]
    : [];

const setting = conditionOn('publish_settings');
const live = setting('removed_at', 'is', null);

/** The client form of the path, when the caller may do with it what the route asks for. */
const formOf = async (form_id: number, context: MemberContext): Promise<Row<'forms'>> =>
  findFor({ table: 'forms' as const, scope: visibleForms }, form_id, context);

type InForm = { params: { form_id: number } };
type One = { params: { form_id: number; id: number } };

const settingOf = async ({ form_id, id }: One['params'], context: MemberContext) => {
  const form = await formOf(form_id, context);
  const organization_id = context.caller.organization.id;
  const where = setting.and([setting('form_id', '=', form.id), live]);
  return { form, row: await findRow(context.tx, 'publish_settings', { organization_id, id, where }) };
};

const checkForm = ({ form_id }: PublishSettingInput, id: number) => {
  if (form_id !== undefined && form_id !== id) throw invalid('form_id', 'The form of a publish setting can’t change');
};

const update = async (
  { params, body }: One & { body: PublishSettingInput & { lock_version?: number | undefined } },
  context: MemberContext,
) => {
  const { form, row } = await settingOf(params, context);
  const { lock_version, form_id: _, ...changes } = body;
  checkForm(body, form.id);
  refuse(issuesOf({ ...row, ...changes }));
  const now = new Date().toISOString();
  const { time_zone } = context.caller.organization;
  // Whoever began goes on having their hour, also when it had closed by itself shortly before.
  const isTakenBy = takesLate(row, time_zone, now);
  const closed_at = isOpen({ ...row, ...changes }, time_zone, now)
    ? null
    : isTakenBy
      ? (row.closed_at ?? now)
      : row.closed_at;
  const columns = { ...changes, closed_at };
  const saved = await updateRow(context.tx, 'publish_settings', { row, lock_version, columns });
  return serialize([saved], context, form)[0] as SerializedPublishSetting;
};

/** The handlers of a form's publish settings. */
export const settingHandlers = {
  list: async ({ params }: InForm, context: MemberContext) => {
    const form = await formOf(params.form_id, context);
    const rows = await listRows(
      context.tx,
      {
        table: 'publish_settings',
        organization_id: context.caller.organization.id,
        conditions: [setting('form_id', '=', form.id), live],
        order: {},
        usual: [],
      },
      { limit: most },
    );
    return { data: serialize(rows, context, form) };
  },
  show: async ({ params }: One, context: MemberContext) => {
    const { form, row } = await settingOf(params, context);
    return serialize([row], context, form)[0] as SerializedPublishSetting;
  },
  create: async ({ params, body }: InForm & { body: PublishSettingInput }, context: MemberContext) => {
    const form = await formOf(params.form_id, context);
    checkForm(body, form.id);
    if (form.form_type !== 'client') throw invalid('base', 'Choose a client form: only client forms can be published.');
    const { form_id: _, ...sent } = body;
    refuse(issuesOf({ published_at: null, expired_at: null, ...sent }));
    const organization_id = context.caller.organization.id;
    await takeTurn(context.tx, 'publish_settings', organization_id, form.id);
    const { count } = await context.tx
      .selectFrom('publish_settings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('form_id', '=', form.id)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= most) throw invalid('base', `A form can have at most ${most} publish settings.`);
    const values = { organization_id, form_id: form.id, access_key: newKey(), ...sent };
    return serialize(
      [await insertRow(context.tx, 'publish_settings', values)],
      context,
      form,
    )[0] as SerializedPublishSetting;
  },
  update,
  updateNamed: async (
    {
      params,
      body: { id, ...body },
    }: InForm & { body: PublishSettingInput & { id: number; lock_version?: number | undefined } },
    context: MemberContext,
  ) => update({ params: { ...params, id }, body }, context),
  newLink: async (
    { params, body }: One & { body?: { lock_version?: number | undefined } | undefined },
    context: MemberContext,
  ) => {
    const { form, row } = await settingOf(params, context);
    const columns = { access_key: newKey() };
    const saved = await updateRow(context.tx, 'publish_settings', { row, lock_version: body?.lock_version, columns });
    return serialize([saved], context, form)[0] as SerializedPublishSetting;
  },
  remove: async (
    { params, body }: One & { body?: { lock_version?: number | undefined } | undefined },
    context: MemberContext,
  ) => {
    const { row } = await settingOf(params, context);
    // What was answered by it goes on to name it.
    const columns = { removed_at: new Date().toISOString(), access_key: newKey() };
    await updateRow(context.tx, 'publish_settings', { row, lock_version: body?.lock_version, columns });
  },
};
