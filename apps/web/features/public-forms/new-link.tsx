import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { PublishSetting } from './words.ts';

/** Asks before the link of a publish setting is replaced. */
export const NewLink = ({ setting, onClose }: { setting: PublishSetting; onClose: () => void }) => {
  const { mutateAsync, isPending } = useWrite(publicFormRoutes.newLink);
  const { form_id, id, lock_version } = setting;
  const replace = () =>
    mutateAsync({ sent: { params: { form_id, id }, body: { lock_version } } }).then(
      () => {
        toast.success('The form has a new link');
        onClose();
      },
      (error) => failures.report(error, () => void replace()),
    );
  return (
    <Confirm
      opened
      danger
      title="New link"
      verb="New link"
      busy={isPending}
      onConfirm={() => void replace()}
      onCancel={onClose}
    >
      The old link and every printed code stop working immediately. Existing responses stay.
    </Confirm>
  );
};
