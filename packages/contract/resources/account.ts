import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { email, name, password, text } from '../kit/text.ts';

export const roles = ['superuser', 'orgadmin', 'orguser'] as const;
export type Role = (typeof roles)[number];

/** An IANA time zone that this machine's calendar data knows. */
export const timeZone = z
  .string()
  .max(64)
  .refine(
    (value) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: value });
        return true;
      } catch {
        return false;
      }
    },
    { message: 'Choose a time zone from the list' },
  );

export const token = z.object({ jwt: z.string() });
export const authToken = z.object({ auth_token: z.string() });
/** Of an authenticator app, or a recovery code. */
const code = z.string().max(40);
const credentials = z.strictObject({
  email: z.string().max(255),
  password: z.string().max(1000),
  /** Only for who has a second factor; without it they are asked for it, once the password was right. */
  code: code.optional(),
});
const invitedOrganization = z.object({ name: z.string(), slug: z.string() });

export const userAccount = z.object({
  id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  executed_confidentiality_agreement: z.boolean(),
  time_zone: z.string().nullable(),
  /** The address that waits to be confirmed, when the person asked for another one. */
  pending_email: z.string().nullable(),
  /** Whether signing in takes a code besides the password. */
  second_factor: z.boolean(),
  /** Whether the account may do nothing before it has one, and not be without it afterwards. */
  second_factor_required: z.boolean(),
  organizations: z.array(z.object({ id, name: z.string(), slug: z.string() })),
});

/** What is said of an invitation that was accepted: its link leads on to signing in. */
export const invitationUsed = 'This invitation was already used. Sign in instead.';

export const accountRoutes = {
  signIn: route({
    method: 'POST',
    path: '/auth_token',
    access: 'public',
    audited: true,
    hashes: true,
    secret: true,
    summary: 'Sign in with email and password',
    body: credentials,
    response: token,
  }),
  signOut: route({
    method: 'DELETE',
    audited: true,
    path: '/auth_token',
    access: 'account',
    summary: 'End the session',
  }),
  account: route({
    method: 'GET',
    path: '/user_account',
    access: 'account',
    summary: 'Show the signed-in person’s account',
    response: userAccount,
  }),
  changeAccount: route({
    method: 'PUT',
    path: '/user_account',
    access: 'account',
    audited: true,
    hashes: true,
    summary: 'Change the caller’s account, or accept the confidentiality agreement',
    body: z
      .strictObject({
        first_name: name(100),
        last_name: name(100),
        time_zone: timeZone,
        email,
        password,
        password_confirmation: z.string(),
        current_password: z.string(),
        confidentiality_agreement: z.array(z.string()).max(50),
      })
      .partial(),
    response: userAccount,
  }),
  beginSecondFactor: route({
    method: 'POST',
    path: '/user_account/second_factor',
    access: 'member',
    audited: true,
    hashes: true,
    enrols: true,
    secret: true,
    summary: 'Create a secret for an authenticator app; it takes effect once a code is confirmed',
    body: z.strictObject({
      current_password: z.string(),
      /** Of the app in use, when there is one: it is replaced. */
      code: code.optional(),
    }),
    response: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: route({
    method: 'PUT',
    path: '/user_account/second_factor',
    access: 'member',
    audited: true,
    enrols: true,
    secret: true,
    summary: 'Turn on two-step verification with a code; only this response shows the recovery codes',
    body: z.strictObject({ code }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  removeSecondFactor: route({
    method: 'DELETE',
    path: '/user_account/second_factor',
    access: 'member',
    audited: true,
    hashes: true,
    summary: 'Turn off two-step verification',
    body: z.strictObject({ current_password: z.string(), code }),
  }),
  agreementFields: route({
    method: 'GET',
    path: '/confidentiality_agreement_fields',
    access: 'account',
    summary: 'List the statements of the confidentiality agreement',
    response: z.object({ data: z.array(z.object({ name: z.string(), label: z.string() })) }),
  }),
  invitation: route({
    method: 'GET',
    path: '/invitations/:invite_id',
    access: 'public',
    secret: true,
    summary: 'Show an invitation',
    params: { invite_id: z.string().max(100) },
    response: z.object({
      email: z.string(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      organization: invitedOrganization.nullable(),
      has_account: z.boolean(),
    }),
  }),
  acceptInvitation: route({
    method: 'PUT',
    path: '/invitations/:invite_id',
    access: 'public',
    audited: true,
    hashes: true,
    secret: true,
    summary: 'Accept an invitation and set up the new account',
    params: { invite_id: z.string().max(100) },
    body: z.strictObject({
      first_name: name(100),
      last_name: name(100),
      password,
      password_confirmation: z.string(),
    }),
    response: authToken,
  }),
  acceptAsExisting: route({
    method: 'POST',
    path: '/authentication',
    access: 'public',
    audited: true,
    hashes: true,
    secret: true,
    summary: 'Accept an invitation by signing in to an existing account',
    body: z.strictObject({
      invite_id: z.string().max(100),
      email: z.string().max(255),
      password: z.string().max(1000),
      code: code.optional(),
    }),
    response: authToken,
    status: 200,
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/password_resets',
    access: 'public',
    summary: 'Request a link to set a new password',
    body: z.strictObject({ email }),
    response: z.object({}),
    status: 202,
  }),
  passwordReset: route({
    method: 'GET',
    path: '/password_resets/:token',
    access: 'public',
    secret: true,
    summary: 'Check whether a password reset link is still valid',
    params: { token: z.string().max(100) },
    response: z.object({}),
  }),
  resetPassword: route({
    method: 'PUT',
    path: '/password_resets/:token',
    access: 'public',
    audited: true,
    hashes: true,
    summary: 'Set a new password with the link from the email',
    params: { token: z.string().max(100) },
    body: z.strictObject({ password, password_confirmation: z.string() }),
    response: z.object({ organizations: z.array(z.object({ id, name: z.string(), slug: z.string() })) }),
  }),
  confirmEmail: route({
    method: 'PUT',
    path: '/email_changes/:token',
    access: 'public',
    audited: true,
    summary: 'Confirm a new email address with the link sent to it',
    params: { token: z.string().max(100) },
    response: z.object({ email: z.string() }),
  }),
  timeZones: route({
    method: 'GET',
    path: '/time_zones',
    access: 'public',
    summary: 'List the time zones',
    response: z.object({ data: z.array(z.object({ name: z.string() })) }),
  }),
  host: route({
    method: 'GET',
    path: '/host',
    access: 'public',
    summary: 'Show which organization an address belongs to, for the sign-in page',
    query: z.strictObject({ slug: text(63) }),
    response: z.object({
      name: z.string(),
      slug: z.string(),
      /** The address of its logo. */
      logo: z.string().nullable(),
    }),
  }),
  hostLogo: route({
    method: 'GET',
    path: '/host/logo',
    access: 'public',
    summary: 'The logo of an organization, as WebP',
    query: z.strictObject({ slug: text(63), v: z.string().max(20).optional() }),
    download: true,
  }),
};
