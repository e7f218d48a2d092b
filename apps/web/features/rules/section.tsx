import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsSplit,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { formRoutes } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { useMay } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { ruleFormOf } from '#web/forms/conditions/conditions.ts';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { queries } from '#web/kit/queries.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Section } from '#web/ui/section.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DependencyPicture } from './dependency-picture.tsx';
import { NeverShownBanner } from './never-shown.tsx';
import { areSame, inOrder, listOf } from './rule-draft.ts';
import { RuleRow } from './rule-row.tsx';
import css from './rules.module.css';
import { useSaveRules } from './use-rules.ts';

const RuleDialog = overlay('The rule dialog', async () => (await import('./rule-dialog.tsx')).RuleDialog);

const addId = 'add-rule';

/** The rules of a form in the order in which they run: changed, moved and deleted by those who may change the form. */
export const RulesSection = ({ form }: { form: FormRecord }) => {
  const ruled = ruleFormOf(form) as Pick<EditedForm, 'form_fields' | 'calculations'>;
  const rules = inOrder(form.logic as Rule[]);
  const mayWrite = useMay()(formRoutes.update, form.id) && form.is_owned;
  const saveRules = useSaveRules(form.id);
  const [open, setOpen] = useState<Rule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Rule | null>(null);
  /** The order that is not saved yet, as places in the list that was put in order. */
  const [moved, setMoved] = useState<{ rules: Rule[]; order: number[] } | null>(null);
  const [isSaving, setSaving] = useState(false);
  // Once the rules are others than those that were moved, their order says nothing any more.
  const order = moved && areSame(moved.rules, rules) ? moved.order : null;
  const listed = (order ?? rules.map((_, place) => place)).map((place) => ({ place, rule: rules[place] as Rule }));

  /** Somebody else saved the form meanwhile. */
  const reloadChanged = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409)
      void queries.reloadAfter(formRoutes.update, { params: { id: form.id } });
  };
  const reorder = (next: { place: number }[]) => setMoved({ rules, order: next.map(({ place }) => place) });
  const forgetOrder = () => {
    flushSync(() => setMoved(null));
    focusField(addId);
  };
  const saveOrder = async () => {
    setSaving(true);
    try {
      await saveRules(
        listed.map(({ rule }) => rule),
        form.lock_version,
      );
      toast.success('Order saved');
      forgetOrder();
    } catch (error) {
      reloadChanged(error);
      failures.report(error);
    } finally {
      setSaving(false);
    }
  };
  const remove = async (rule: Rule) => {
    const { place } = listOf(form, rule);
    try {
      if (place >= 0) await saveRules(rules.toSpliced(place, 1), form.lock_version);
    } catch (error) {
      reloadChanged(error);
      throw error;
    }
    toast.success(`Rule ${rule.name} deleted`);
    setDeleting(null);
    setTimeout(() => focusField(addId));
  };

  return (
    <Section
      title="Logic"
      note={rules.length || undefined}
      action={
        mayWrite &&
        rules.length > 0 && (
          <Button size="small" id={addId} icon={IconPlus} disabled={order !== null} onClick={() => setOpen('new')}>
            Add rule
          </Button>
        )
      }
    >
      {mayWrite && <NeverShownBanner form={{ ...ruled, logic: rules }} />}
      {rules.length === 0 ? (
        <EmptyState
          icon={IconArrowsSplit}
          title="This form currently has no logic operations defined."
          helper="Rules show, require or fill in fields based on answers."
          action={
            mayWrite && (
              <Button id={addId} icon={IconPlus} onClick={() => setOpen('new')}>
                Add rule
              </Button>
            )
          }
        />
      ) : mayWrite ? (
        <SortableList
          label="Rules"
          items={listed}
          itemKey={({ place }) => String(place)}
          itemName={({ rule }) => rule.name}
          onReorder={reorder}
          tools={({ rule, place }, index) => {
            const moveTo = (to: number) => reorder(listed.toSpliced(index, 1).toSpliced(to, 0, { rule, place }));
            const last = listed.length - 1;
            return (
              <ActionMenu
                label={`More for ${rule.name}`}
                size="small"
                actions={[
                  { label: 'Edit', icon: IconPencil, disabled: order !== null, onClick: () => setOpen(rule) },
                  { label: 'Move to top', icon: IconArrowBarToUp, disabled: index === 0, onClick: () => moveTo(0) },
                  {
                    label: 'Move to bottom',
                    icon: IconArrowBarToDown,
                    disabled: index === last,
                    onClick: () => moveTo(last),
                  },
                  {
                    label: 'Delete',
                    icon: IconTrash,
                    danger: true,
                    apart: true,
                    disabled: order !== null,
                    onClick: () => setDeleting(rule),
                  },
                ]}
              />
            );
          }}
        >
          {({ rule }) => <RuleRow rule={rule} form={ruled} onOpen={order ? undefined : () => setOpen(rule)} />}
        </SortableList>
      ) : (
        <ol aria-label="Rules" className={css.rules}>
          {rules.map((rule, index) => (
            <li key={index}>
              <RuleRow rule={rule} form={ruled} />
            </li>
          ))}
        </ol>
      )}
      {order && (
        <div className={`${layout.row} ${css.bar}`}>
          <span role="status">The order is not saved yet. Save or cancel it before you change rules.</span>
          <Button onClick={forgetOrder}>Cancel</Button>
          <Button tone="filled" busy={isSaving} onClick={() => void saveOrder()}>
            Save order
          </Button>
        </div>
      )}
      {rules.length > 0 && <DependencyPicture form={{ ...ruled, logic: rules }} />}
      <UnsavedChanges when={order !== null} />
      {open && (
        <RuleDialog
          form={{ ...ruled, id: form.id, logic: rules, lock_version: form.lock_version }}
          rule={open === 'new' ? null : open}
          onSave={saveRules}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && (
        <ConfirmWrite
          title={`Delete rule ${deleting.name}`}
          verb="Delete"
          danger
          write={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          Its fields stay on the form.
        </ConfirmWrite>
      )}
    </Section>
  );
};
