import { templatesSlug } from '#contract/resources/templates.ts';
import { grace, isOpen, takesLate } from '#forms/publishing/window.ts';
import { slugNow } from '#server/access/former-slugs.ts';
import { logoAddress } from '#server/access/logos.ts';
import { organizationColumns } from '#server/access/members.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Organization, Stranger, VisitorContext } from '#server/kit/handlers.ts';
import { keeping, Problem } from '#server/kit/problem.ts';
import type { Row } from '#server/kit/rows.ts';

/** What is answered whatever the reason is: a key that is unknown, revoked, closed, expired or suspended, on whosever host. */
export const unavailable = (): Problem => keeping(new Problem('form_unavailable'));

export type PublicFormContext = {
  setting: Row<'publish_settings'>;
  form: Pick<Row<'forms'>, 'id' | 'name' | 'description' | 'active' | 'redirect_url'>;
  organization: Organization;
  logo: string | null;
};

type VisitContext = Pick<VisitorContext, 'tx' | 'host' | 'enter'>;

const organizationAt = (tx: Tx, slug: string) =>
  tx
    .selectFrom('organizations')
    .select([...organizationColumns, 'logo_file_id'])
    .where('slug', '=', slug)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();

/** The organization of the called host, which the transaction enters; of a form in hand the host may be its former one. */
const organizationOf = async ({ tx, host, enter }: VisitContext) => {
  const slug = host ?? '';
  const organization = (await organizationAt(tx, slug)) ?? (await organizationAt(tx, (await slugNow(tx, slug)) ?? ''));
  if (!organization || organization.slug === templatesSlug) throw unavailable();
  enter(organization.id);
  return organization;
};

/** What a key looks like; no setting has the empty one, which is looked up instead of whatever is none. */
const keyPattern = /^[\w-]{16,64}$/;
const lookedUp = (access_key: string): string => (keyPattern.test(access_key) ? access_key : '');

/**
 * The publish setting that a key names on the called host, with its form, open or not. Throws the one refusal, after the
 * same statements whichever key it is.
 */
export const visited = async (context: VisitContext, access_key: string): Promise<PublicFormContext> => {
  const { logo_file_id, ...organization } = await organizationOf(context);
  const found = await context.tx
    .selectFrom('publish_settings')
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'publish_settings.organization_id')
        .onRef('forms.id', '=', 'publish_settings.form_id'),
    )
    .selectAll('publish_settings')
    .select(['forms.name', 'forms.description', 'forms.active', 'forms.redirect_url'])
    .where('publish_settings.access_key', '=', lookedUp(access_key))
    .where('publish_settings.removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw unavailable();
  const { name, description, active, redirect_url, ...setting } = found;
  return {
    setting,
    form: { id: setting.form_id, name, description, active, redirect_url },
    organization,
    logo: logoAddress(organization.slug, logo_file_id),
  };
};

const now = () => new Date().toISOString();

/** Whether it is open to who comes now. */
export const isOpenNow = ({ setting, form, organization }: PublicFormContext): boolean =>
  form.active && isOpen(setting, organization.time_zone, now());

/** Whether it takes answers that were begun while it was open: for an hour after it closed, or somebody closed it. */
export const isOpenStill = ({ setting, form, organization }: PublicFormContext): boolean => {
  if (!form.active) return false;
  if (takesLate(setting, organization.time_zone, now())) return true;
  const { closed_at } = setting;
  return closed_at !== null && Date.now() - Date.parse(closed_at) <= grace;
};

/** What answering works with, for somebody whom nobody knows. */
export const strangerIn = (context: VisitorContext, organization: Organization) => {
  const caller: Stranger = { organization, person: null };
  return { ...context, caller };
};

/** The form of a publish setting as it is stored. */
export const definitionOf = async (
  { tx }: VisitorContext,
  { form, organization }: PublicFormContext,
): Promise<FormDefinition> => (await formDefinitions(tx, organization.id, [form.id])).get(form.id) as FormDefinition;
