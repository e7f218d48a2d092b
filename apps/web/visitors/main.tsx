// The page of a public form. It is an entry of its own: nothing of what staff load, and nobody's session, comes with it.
import '../page-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from '#web/kit/connection.ts';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import { App } from './app.tsx';

// Who comes here is nobody, also on a device on which somebody of the organization is signed in.
connect({
  organization: '',
  reach: {},
  token: () => null,
  renew: () => {},
  refused: () => {},
  settled: async () => false,
  isInterrupted: () => false,
});

const [, , access_key = '', below] = location.pathname.split('/');

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ThemeProvider>
      <App access_key={decodeURIComponent(access_key)} isDone={below === 'success'} />
    </ThemeProvider>
  </StrictMode>,
);
