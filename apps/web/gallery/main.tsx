import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { UiProvider } from '#web/ui/provider.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { ChartsScreen } from './charts-screen.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { FillerScreen } from './filler-screen.tsx';
import { PeopleScreen } from './people-screen.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { StatesScreen } from './states-screen.tsx';

// The gallery has no part in the built application: open /gallery/?screen=people in the development server.
const SCREENS = {
  people: <PeopleScreen />,
  list: <PeopleScreen showing="list" />,
  acting: <PeopleScreen acting />,
  filler: <FillerScreen />,
  editor: <EditorScreen />,
  admin: <AdminScreen />,
  'sign-in': <SignInScreen />,
  states: <StatesScreen />,
  charts: <ChartsScreen />,
};

const chosen = new URLSearchParams(location.search).get('screen');
const screen = chosen && chosen in SCREENS ? SCREENS[chosen as keyof typeof SCREENS] : SCREENS.states;

const router = createMemoryRouter([{ path: '*', element: screen }]);
createRoot(document.getElementById('root')!).render(
  <UiProvider>
    <RouterProvider router={router} />
  </UiProvider>,
);
