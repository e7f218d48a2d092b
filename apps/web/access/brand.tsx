import { accountRoutes } from '#contract/resources/account.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import type { Brand } from '#web/ui/brand-line.tsx';
import css from './brand.module.css';
import { hostOf, organizationSlug } from './host.ts';
import { Logo } from './logo.tsx';

/** The organization that this address belongs to, as anybody may know it. Not asked on the platform's own address. */
export const useHostQuery = () =>
  useRouteQuery(
    accountRoutes.host,
    { query: { slug: organizationSlug ?? '' } },
    { enabled: organizationSlug !== null, retry: false },
  );

/**
 * What stands at the head of the cards before and around signing in: the organization of this address with its logo, or
 * the product.
 */
export const useBrand = (): Brand => {
  const { data } = useHostQuery();
  const logo = data?.logo ? <img className={css.logo} src={data.logo} alt="" /> : <Logo size={40} />;
  return data ? { name: data.name, host: hostOf(data.slug), logo } : { name: 'Hearth', logo };
};
