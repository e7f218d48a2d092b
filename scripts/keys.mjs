// `npm run keys`: lists, renews and retires the keys, on the Node that the product runs on.
import { become, stopOnFailure } from './setup.mjs';

await stopOnFailure(() => become('scripts/keys.ts', ...process.argv.slice(2)));
