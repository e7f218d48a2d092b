import net from 'node:net';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { superuser } from './tests/e2e/superuser.ts';

// Each worker reads this file again: the first, which starts the server, leaves the ports to the others.
process.env.E2E_PORT ??= String(await freePort());
const port = process.env.E2E_PORT;
process.env.E2E_REFERRALS_PORT ??= String(await freePort());

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // The gate leaves the long tier out; see scripts/tiers.mjs.
  testIgnore: process.env.TIER === 'gate' ? '**/*.long.e2e.ts' : [],
  outputDir: 'test-results',
  fullyParallel: true,
  // A journey waits for a fifth of its time, for timers and the network: one more than there are processors fills them.
  workers: availableParallelism() + 1,
  // Limits end what hangs. A busy machine is slow, not broken.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // A press that waits for something in its way fails by itself, long before its journey would.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    baseURL: `http://demo.localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // What fades and slides costs a fifth of all work. The dialogs of shell.long.e2e.ts are tried with it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs about a quarter of the time. To look at a failure: TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      // `npm test` sets it; without it, Playwright's own browser.
      executablePath: process.env.CHROME_PATH,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The last list of features counts: Playwright's own, and two pages that Chromium draws for the address bar
        // of each window, which nobody sees and which cost a third of opening one.
        `--disable-features=${[
          'AvoidUnnecessaryBeforeUnloadCheckSync',
          'DestroyProfileOnBrowserClose',
          'HttpsUpgrades',
          'HttpsFirstBalancedModeAutoEnable',
          'LensOverlay',
          'MediaRouter',
          'PaintHolding',
          'ThirdPartyStoragePartitioning',
          'AvoidCorsURLLoaderRestartOnRedirect',
          'OptimizationHints',
          'NetworkTimeServiceQuerying',
          'AimEnabled',
          'PreconnectToSearch',
          'WebUIOmniboxPopup',
          'WebUIOmniboxAimPopup',
        ].join()}`,
      ],
    },
  },
  webServer: {
    command: `exec "${process.execPath}" scripts/e2e-server.mjs`,
    url: `http://127.0.0.1:${port}/api/health`,
    env: { PORT: port, SUPERUSER_EMAIL: superuser.email, SUPERUSER_PASSWORD: superuser.password },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 35_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
