import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const stays = () => {};

/** The theme alone, light or dark as the device is: for a page that says nothing in toasts and remembers no choice. */
export const ThemeProvider = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={{ get: (usual) => usual, set: stays, subscribe: stays, unsubscribe: stays, clear: stays }}
    defaultColorScheme="auto"
    getStyleNonce={nonce}
  >
    {children}
  </MantineProvider>
);
