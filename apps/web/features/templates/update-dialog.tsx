import { useState } from 'react';
import { type TemplateUpdate, templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { useZone } from '#web/access/account.tsx';
import { Differences } from '#web/forms/definition/differences.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { queries } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';

type UpdateDialogProps = { form: FormRecord; update: TemplateUpdate; onClose: () => void };

/** What was changed in the template of a form, part by part in words; it is taken whole, or left. */
export const UpdateDialog = ({ form, update, onClose }: UpdateDialogProps) => {
  const zone = useZone();
  const { mutateAsync } = useWrite(templateUpdateRoutes.decide);
  const [pending, setPending] = useState<'take' | 'leave' | null>(null);
  const [refusal, setRefusal] = useState<{ messages: string[]; attempt: number }>({ messages: [], attempt: 0 });
  const decide = async (decision: 'take' | 'leave') => {
    setPending(decision);
    try {
      await mutateAsync({ sent: { params: { id: form.id }, body: { version: update.version, decision } } });
      toast.success(
        decision === 'take'
          ? `${form.name} updated from its template`
          : 'Update ignored. You’ll hear about it again when the template changes',
      );
      onClose();
    } catch (error) {
      // What is shown is what is taken: somebody was faster, so it is loaded before the next try.
      if (error instanceof ApiError && error.status === 409) await queries.reload(templateUpdateRoutes.show);
      setPending(null);
      if (!(error instanceof ApiError) || error.status === 401) return failures.report(error);
      setRefusal(({ attempt }) => ({ messages: Object.values(error.errors).flat(), attempt: attempt + 1 }));
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={720}
      title={`Update ${form.name} from its template`}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {!update.is_left && (
            <Button busy={pending === 'leave'} disabled={pending !== null} onClick={() => void decide('leave')}>
              Ignore update{' '}
            </Button>
          )}
          <Button
            tone="filled"
            busy={pending === 'take'}
            disabled={pending !== null}
            onClick={() => void decide('take')}
          >
            Accept update
          </Button>
        </>
      }
    >
      <Differences differences={update.differences}>
        <ErrorSummary errors={refusal.messages.map((message) => ({ message }))} attempt={refusal.attempt} />
        <p>
          Changed in the template since {showDateTime(update.taken_at, zone)}. Existing answers and your own additions
          stay. Fields that other forms use change there too.
        </p>
      </Differences>
    </Dialog>
  );
};
