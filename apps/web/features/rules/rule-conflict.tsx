import { formRoutes } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { noNames } from '#forms/words/condition-words.ts';
import { ruleSentence } from '#forms/words/rule-words.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { call } from '#web/kit/api.ts';
import { useLoaded } from '#web/kit/queries.ts';
import { ConflictNote } from '#web/screens/conflict-note.tsx';
import { isSame, listOf, type RuleList } from './rule-draft.ts';

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
  const stored = useLoaded(async () => listOf(await call(formRoutes.show, { params: { id: formId } }), rule));
  return (
    <ConflictNote
      of={stored}
      title="Someone else changed this form while you were editing. What you entered is still here."
      theirs={({ rules, place }) => rule && <TheirRule form={form} rule={rule} theirs={rules[place]} />}
      choices={(now) => [
        { label: 'Save mine', onChoose: () => onSave(now) },
        { label: 'Discard mine', onChoose: onGiveUp },
      ]}
    />
  );
};

/** What became of the rule; nothing where it is as it was. */
const TheirRule = ({ form, rule, theirs }: { form: RuleForm; rule: Rule; theirs: Rule | undefined }) => {
  if (!theirs) return <p>They deleted this rule. Saving adds it again.</p>;
  if (isSame(rule, theirs)) return null;
  return (
    <p>
      They changed this rule too: <Sentence parts={ruleSentence(theirs, { form, names: noNames })} />
    </p>
  );
};
