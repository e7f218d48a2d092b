import { useLocation } from 'react-router';
import { deepest } from '#contract/resources/trees.ts';
import type { Field, Form } from '#web/kit/use-form.ts';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Choice, Tree } from './trees.ts';

/** Those that stand in a branch: one, and all below it. */
const branchOf = (choices: readonly Choice[], id: number): Set<number> => {
  const branch = new Set([id]);
  // In the order of paths what is below comes after.
  for (const one of choices) if (one.parent_id !== null && branch.has(one.parent_id)) branch.add(one.id);
  return branch;
};

/** The parent that a new one is to have: "Add sub-group" says it on the way to the form. */
export const useParentToBe = (): number | null => {
  const state = useLocation().state as { parent_id?: number } | null;
  return state?.parent_id ?? null;
};

/** Chooses under which other one it stands, of those under which it can. */
const ParentField = ({
  tree,
  label,
  id,
  value,
  onChange,
  ...field
}: Field<string, number | null> & { tree: Tree; label: string; own?: number | undefined }) => {
  const { own, ...rest } = field;
  const { data } = tree.usePickable();
  const choices = data?.data ?? [];
  const branch = own === undefined ? new Set<number>() : branchOf(choices, own);
  const free = choices.filter((one) => !branch.has(one.id) && one.depth < deepest - 1);
  return (
    <SelectField
      {...rest}
      id={id}
      label={label}
      optional
      placeholder="None (top level)"
      nothing={data ? 'Nothing matches' : 'Loading'}
      options={free.map((one) => ({ value: String(one.id), label: one.path_name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
};

type PlaceValues = { name: string; parent_id: number | null };

/** The name of one of a tree, and where it stands. @param own the id of one that is stored */
export const PlaceFields = <V extends PlaceValues>({
  form,
  ...parent
}: {
  form: Pick<Form<V>, 'field'>;
  tree: Tree;
  label: string;
  own: number | undefined;
}) => {
  const { field } = form as unknown as Pick<Form<PlaceValues>, 'field'>;
  return (
    <FormGrid>
      <Half>
        <TextField {...field('name')} label="Name" autoComplete="off" />
      </Half>
      <Half>
        <ParentField {...field('parent_id')} {...parent} />
      </Half>
    </FormGrid>
  );
};

/** How both are told to people when somebody else changed them meanwhile. */
export const placeTold = (label: string) => ({
  name: { label: 'Name' },
  parent_id: { label, text: (id: number | null) => (id === null ? 'None' : `ID ${id}`) },
});
