import { IconAsterisk, IconEye, IconEyeOff, IconFilter, IconLock, IconPencil } from '@tabler/icons-react';
import type { Rule, RuleAction } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { administratorScope } from '#forms/logic/scopes.ts';
import { type Names, textOf } from '#forms/words/condition-words.ts';
import { actionSentence, setWords } from '#forms/words/rule-words.ts';
import { useMember } from '#web/access/account.tsx';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import css from '#web/forms/trial/trial.module.css';
import { ResponsePicker, TryIt } from '#web/forms/trial/try-it.tsx';
import { type TriedResponse, type TriedResponses, useTriedResponses } from '#web/forms/trial/use-tried-responses.ts';
import { useClock } from '#web/forms/use-clock.ts';
import { counted } from '#web/kit/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import words from '#web/ui/words.module.css';
import { NeverShownBanner } from './never-shown.tsx';
import { rivalsOf, subjectsOf, type TrialValues, trialKey, trialOf, tryRule } from './rule-trial.ts';

const icons: Record<RuleAction['type'], IconType> = {
  show: IconEye,
  hide: IconEyeOff,
  require: IconAsterisk,
  optional: IconAsterisk,
  lock: IconLock,
  unlock: IconLock,
  set: IconPencil,
  clear: IconPencil,
  filter: IconFilter,
};

const valuesOf = ({ answers, scopes }: TriedResponse): TrialValues => ({
  ...Object.fromEntries(Object.entries(answers).map(([name, value]) => [trialKey({ scope: 'form', name }), value])),
  ...Object.fromEntries(
    (['client', 'response'] as const).flatMap((scope) =>
      Object.entries(scopes[scope]).map(([name, value]) => [trialKey({ scope, name }), value]),
    ),
  ),
});

/**
 * What a rule does with answers that are typed or those of a real response, and how many responses meet its condition.
 * @param rule as it stands, whole or not, @param isWhole whether nothing of it is missing
 * @param logic the rules of the form in their order, with this one among them at `place`
 */
export const RuleTrialPanel = ({
  form,
  formId,
  rule,
  isWhole,
  logic,
  place,
  names,
}: {
  form: RuleForm;
  formId: number | undefined;
  rule: Rule;
  isWhole: boolean;
  logic: Rule[];
  place: number;
  names: Names;
}) => {
  const { account, organization } = useMember();
  const context = useClock();
  const asked = trialOf(rule, form);
  const { tried, picker, response, typed, type, isCounting, problem } = useTriedResponses(formId, asked);
  // Where the condition is about each of several fields, the rule applies to one and not to another.
  const isCounted = asked?.field_ids === undefined;
  const values: TrialValues = { ...(response && valuesOf(response)), ...typed };
  const administrator = administratorScope(account, organization.role, organization.permission_group_ids);
  const valueWords = ({ field_id, payload }: RuleAction) =>
    setWords(
      form.form_fields.find((one) => one.field_id === field_id),
      payload?.value,
    );
  const result = isWhole ? tryRule(rule, form, { values, administrator, context, valueWords }) : null;
  const subjects = subjectsOf(rule, form, names);

  return (
    <TryIt>
      <ResponsePicker {...picker} />
      {subjects.map((subject) => (
        <AnswerInput
          // A new key resets the field when another response is chosen.
          key={`${trialKey(subject)} ${picker.value}`}
          field={subject.field}
          {...(subject.field_id && { fieldId: subject.field_id })}
          frame={{ label: subject.field.name }}
          value={values[trialKey(subject)] ?? null}
          onChange={(value) => type(trialKey(subject), value)}
        />
      ))}
      <div className={css.part}>
        <div role="status">
          {result ? (
            <h3>{result.applies ? 'The rule applies' : 'The rule doesn’t apply'}</h3>
          ) : (
            <p className={words.small}>Finish the rule to try it.</p>
          )}
        </div>
        {result && (
          <ul>
            {result.effects.map(({ type, name, says }, index) => (
              <li key={index} className={css.effect}>
                <Icon of={icons[type]} size="s" />
                <span>
                  <b>{name}</b> {says}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {rivalsOf(
        rule.actions,
        logic.filter((_, index) => index !== place),
      ).map((rival, index) => (
        <Banner key={index}>
          “{rival.rule}” does the opposite: {textOf(actionSentence(rival.action, { form, names }))}. If both apply, the
          later rule wins.
        </Banner>
      ))}
      {isWhole && <NeverShownBanner form={{ form_fields: [...form.form_fields], logic }} place={place} />}
      <p className={words.small} role="status">
        {problem ?? (isCounted && (tried ? <Count tried={tried} /> : isCounting && 'Counting responses'))}
      </p>
    </TryIt>
  );
};

const Count = ({ tried: { matching, responses, has_more } }: { tried: TriedResponses }) => {
  if (responses === 0) return 'No responses that you can view.';
  const all = `${has_more ? 'the newest ' : ''}${counted(responses, 'response')}`;
  return (
    <>
      Would apply to <b>{(matching ?? 0).toLocaleString('en-US')}</b> of {all} you can see. Saved answers don’t change.
    </>
  );
};
