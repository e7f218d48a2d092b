import { benefitsCheck } from './benefits-check.ts';
import { contactLog } from './contact-log.ts';
import { employmentGoals } from './employment-goals.ts';
import { exitInterview } from './exit-interview.ts';
import { housingIntake } from './housing-intake.ts';
import { releaseOfInformation } from './release-of-information.ts';
import { safetyPlan } from './safety-plan.ts';
import { schoolEnrollment } from './school-enrollment.ts';

/** The forms of the demo. */
export const forms = {
  housingIntake,
  contactLog,
  releaseOfInformation,
  benefitsCheck,
  safetyPlan,
  schoolEnrollment,
  employmentGoals,
  exitInterview,
};
export type FormKey = keyof typeof forms;
