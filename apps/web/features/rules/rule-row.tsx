import type { Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { ruleSentence } from '#web/forms/conditions/rule-words.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { neededNames } from '#web/forms/conditions/topics.ts';
import { useNames } from '#web/forms/conditions/use-names.ts';
import css from './rules.module.css';

/** A rule in a list: its name, and what it does as a sentence. */
export const RuleRow = ({ rule, form }: { rule: Rule; form: RuleForm }) => {
  const names = useNames(neededNames(rule.condition));
  return (
    <div className={css.rule}>
      <span className={css.name}>{rule.name}</span>
      <span className={css.said}>
        <Sentence parts={ruleSentence(rule, { form, names })} />
      </span>
    </div>
  );
};
