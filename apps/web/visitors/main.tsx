// The page of a public form. It is an entry of its own: nothing of what staff load, and nobody's session, comes with it.
import '../page-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from '#web/kit/connection.ts';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import { App } from './app.tsx';
import { type OpenForm, openForm } from './open-form.ts';

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

const key = decodeURIComponent(access_key);
const root = document.getElementById('root') as HTMLElement;

const draw = (form: OpenForm | null) =>
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <App access_key={key} isDone={below === 'success'} form={form} />
      </ThemeProvider>
    </StrictMode>,
  );

// Of an open form the server has drawn what stands above the questions. It stays until the questions are here too.
if (root.firstElementChild) openForm(key).then(draw, () => draw(null));
else draw(null);
