import { retentionNotice, retentionRoutes } from '#contract/resources/retention.ts';
import { ApiError } from '#web/kit/api.ts';
import { queries } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { TextareaField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { goingWords } from './preview.tsx';
import css from './retention.module.css';
import { type Preview, type Rule, titleOf } from './rule.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** Asks the owner for the number that would go, and switches a rule on. */
export const SwitchOn = ({ rule, preview, onClose }: { rule: Rule; preview: Preview; onClose: () => void }) => {
  const { mutateAsync: switchOn } = useWrite(retentionRoutes.switchOn);
  const form = useForm(
    { count: null as number | null },
    async ({ count }) => {
      if (count === null) throw new ApiError(422, { count: ['Enter the number from the preview'] });
      const body = { count, lock_version: rule.lock_version };
      return switchOn({ sent: { params: { id: rule.id }, body } }).catch(async (error: unknown) => {
        // The numbers are others by now: they are shown anew.
        if (error instanceof ApiError && error.status === 422) await queries.reload(retentionRoutes.preview);
        throw error;
      });
    },
    () => {
      toast.success(`Rule turned on. It deletes nothing for ${retentionNotice} days`);
      onClose();
    },
  );
  return (
    <RuleDialog title="Turn on retention rule" verb="Turn on" form={form} onClose={onClose}>
      <p className={css.words}>
        <b>{titleOf(rule)}</b>: {goingWords(rule, preview)} at this moment, and every night anything else that has
        become old enough. You can’t undo this.
      </p>
      <p className={css.words}>
        Nothing is deleted for the first {retentionNotice} days. All administrators are notified, and any administrator
        can pause the rule.
      </p>
      <NumberField
        {...form.field('count')}
        label={`Type ${preview.count} to confirm`}
        whole
        onChange={(count, problem) => {
          form.set('count', count);
          if (problem) form.say('count', problem);
        }}
      />
    </RuleDialog>
  );
};

/** Stops a rule for now, such as while a court asks for records. */
export const PauseRule = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { mutateAsync: pause } = useWrite(retentionRoutes.pause);
  const form = useForm(
    { reason: '' },
    ({ reason }) => pause({ sent: { params: { id: rule.id }, body: { reason: reason || null } } }),
    () => {
      toast.success('Rule paused');
      onClose();
    },
  );
  return (
    <RuleDialog title="Pause retention rule" verb="Pause" form={form} onClose={onClose}>
      <p className={css.words}>{titleOf(rule)}. This rule deletes nothing until the owner turns it on again.</p>
      <TextareaField
        {...form.field('reason')}
        label="Reason"
        optional
        help="Shown to administrators, such as “A court requested these records.”"
        rows={3}
      />
    </RuleDialog>
  );
};
