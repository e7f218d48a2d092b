import { runCalculations } from '../calculations/run.ts';
import type { Answers } from '../definition/answer.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { ConditionScope, RuleCondition, ScopedConditions } from '../definition/rule.ts';
import { newBudget, Overload } from './budget.ts';
import { compiledForm, groupOf } from './compile.ts';
import type { EvaluationContext } from './context.ts';
import { look, newReader, newResultReader } from './look.ts';

/** What conditions speak of. */
export const scopesOf = (condition: RuleCondition): Set<ConditionScope> =>
  new Set(groupOf<ScopedConditions>(condition)?.[1].map(({ scope }) => scope));

const none: ReadonlySet<number> = new Set();

/**
 * Whether a condition holds of answers as they are stored, for the field that a rule acts on where it speaks of that.
 * Answers the question for any number of conditions, looking at each answer once; one that takes too long to work out
 * does not hold.
 */
export const holding = (
  form: FormDefinition,
  { answers, context }: { answers: Answers; context: EvaluationContext },
): ((condition: RuleCondition, target?: number) => boolean) => {
  const compiled = compiledForm(form);
  const answerOf = (id: number) => (Object.hasOwn(answers, String(id)) ? answers[id] : null);
  const calculations = new Map(form.calculations.map((calculation) => [calculation.id, calculation]));
  const reader = newReader(compiled);
  const seeing = (withResults: boolean) => {
    const results = withResults ? runCalculations(form.calculations, answerOf, context) : null;
    const calculated = newResultReader(calculations, results);
    return look(
      compiled,
      { context, counted: answerOf, bare: answerOf, calculated, reader },
      newBudget(context.timeLimit),
    );
  };
  return (condition, target = 0) => {
    try {
      return seeing(scopesOf(condition).has('calculator')).holdsFor(condition, none, target);
    } catch (error) {
      if (error instanceof Overload) return false;
      throw error;
    }
  };
};
