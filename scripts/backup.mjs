// `npm run backup` and `npm run restore`: the whole installation, on the Node that the product runs on.
import { become, stopOnFailure } from './setup.mjs';

await stopOnFailure(() => become('scripts/backup.ts', ...process.argv.slice(2)));
