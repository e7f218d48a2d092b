import type { MemberContext, Organization, SignedInContext } from '../kit/handlers.ts';

/** The platform team at work in an organization, which the transaction enters. */
export const contextWithin = (context: SignedInContext, organization: Organization): MemberContext => {
  context.enter(organization.id, context.caller.person.id);
  return {
    ...context,
    action: 'write',
    caller: {
      ...context.caller,
      organization,
      role: 'superuser',
      everything: true,
      api_credential_id: null,
      entity_privileges: {},
      principals: [],
    },
  };
};
