import { formRoutes } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { noNames } from '#web/forms/conditions/condition-words.ts';
import { ruleSentence } from '#web/forms/conditions/rule-words.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { useLoaded } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { isSame, listOf, type RuleList } from './rule-draft.ts';
import css from './rules.module.css';

/** Somebody else saved the form meanwhile: what became of the rule there, and which of the two to keep. */
export const RuleConflict = ({
  form,
  formId,
  rule,
  onSave,
  onGiveUp,
}: {
  form: RuleForm;
  formId: number;
  /** The rule as it was when the dialog was opened; null for a new one. */
  rule: Rule | null;
  /** Puts the rule into the list as it is stored now. */
  onSave: (list: RuleList) => void;
  onGiveUp: () => void;
}) => {
  const { data, isError, refetch } = useLoaded(() => call(formRoutes.show, { params: { id: formId } }));
  if (isError) return <LoadFailed title="Could not load the other changes." onRetry={() => void refetch()} />;
  const list = data && listOf(data, rule);
  const theirs = list?.rules[list.place];
  return (
    <div role="alert" className={css.conflict} aria-busy={!list}>
      <p>
        <b>Somebody else changed this form while you were editing. What you entered is still here.</b>
      </p>
      {rule && list && !theirs && <p>They deleted this rule. Saving adds it again.</p>}
      {rule && theirs && !isSame(rule, theirs) && (
        <p>
          They changed this rule too: <Sentence parts={ruleSentence(theirs, { form, names: noNames })} />
        </p>
      )}
      {list && (
        <div className={css.tools}>
          <Button onClick={() => onSave(list)}>Save mine</Button>
          <Button onClick={onGiveUp}>Give mine up</Button>
        </div>
      )}
    </div>
  );
};
