import { useId, useState } from 'react';
import { words } from '#contract/kit/issues.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { useBrand } from '#web/access/brand.tsx';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { capital, fullName } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { CardPage } from '#web/ui/page.tsx';
import { foot } from './account-card.tsx';
import css from './confidentiality.module.css';

/** Stands in place of the application until every statement is accepted. */
export const Confidentiality = ({ account }: { account: Account }) => {
  const brand = useBrand();
  const progressId = useId();
  const [ticked, setTicked] = useState<string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const { data, isError, refetch } = useRouteQuery(accountRoutes.agreementFields, {});
  useTitle('Confidentiality statement');
  if (isError) return <LoadFailed title="Could not load the statements." onRetry={() => void refetch()} />;
  if (!data) return null;
  const statements = data.data;
  const left = statements.length - ticked.length;

  const agree = async () => {
    setSaving(true);
    try {
      const agreed = await call(accountRoutes.changeAccount, { body: { confidentiality_agreement: ticked } });
      queries.put(accountRoutes.account, {}, agreed);
    } catch (error) {
      failures.report(error);
      setSaving(false);
    }
  };

  return (
    <CardPage
      brand={{ name: brand.name, logo: brand.logo, line: `Signed in as ${fullName(account) || account.email}` }}
      title="Confidentiality statement"
      intro="The people in these records trust us with their information. Read and check each statement to continue."
      wide
      foot={foot}
    >
      <ul className={css.statements}>
        {statements.map(({ name, label }) => (
          <li key={name}>
            <Checkbox
              checked={ticked.includes(name)}
              onChange={(isTicked) =>
                setTicked((before) => (isTicked ? [...before, name] : before.filter((one) => one !== name)))
              }
            >
              <b className={css.name}>{capital(words(name))}</b> {label}
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <div className={css.progress}>
          <div className={css.steps} aria-hidden>
            {statements.map(({ name }, index) => (
              <span key={name} data-done={index < ticked.length || undefined} />
            ))}
          </div>
          <p id={progressId} role="status">
            {ticked.length} of {statements.length} checked.{' '}
            {left > 0 && `Check ${ticked.length > 0 ? 'the other ' : 'all '}${left} to agree.`}
          </p>
        </div>
        <ButtonLink to="/logout" tone="subtle">
          Logout
        </ButtonLink>
        <Button tone="filled" disabled={left > 0} busy={isSaving} aria-describedby={progressId} onClick={agree}>
          Agree
        </Button>
      </div>
    </CardPage>
  );
};
