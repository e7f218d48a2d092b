import { useState } from 'react';
import type { RouteSpec } from '#contract/kit/route.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { useMay } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

type ResultsQuestion = { title: string; verb: string; text: string; route: RouteSpec; started: string };

const recalculating: Omit<ResultsQuestion, 'text'> = {
  title: 'Recalculate results',
  verb: 'Recalculate',
  route: calculationRoutes.recalculate,
  started: 'Results are being recalculated',
};
const undoing: ResultsQuestion = {
  title: 'Undo recalculation',
  verb: 'Undo',
  text: 'Results return to their previous values. Responses that someone changed since then stay as they are.',
  route: calculationRoutes.undoRecalculation,
  started: 'Results are being restored',
};

/** Which results of a form are kept from before a calculation changed, and what was last recalculated, with its undo. */
export const ResultsState = ({ form }: { form: FormRecord }) => {
  const params = { form_id: form.id };
  const { data } = useRouteQuery(calculationRoutes.results, { params });
  const mayWrite = useMay()(calculationRoutes.recalculate, form.id) && form.is_owned;
  const [asked, setResultsQuestion] = useState<ResultsQuestion | null>(null);
  if (!data) return null;
  const { kept, latest } = data;
  const isUnderWay = latest?.state === 'recalculating' || latest?.state === 'undoing';
  return (
    <>
      {isUnderWay && (
        <Banner tone="info">
          {latest.state === 'recalculating' ? 'Results are being recalculated.' : 'Results are being restored.'}
        </Banner>
      )}
      {kept > 0 && !isUnderWay && (
        <Banner
          tone="info"
          {...(mayWrite && {
            action: {
              label: 'Recalculate',
              onClick: () =>
                setResultsQuestion({
                  ...recalculating,
                  text: `This recalculates ${counted(kept, 'response')}. Results become blank if an answer they need is missing. You can undo this.`,
                }),
            },
          })}
        >
          {counted(kept, 'response')} {kept === 1 ? 'has' : 'have'} results from before a calculation changed.
        </Banner>
      )}
      {latest?.state === 'recalculated' && latest.changed > 0 && (
        <Banner
          tone="info"
          {...(mayWrite && { action: { label: 'Undo', onClick: () => setResultsQuestion(undoing) } })}
        >
          {latest.name}: {counted(latest.changed, 'response')} recalculated
          {latest.blank > 0 && `, ${latest.blank.toLocaleString('en-US')} now blank`}.
        </Banner>
      )}
      {asked && <Question asked={asked} params={params} onClose={() => setResultsQuestion(null)} />}
    </>
  );
};

const Question = ({
  asked,
  params,
  onClose,
}: {
  asked: ResultsQuestion;
  params: { form_id: number };
  onClose: () => void;
}) => {
  const { mutateAsync, isPending } = useWrite(asked.route);
  const confirm = async () => {
    try {
      await mutateAsync({ sent: { params } as never });
      toast.success(asked.started);
      onClose();
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <Confirm
      opened
      title={asked.title}
      verb={asked.verb}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{asked.text}</p>
    </Confirm>
  );
};
