// `npm run db`: the database at hand, on any Node from 20 on. scripts/db.ts does the work.
import { become, setUp, stopOnFailure } from './setup.mjs';

await stopOnFailure(() => {
  setUp();
  become('scripts/db.ts', ...process.argv.slice(2));
});
