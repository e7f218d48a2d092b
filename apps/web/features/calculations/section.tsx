import { IconArrowsSort, IconMathFunction, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { useMay } from '#web/access/account.tsx';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { useResultsQuestion } from '#web/forms/results-question.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CalculationRow } from './calculation-row.tsx';
import css from './calculations.module.css';
import { calculatedForm } from './draft.ts';
import { ResultsState } from './results-state.tsx';

const CalculationDialog = overlay(
  'The calculation dialog',
  async () => (await import('./calculation-dialog.tsx')).CalculationDialog,
);

const addId = 'add-calculation';
const orderId = 'order-calculations';

/** The calculations of a form in their order: changed, put in order and deleted by those who may change the form. */
export const CalculationsSection = ({ form }: { form: FormRecord }) => {
  const calculated = calculatedForm(form);
  const { calculations } = calculated;
  const mayWrite = useMay()(calculationRoutes.create, form.id) && form.is_owned;
  const [open, setOpen] = useState<StoredCalculation | 'new' | null>(null);
  const [deleting, setDeleting] = useState<StoredCalculation | null>(null);
  const [isOrdering, setOrdering] = useState(false);

  const add = (size?: 'small') => (
    <Button {...(size && { size })} id={addId} icon={IconPlus} onClick={() => setOpen('new')}>
      Add calculation
    </Button>
  );
  const leaveOrder = () => {
    flushSync(() => setOrdering(false));
    focusField(orderId);
  };
  return (
    <Section
      title="Calculations"
      note={calculations.length || undefined}
      action={
        mayWrite &&
        calculations.length > 0 &&
        !isOrdering && (
          <span className={layout.buttons}>
            {calculations.length > 1 && (
              <Button size="small" tone="subtle" id={orderId} icon={IconArrowsSort} onClick={() => setOrdering(true)}>
                Change order
              </Button>
            )}
            {add('small')}
          </span>
        )
      }
    >
      {calculations.length > 0 && <ResultsState form={form} />}
      {calculations.length === 0 ? (
        <EmptyState
          icon={IconMathFunction}
          title="This form has no calculations yet."
          helper="A calculation turns answers into a number, a date or a time, such as income minus rent."
          action={mayWrite && add()}
        />
      ) : isOrdering ? (
        <OrderMode form={form} calculations={calculations} onDone={leaveOrder} />
      ) : (
        <ol aria-label="Calculations" className={css.calculations}>
          {calculations.map((calculation) => (
            <li key={calculation.id}>
              <CalculationRow
                calculation={calculation}
                form={calculated}
                onOpen={mayWrite ? () => setOpen(calculation) : undefined}
              />
              {mayWrite && (
                <ActionMenu
                  label={`More for ${calculation.name}`}
                  size="small"
                  actions={[
                    { label: 'Edit', icon: IconPencil, onClick: () => setOpen(calculation) },
                    {
                      label: 'Delete',
                      icon: IconTrash,
                      danger: true,
                      apart: true,
                      onClick: () => setDeleting(calculation),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {open && <SavedDialog form={form} stored={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {deleting && (
        <DeleteBelow
          route={calculationRoutes.remove}
          below={{ form_id: form.id }}
          record={deleting}
          name={`calculation ${deleting.name}`}
          adding={addId}
          onClose={() => setDeleting(null)}
        >
          Responses will no longer show it.
        </DeleteBelow>
      )}
    </Section>
  );
};

/** The dialog of a calculation that is saved by itself. */
const SavedDialog = ({
  form,
  stored,
  onClose,
}: {
  form: FormRecord;
  stored: StoredCalculation | null;
  onClose: () => void;
}) => {
  const params = { form_id: form.id };
  const { mutateAsync: create } = useWrite(calculationRoutes.create);
  const { mutateAsync: update } = useWrite(calculationRoutes.update);
  const keyFor = useIdempotencyKey();
  const { ask, question } = useResultsQuestion(`Save calculation ${stored?.name}`);
  return (
    <>
      <CalculationDialog
        form={calculatedForm(form)}
        stored={stored}
        formId={form.id}
        load={stored ? () => call(calculationRoutes.show, { params: { ...params, id: stored.id } }) : undefined}
        onSave={async (body, values) => {
          if (!stored) return create({ sent: { params, body }, idempotencyKey: keyFor(values) });
          const { lock_version } = values;
          const results = await ask(form.id, [{ id: stored.id, ...body }]);
          // The dialog stays open as it is.
          if (results === null) throw new ApiError(422, {});
          return update({
            sent: {
              params: { ...params, id: stored.id },
              body: { ...body, ...(lock_version === undefined ? {} : { lock_version }), ...(results && { results }) },
            },
          });
        }}
        onSaved={(sent) => {
          toast.success(`${sent.name} saved`);
          onClose();
        }}
        onClose={onClose}
      />
      {question}
    </>
  );
};

/** The calculations to be put in another order; nothing is kept before "Save order". */
const OrderMode = ({
  form,
  calculations,
  onDone,
}: {
  form: FormRecord;
  calculations: StoredCalculation[];
  onDone: () => void;
}) => {
  const [order, setOrder] = useState(calculations);
  const { mutateAsync, isPending } = useWrite(calculationRoutes.order);
  const isMoved = order.some(({ id }, index) => id !== calculations[index]?.id);
  const save = async () => {
    try {
      const placed = order.map(({ id }, position) => ({ id, position }));
      await mutateAsync({ sent: { params: { form_id: form.id }, body: { calculations: placed } } });
      toast.success('Order saved');
      onDone();
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <>
      <SortableList
        label="Calculations"
        items={order}
        itemKey={({ id }) => String(id)}
        itemName={({ name }) => name}
        onReorder={setOrder}
      >
        {(calculation) => <CalculationRow calculation={calculation} form={calculatedForm(form)} />}
      </SortableList>
      <div className={`${layout.buttons} ${css.bar}`}>
        <Button onClick={onDone}>Cancel</Button>
        <Button tone="filled" busy={isPending} onClick={() => void save()}>
          Save order
        </Button>
      </div>
      <UnsavedChanges when={isMoved} />
    </>
  );
};
