// `npm start`: everything from a fresh clone to a running server, on any Node from 20 on.
import { become, buildWeb, setUp, stopOnFailure } from './setup.mjs';

await stopOnFailure(() => {
  setUp();
  if (process.env.ROLE !== 'worker') buildWeb();
  become('apps/server/main.ts');
});
