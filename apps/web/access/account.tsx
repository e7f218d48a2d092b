import { createContext, type ReactNode, useContext } from 'react';
import { Navigate } from 'react-router';
import type { z } from 'zod';
import { actionsOf, type Demand, type Holder, meets } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { accountRoutes, type userAccount } from '#contract/resources/account.ts';
import { type organizationAccount, organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

export type Account = z.output<typeof userAccount>;
export type Organization = z.output<typeof organizationAccount>;

/** The person who is signed in. */
export const useAccountQuery = (enabled = true) => useRouteQuery(accountRoutes.account, {}, { enabled });

/** The organization of this address, with what the person may do in it. */
export const useOrganizationQuery = (enabled = true) =>
  useRouteQuery(organizationAccountRoutes.organizationAccount, {}, { enabled });

type Member = { account: Account; organization: Organization };
const MemberContext = createContext<Member | null>(null);

/** Gives the screens of an organization its member. */
export const MemberProvider = ({ member, children }: { member: Member; children: ReactNode }) => (
  <MemberContext value={member}>{children}</MemberContext>
);

/** Who is signed in, and in which organization. Only on the screens of an organization. */
export const useMember = (): Member => {
  const member = useContext(MemberContext);
  if (!member) throw new Error('This screen stands outside an organization');
  return member;
};

/** The time zone in which the person reads times: their own, else their organization's, else this machine's. */
export const useZone = (): string => {
  const member = useContext(MemberContext);
  const { data } = useAccountQuery(member === null);
  const { time_zone } = member?.account ?? data ?? { time_zone: null };
  return time_zone ?? member?.organization.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
};

/** The platform's templates are fields and forms, and nothing else. */
const holderOfTemplates: Holder = {
  everything: false,
  privileges: {
    entity_privileges: { fields: [...actionsOf('fields')], forms: [...actionsOf('forms')] },
    record_privileges: {},
  },
};

const holderOf = ({ account, organization }: Member): Holder =>
  organization.slug === templatesSlug
    ? holderOfTemplates
    : {
        everything: organization.owner || account.role === 'superuser',
        privileges: organization.privileges,
      };

const demandOf = (wanted: RouteSpec | Demand): Demand | null =>
  'entity' in wanted ? wanted : typeof wanted.access === 'object' ? wanted.access : null;

/**
 * Asks whether the person may call a route, or meets a demand: the same access that the server enforces. Outside an
 * organization nobody meets a demand; routes for everybody, or for superusers, ask for none.
 */
export const useMay = (): ((wanted: RouteSpec | Demand, recordId?: number) => boolean) => {
  const member = useContext(MemberContext);
  return (wanted, recordId) => {
    const demand = demandOf(wanted);
    return demand === null || (member !== null && meets(holderOf(member), demand, recordId));
  };
};

type AccessProps = { do: RouteSpec | Demand; on?: number; children: ReactNode };

/** Shows its children to those who may call the route. */
export const Can = ({ do: wanted, on, children }: AccessProps) => (useMay()(wanted, on) ? children : null);

/** A screen for those who may call the route; others are told that they may not. */
export const Require = ({ do: wanted, on, children }: AccessProps) =>
  useMay()(wanted, on) ? children : <Navigate to="/organization/permissiondenied" replace />;

/** Whether the person has any privilege at all. */
export const hasAnyPrivilege = (member: Member): boolean => {
  const { everything, privileges } = holderOf(member);
  return (
    everything ||
    Object.values(privileges.entity_privileges).some((actions) => actions.length > 0) ||
    Object.values(privileges.record_privileges).some((records) => Object.keys(records).length > 0)
  );
};
