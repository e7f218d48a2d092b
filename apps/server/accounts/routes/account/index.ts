import { accountRoutes } from '#contract/resources/account.ts';
import type { Tokens } from '#server/access/tokens.ts';
import { implement } from '#server/kit/handlers.ts';
import { confirmEmail } from './email-changes.ts';
import { acceptAsExisting, acceptInvitation, invitation } from './invitations.ts';
import { account, agreementFields, changeAccount } from './own-account.ts';
import { passwordReset, requestPasswordReset, resetPassword } from './password-resets.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './second-factor.ts';
import { host, hostLogo, signIn, signOut } from './sign-in.ts';

const zones = Intl.supportedValuesOf('timeZone').map((name) => ({ name }));

/** Signing in and out, one's own account, invitations and forgotten passwords. */
export const accountFeature = (tokens: Tokens) =>
  implement(accountRoutes, {
    signIn: signIn(tokens),
    signOut,
    account,
    changeAccount,
    agreementFields,
    beginSecondFactor,
    confirmSecondFactor,
    removeSecondFactor,
    invitation,
    acceptInvitation: acceptInvitation(tokens),
    acceptAsExisting: acceptAsExisting(tokens),
    requestPasswordReset,
    passwordReset,
    resetPassword,
    timeZones: async () => ({ data: zones }),
    host,
    hostLogo,
    confirmEmail,
  });
