// `npm run check`: what must hold before a commit, in under a minute.
import { Failure, setUp, stopOnFailure } from './setup.mjs';
import { checks, runStep } from './steps.mjs';

await stopOnFailure(() => {
  setUp();
  for (const step of checks) {
    if (runStep(step).failed > 0) throw new Failure(`\nCheck failed: ${step.name}`);
  }
  console.log('\nAll checks passed');
});
