import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '#contract/kit/request.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { calledSlug, originOf } from '#web/access/host.ts';
import { queries } from '#web/kit/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Key } from './key.tsx';
import css from './keys.module.css';

const address = addressOf(organizationAccountRoutes.organizationAccount, {}, calledSlug);

/**
 * Calls the API once with a key, as the program will: without this person's session, and with nothing of it.
 * @returns what is wrong; null when the key works
 */
const problemWith = async (key: string): Promise<string | null> => {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(address, { headers, credentials: 'omit', cache: 'no-store' }).catch(() => null);
  if (response === null) return 'The server could not be reached. Check your connection, then test again.';
  if (response.ok) return null;
  const sent = (await response.json().catch(() => null)) as { errors?: Record<string, string[]> } | null;
  return Object.values(sent?.errors ?? {}).flat()[0] ?? `The server answered with status ${response.status}.`;
};

/** Tries a key in the one moment in which it is known, and shows how a program sends it. */
export const TestKey = ({ apiKey, group }: { apiKey: string; group: string }) => {
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<{ problem: string | null } | null>(null);
  const test = async () => {
    setBusy(true);
    setTested({ problem: await problemWith(apiKey) });
    setBusy(false);
    void queries.reload(apiCredentialRoutes.list);
  };
  return (
    <>
      <Key
        label="Example call"
        help="Set HEARTH_API_KEY to the API key first."
        value={`curl -H "Authorization: Bearer $HEARTH_API_KEY" ${originOf(calledSlug)}${address}`}
      />
      <div>
        <Button icon={IconPlugConnected} busy={isBusy} onClick={() => void test()}>
          Test API key
        </Button>
      </div>
      <div role="status" className={css.tested}>
        {tested && (
          <Banner tone={tested.problem ? 'error' : 'info'}>
            {tested.problem ?? `The key works, with the access of ${group}.`}
          </Banner>
        )}
      </div>
    </>
  );
};
