import type { RouteObject } from 'react-router';

/** Screens for who is not signed in yet. */
export const accountScreens: RouteObject[] = [
  { path: 'login', lazy: async () => ({ Component: (await import('./sign-in.tsx')).SignIn }) },
  { path: 'forgotPassword', lazy: async () => ({ Component: (await import('./forgot-password.tsx')).ForgotPassword }) },
  {
    path: 'password_resets/:token',
    lazy: async () => ({ Component: (await import('./reset-password.tsx')).ResetPassword }),
  },
  { path: 'invitations/:inviteId', lazy: async () => ({ Component: (await import('./invitation.tsx')).Invitation }) },
  { path: 'privacy', lazy: async () => ({ Component: (await import('./about.tsx')).Privacy }) },
  { path: 'accessibility', lazy: async () => ({ Component: (await import('./about.tsx')).Accessibility }) },
  {
    path: 'email_changes/:token',
    lazy: async () => ({ Component: (await import('./confirm-email.tsx')).ConfirmEmail }),
  },
];

/** Where one chooses an organization, signed in or just after a password reset. */
export const choosingScreens: RouteObject[] = [
  { path: 'select_account', lazy: async () => ({ Component: (await import('./select-account.tsx')).SelectAccount }) },
];

/** One's own screens, for who is signed in. */
export const ownScreens: RouteObject[] = [
  { path: 'myprofile', lazy: async () => ({ Component: (await import('./profile.tsx')).Profile }) },
];
