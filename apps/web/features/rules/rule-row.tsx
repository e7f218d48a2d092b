import type { Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { ruleSentence } from '#forms/words/rule-words.ts';
import { neededNames } from '#forms/words/topics.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { NameButton } from '#web/ui/name-button.tsx';
import css from './rules.module.css';

type RuleRowProps = { rule: Rule; form: RuleForm; onOpen?: (() => void) | undefined };

/** A rule in a list: its name, which opens it, and what it does as a sentence. */
export const RuleRow = ({ rule, form, onOpen }: RuleRowProps) => {
  const names = useNames(neededNames(rule.condition));
  return (
    <div className={css.rule}>
      <NameButton onOpen={onOpen}>{rule.name}</NameButton>
      <span className={css.said}>
        <Sentence parts={ruleSentence(rule, { form, names })} />
      </span>
    </div>
  );
};
