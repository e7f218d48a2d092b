import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** Screens for who is not signed in yet. */
export const accountScreens: RouteObject[] = [
  { path: 'login', Component: screen('sign-in', async () => (await import('./sign-in.tsx')).SignIn) },
  {
    path: 'forgotPassword',
    Component: screen('page', async () => (await import('./forgot-password.tsx')).ForgotPassword),
  },
  {
    path: 'password_resets/:token',
    Component: screen('page', async () => (await import('./reset-password.tsx')).ResetPassword),
  },
  {
    path: 'invitations/:inviteId',
    Component: screen('invitation', async () => (await import('./invitation.tsx')).Invitation),
  },
  { path: 'privacy', Component: screen('page', async () => (await import('./about.tsx')).Privacy) },
  { path: 'accessibility', Component: screen('page', async () => (await import('./about.tsx')).Accessibility) },
  {
    path: 'email_changes/:token',
    Component: screen('page', async () => (await import('./confirm-email.tsx')).ConfirmEmail),
  },
];

/** Where one chooses an organization, signed in or just after a password reset. */
export const choosingScreens: RouteObject[] = [
  {
    path: 'select_account',
    Component: screen('accounts', async () => (await import('./select-account.tsx')).SelectAccount),
  },
];

/** One's own screens, for who is signed in. */
export const ownScreens: RouteObject[] = [
  { path: 'myprofile', Component: screen('profile', async () => (await import('./profile.tsx')).Profile) },
];
