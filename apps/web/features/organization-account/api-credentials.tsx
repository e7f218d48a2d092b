import { IconKey, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { apiCredentialRoutes, apiKeyMonths } from '#contract/resources/api-credentials.ts';
import { useZone } from '#web/access/account.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import words from '#web/ui/words.module.css';
import { AddCredential } from './add-credential.tsx';
import css from './api-credentials.module.css';
import { type Credential, stateOf } from './credential.ts';
import { DeleteCredential, RotateCredential } from './credential-questions.tsx';
import { Keys } from './keys.tsx';
import { credentialsStatus } from './statuses.ts';

const columnsIn = (zone: string): Column<Credential>[] => [
  {
    key: 'name',
    title: 'Name',
    cell: ({ name, public_key }) => (
      <>
        <b>{name}</b>
        <div className={words.small}>
          Public key <code className={css.key}>{public_key}</code>
        </div>
      </>
    ),
  },
  { key: 'state', title: 'State', phone: 'end', cell: (one) => <State of={one} /> },
  { key: 'permission_group', title: 'Permission group', cell: ({ permission_group }) => permission_group.name },
  { key: 'expires_at', title: 'Expires', cell: ({ expires_at }) => showDateTime(expires_at, zone) },
  { key: 'last_used_at', title: 'Last used', cell: ({ last_used_at }) => showDateTime(last_used_at, zone) },
  { key: 'created_at', title: 'Created', cell: ({ created_at }) => showDateTime(created_at, zone) },
];

const State = ({ of }: { of: Credential }) => {
  const { tone, word } = stateOf(of, Date.now());
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
};

type CredentialAction = { what: 'add' } | { what: 'rotate' | 'delete' | 'keys'; of: Credential };

/** The programs that can call the API: added, tested, given another key, and deleted. */
export const ApiCredentials = () => {
  const zone = useZone();
  const isActing = useImpersonation() !== null;
  const [asked, setAsked] = useState<CredentialAction | null>(null);
  const credentials = useRouteQuery(apiCredentialRoutes.list, {});
  const close = () => setAsked(null);
  const show = (of: Credential) => setAsked({ what: 'keys', of });
  const add = !isActing && (
    <Button icon={IconPlus} onClick={() => setAsked({ what: 'add' })}>
      Add API credential
    </Button>
  );
  return (
    <Section
      title="API credentials"
      tab={{
        key: 'api-credentials',
        status: credentials.data && credentialsStatus(credentials.data.data, Date.now()),
        keywords: 'keys token integration',
      }}
      action={credentials.data && credentials.data.data.length > 0 && add}
    >
      <p className={css.intro}>
        Your other programs read and record data with an API key. Each key has the access of its permission group. A key
        works for {apiKeyMonths} months, then you rotate it.{' '}
        {isActing && 'You can’t create keys while you act for someone else.'}
      </p>
      <Answered
        of={credentials}
        failure="Could not load API credentials."
        skeleton={<RecordSkeleton label="Loading API credentials" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconKey} title="No API Credentials Present" action={add} />
          ) : (
            <DataTable
              label="API credentials"
              widthsKey="api-credentials"
              columns={columnsIn(zone)}
              rows={data}
              rowKey={({ id }) => id}
              actions={(of) => (
                <>
                  {!isActing && (
                    <IconButton
                      size="small"
                      label={`Rotate ${of.name}`}
                      icon={IconRefresh}
                      onClick={() => setAsked({ what: 'rotate', of })}
                    />
                  )}
                  <IconButton
                    size="small"
                    label={`Delete ${of.name}`}
                    icon={IconTrash}
                    onClick={() => setAsked({ what: 'delete', of })}
                  />
                </>
              )}
            />
          )
        }
      </Answered>
      {asked?.what === 'add' && <AddCredential onClose={close} onAdded={show} />}
      {asked?.what === 'rotate' && <RotateCredential of={asked.of} onClose={close} onRotated={show} />}
      {asked?.what === 'delete' && <DeleteCredential of={asked.of} onClose={close} />}
      {asked?.what === 'keys' && <Keys of={asked.of} onClose={close} />}
    </Section>
  );
};
