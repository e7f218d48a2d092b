// `npm run check`: what must hold before a commit.
import { Failure, setUp, stopOnFailure } from './setup.mjs';
import { checks, runStep } from './steps.mjs';
import { gate } from './tiers.mjs';

await stopOnFailure(async () => {
  setUp();
  const env = gate();
  for (const step of checks) {
    if ((await runStep(step, env)).failures.length > 0) throw new Failure(`\nCheck failed: ${step.name}`);
  }
  console.log('\nAll checks passed');
});
