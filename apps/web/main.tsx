import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { z } from 'zod';
import { UiProvider } from '#web/ui/provider.tsx';
import { router } from './app/router.tsx';
import { queryClient } from './kit/queries.ts';

// Schemas that compile themselves need eval, which the content security policy refuses.
z.config({ jitless: true });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </StrictMode>,
);
