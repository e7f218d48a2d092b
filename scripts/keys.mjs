// `npm run keys`: lists, renews and retires the keys, on the Node that the product runs on.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pinnedNode, root, stopOnFailure } from './setup.mjs';

const node = await stopOnFailure(pinnedNode);
const args = [path.join(root, 'scripts/keys.ts'), ...process.argv.slice(2)];
process.exitCode = spawnSync(node, args, { stdio: 'inherit' }).status ?? 1;
