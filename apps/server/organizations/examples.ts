import { pricingTierRoutes } from '#contract/resources/pricing-tiers.ts';
import { referralPartNames } from '#contract/resources/referral-system.ts';
import { type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** Creates an archive of the world's organization, without its file. */
const createArchive = async ({ server, organization }: World) => {
  const [row] = await server.query<{ id: number }>(
    `insert into exports (organization_id, subject_type, subject_id, record_id, user_id, state, filename, content_type, storage_key)
     values ($1, 'organizations', $1, $1, 1, 'succeeded', 'archive.zip', 'application/zip', repeat('0', 40)) returning id`,
    [organization.id],
  );
  return { organization_id: organization.id, id: row?.id as number };
};

const restoreBody = async (world: World) => {
  const owner_email = world.address();
  const slug = `back-${owner_email.replace(/[^a-z0-9]/g, '').slice(-30)}`;
  return { export_id: (await createArchive(world)).id, name: 'Back', slug, owner_email };
};

const createTier = async ({ server, text }: World): Promise<number> => {
  const as = await server.newSuperuser();
  const body = { name: text('Tier'), rate_cents: 0, billing_period: 'Yearly' as const };
  return (await server.call(pricingTierRoutes.create, { as, body })).id;
};

export const organizationsExamples: Examples<
  | 'organizations'
  | 'organization_account'
  | 'organization_exports'
  | 'organization_restores'
  | 'erasure_certificates'
  | 'pricing_tiers'
> = {
  organizations: {
    list: () => ({ as: 'superuser', query: listQuery }),
    page: () => ({ as: 'superuser', ...firstPage }),
    show: ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
    create: ({ address }) => {
      const owner_email = address();
      const slug = `new-${owner_email.replace(/[^a-z0-9]/g, '').slice(-30)}`;
      return { as: 'superuser', body: { name: 'New', slug, owner_email } };
    },
    update: ({ organization: { id }, form, fieldsOf }) => {
      const [field_id] = fieldsOf(form);
      const case_worthy_affiliation = {
        template_referral_form_id: form.id,
        referral_form_field_mappings: Object.fromEntries(referralPartNames.map((name) => [name, field_id])),
      };
      return { as: 'superuser', params: { id }, body: { api_access_enabled: true, case_worthy_affiliation } };
    },
    caseWorthyTest: ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
    formFields: ({ organization, form }) => ({
      as: 'superuser',
      params: { organization_id: organization.id, id: form.id },
    }),
    suspend: async ({ server }) => ({
      as: 'superuser',
      params: { id: (await server.newOrganization()).id },
      body: { reason: 'Unpaid' },
    }),
    unsuspend: async ({ server }) => {
      const { id } = await server.newOrganization();
      await server.query("update organizations set suspended_at = now(), suspended_reason = 'Unpaid' where id = $1", [
        id,
      ]);
      return { as: 'superuser', params: { id } };
    },
    archiveUser: async ({ organization, add }) => ({
      as: 'superuser',
      params: { organization_id: organization.id, id: (await add.invited()).id },
    }),
    unarchiveUser: ({ organization, user }) => ({
      as: 'superuser',
      params: { organization_id: organization.id, id: user.id },
    }),
  },

  organization_account: {
    organizationAccount: () => ({}),
    changeOrganizationAccount: () => ({ body: {} }),
    permissionsSchema: () => ({}),
    organizationPermissionsSchema: () => ({}),
  },

  organization_exports: {
    create: async ({ server }) => ({
      as: 'superuser',
      params: { organization_id: (await server.newOrganization()).id },
    }),
    list: ({ organization: { id } }) => ({ as: 'superuser', params: { organization_id: id } }),
    show: async (world) => ({ as: 'superuser', params: await createArchive(world) }),
  },

  organization_restores: {
    create: async (world) => ({ as: 'superuser', body: await restoreBody(world) }),
    show: async (world) => {
      const [row] = await world.server.query<{ id: number }>(
        `insert into organization_restores (export_organization_id, export_id, name, slug, owner_email, requested_by_id)
         values (1, 1, 'New', 'new', $1, 1) returning id`,
        [world.address()],
      );
      return { as: 'superuser', params: { id: row?.id as number } };
    },
  },

  erasure_certificates: {
    erase: async ({ server }) => {
      const { id, slug } = await server.newOrganization();
      await server.query("update organizations set suspended_at = now(), suspended_reason = 'Over' where id = $1", [
        id,
      ]);
      return { as: 'superuser', params: { id }, body: { slug } };
    },
    open: ({ organization: { id } }) => ({ as: 'superuser', params: { id } }),
    list: () => ({ as: 'superuser', query: { query: 'a' } }),
    page: () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
    show: async ({ server }) => {
      const [row] = await server.query<{ id: number }>(
        `insert into erasure_certificates (erased_organization_id, organization_name, slug, erased_by_id, erased_by, erased_at, sha256)
         select coalesce(max(erased_organization_id), 0) + 2000000000, 'Gone', 'gone', 1, 'Somebody', now(), repeat('0', 64)
           from erasure_certificates returning id`,
      );
      return { as: 'superuser', params: { id: row?.id as number } };
    },
  },

  pricing_tiers: {
    list: () => ({ as: 'superuser', query: listQuery }),
    page: () => ({ as: 'superuser', ...firstPage }),
    show: async (world) => ({ as: 'superuser', params: { id: await createTier(world) } }),
    create: ({ text }) => ({
      as: 'superuser',
      body: { name: text('Tier'), rate_cents: 7900, billing_period: 'Monthly' },
    }),
    update: async (world) => ({
      as: 'superuser',
      params: { id: await createTier(world) },
      body: { features: ['Up to 50 members'] },
    }),
    remove: async (world) => ({ as: 'superuser', params: { id: await createTier(world) } }),
  },
};
