import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import './styles.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import toast from './toast.module.css';

const SCHEME_KEY = 'color-scheme';
const isScheme = (value: unknown): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** Keeps the choice of Light, Dark or Auto in this browser, and follows it in other tabs. */
function colorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      const stored = localStorage.getItem(SCHEME_KEY);
      return isScheme(stored) ? stored : fallback;
    },
    set: (value) => localStorage.setItem(SCHEME_KEY, value),
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === SCHEME_KEY && isScheme(event.newValue)) onUpdate(event.newValue);
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) window.removeEventListener('storage', onStorage);
    },
    clear: () => localStorage.removeItem(SCHEME_KEY),
  };
}

const schemeManager = colorSchemeManager();
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Theme, colour scheme and toasts for everything inside it. Place it once, outside the router. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      {children}
      <Notifications
        position="bottom-left"
        limit={3}
        autoClose={6000}
        containerWidth={360}
        transitionDuration={180}
        data-print="hide"
        classNames={{ root: toast.place, notification: toast.toast }}
      />
    </MantineProvider>
  );
}
