// `npm run dev`: the product from its sources, on any Node from 20 on. scripts/dev.ts does the work.
import { become, setUp, stopOnFailure } from './setup.mjs';

await stopOnFailure(() => {
  setUp();
  become('scripts/dev.ts', ...process.argv.slice(2));
});
