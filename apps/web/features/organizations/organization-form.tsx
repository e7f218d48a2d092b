import { useNavigate, useParams } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { hostOf } from '#web/access/host.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useRecord, useWrite } from '#web/kit/use-record.ts';
import { RecordForm } from '#web/screens/record-form.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Organization, root } from './organization.ts';

type Values = Pick<Organization, 'name' | 'slug' | 'time_zone' | 'api_access_enabled' | 'lock_version'> & {
  owner_email: string;
};

const valuesOf = ({ name, slug, owner_email, time_zone, api_access_enabled, lock_version }: Organization): Values => ({
  name,
  slug,
  owner_email: owner_email ?? '',
  time_zone,
  api_access_enabled,
  lock_version,
});

const blank = (): Values => ({
  name: '',
  slug: '',
  owner_email: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  api_access_enabled: false,
  lock_version: 0,
});

/** What an address may be made of, from a name: "Harborvale Family Services" is "harborvale-family-services". */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);

/** Adds an organization and invites its owner. */
export const NewOrganization = () => <OrganizationForm />;

/** Changes an organization. */
export const EditOrganization = () => {
  const id = Number(useParams().id);
  const { data } = useRecord(organizationRoutes.show, { id }, root);
  return data ? <OrganizationForm key={id} organization={data} /> : <RecordSkeleton label="Loading organization" />;
};

const OrganizationForm = ({ organization }: { organization?: Organization }) => {
  const navigate = useNavigate();
  const { mutateAsync: create } = useWrite(organizationRoutes.create);
  const { mutateAsync: update } = useWrite(organizationRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const { data: zones } = useAnswer(accountRoutes.timeZones, {});
  const form = useForm(
    organization ? valuesOf(organization) : blank(),
    (sent: Values) => {
      const { lock_version, owner_email, ...body } = sent;
      return organization
        ? update({ sent: { params: { id: organization.id }, body: { ...body, lock_version } } })
        : create({ sent: { body: { ...body, owner_email } }, idempotencyKey: idempotencyKey(sent) });
    },
    ({ id, name, owner_email }) => {
      toast.success(organization ? `${name} saved` : `An invitation was sent to ${owner_email}`);
      navigate(`${root}/${id}`, { replace: true });
    },
  );
  const { values, set, error } = form;
  const isSlugProposed = !organization && values.slug === slugOf(values.name);
  return (
    <RecordForm
      form={form}
      title={organization?.name ?? 'Add organization'}
      crumbs={[
        { label: 'Organizations', to: root },
        ...(organization
          ? [{ label: organization.name, to: `${root}/${organization.id}` }, { label: 'Edit' }]
          : [{ label: 'Add organization' }]),
      ]}
      onCancel={() => navigate(organization ? `${root}/${organization.id}` : root)}
    >
      <FormGrid>
        <TextField
          id="name"
          label="Name"
          autoComplete="off"
          value={values.name}
          onChange={(name) => {
            set('name', name);
            if (isSlugProposed) set('slug', slugOf(name));
          }}
          error={error('name')}
        />
        <TextField
          id="slug"
          label="Slug"
          autoComplete="off"
          spellCheck={false}
          mono
          help={
            organization
              ? 'Part of the address. Links that people have kept lead to the old one.'
              : `The address will be ${hostOf(values.slug || 'slug')}.`
          }
          value={values.slug}
          onChange={(slug) => set('slug', slug)}
          error={error('slug')}
        />
        <TextField
          id="owner_email"
          label="Owner e-mail"
          type="email"
          autoComplete="off"
          {...(organization
            ? { locked: 'The owner was chosen when the organization was added.' }
            : { help: 'The owner has all access. They are invited by e-mail.' })}
          value={values.owner_email}
          onChange={(email) => set('owner_email', email)}
          error={error('owner_email')}
        />
        <Half>
          <SelectField
            id="time_zone"
            label="Time zone"
            options={[...new Set([values.time_zone, ...(zones?.data.map(({ name }) => name) ?? [])])].map((name) => ({
              value: name,
              label: name.replaceAll('_', ' '),
            }))}
            loading={!zones}
            value={values.time_zone}
            onChange={(zone) => set('time_zone', zone ?? '')}
            error={error('time_zone')}
          />
        </Half>
        <Switch
          label="API access"
          note="Lets other programs work with the records"
          checked={values.api_access_enabled}
          onChange={(isOn) => set('api_access_enabled', isOn)}
        />
      </FormGrid>
      <Confirm
        opened={form.conflict !== null}
        title="Changed meanwhile"
        verb="Load theirs"
        onConfirm={async () => {
          const { id } = organization as Organization;
          form.reset(valuesOf(await call(organizationRoutes.show, { params: { id } })));
        }}
        onCancel={form.clearConflict}
      >
        <p>{form.conflict?.base?.join(' ')}</p>
        <p>Somebody else saved this organization while you were editing. Loading theirs gives up what you typed.</p>
      </Confirm>
    </RecordForm>
  );
};
