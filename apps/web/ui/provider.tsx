import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider, Tooltip } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useState } from 'react';
import { Hint } from './hint.ts';
import { part } from './part.tsx';
import './styles.ts';
import { cssVariablesResolver, theme } from './theme.ts';

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

const Again = ({ retry }: { retry: () => void }) => {
  useEffect(() => {
    const later = setTimeout(retry, 5000);
    return () => clearTimeout(later);
  }, [retry]);
  return null;
};

/** How long the first screen has for itself, in milliseconds. */
const first = 4000;

/** Where it does not come it is tried again, as it is what tells failures. */
const Toasts = part(async () => (await import('./toasts.tsx')).Toasts, {
  failed: (_, { retry }) => <Again retry={retry} />,
});

/** Toasts, not with the first load: they come at rest, or with the first that is shown. */
const LaterToasts = () => {
  const isShown = useNotifications().notifications.length > 0;
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => void Toasts.preload().then(() => setTime(true)), first);
    return () => clearTimeout(later);
  }, []);
  useEffect(() => {
    if (isShown) setTime(true);
  }, [isShown]);
  return (isTime || isShown) && <Toasts />;
};

/** Theme, color scheme and toasts for everything inside it. Place it once, outside the router. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <Hint value={Tooltip}>{children}</Hint>
      <LaterToasts />
    </MantineProvider>
  );
}
