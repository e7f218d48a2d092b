import { IconBolt, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { pathMark } from '#contract/resources/trees.ts';
import type { AccessRecord } from '#web/access/access-record.ts';
import { ApiError } from '#web/kit/api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { TreeName } from '#web/ui/tree-name.tsx';
import { type Changes, changed, changeWords, ticked, unchanged } from './changes.ts';
import css from './manage.module.css';
import rows from './rows.module.css';
import { type Choice, categoryTree, dataGroupTree, type Holder, type NodeMembership, type Tree } from './trees.ts';

type Props = { record: AccessRecord; onClose: () => void };

/** Whether a path holds every word that was typed. */
const isFound = ({ path_name }: Choice, query: string) => {
  const path = path_name.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => path.includes(word));
};

/** What stands above it, as far as the caller can see it. */
const aboveOf = ({ name, path_name }: Choice): string[] =>
  path_name === name ? [] : [path_name.slice(0, -(pathMark + name).length)];

/** What is in the dialog besides its list: others may have changed it, so it is asked anew and both are kept. */
const saveChanges = async (tree: Tree, holder: Holder, changes: Changes): Promise<unknown> => {
  const once = async () => {
    const now = await tree.standingNow(holder);
    const seen = now.map(({ node_id }) => node_id);
    return tree.save(holder, changed(now, changes), seen);
  };
  return once().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return once();
  });
};

/** Where a record stands in a tree: ticked and unticked here, and held until Save. */
const Manage = ({ tree, record, onClose }: Props & { tree: Tree }) => {
  const holder = record as Holder & AccessRecord;
  const pickable = tree.usePickable();
  const standing = tree.useStanding(holder);
  const [query, setQuery] = useState('');
  const form = useForm(
    { changes: unchanged },
    ({ changes }) => saveChanges(tree, holder, changes),
    () => {
      toast.success(`${tree.title} saved`);
      onClose();
    },
  );
  const { changes } = form.values;
  const choices = pickable.data?.data;
  const stored = standing.data;
  const isDirty = changes.added.length + changes.removed.length > 0;
  const hasFailed = (pickable.isError && !choices) || (standing.isError && !stored);
  const found = choices?.filter((choice) => isFound(choice, query)) ?? [];
  return (
    <FormDialog
      form={{ ...form, submit: async () => (isDirty ? form.submit() : onClose()) }}
      isDirty={isDirty}
      isDisabled={!choices || !stored}
      title={tree.manage}
      note={changeWords(changes)}
      onClose={onClose}
    >
      <div className={css.body}>
        <Note>{record.name}</Note>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {hasFailed && (
          <LoadFailed
            onRetry={() => {
              void pickable.refetch();
              void standing.refetch();
            }}
          />
        )}
        {!hasFailed && !(choices && stored) && (
          <Skeleton label={`Loading ${tree.many}`}>
            <SkeletonBlock width="100%" height={120} />
          </Skeleton>
        )}
        {choices && stored && (
          <>
            <SearchBox
              label={`Filter ${tree.many}`}
              placeholder="Filter by name"
              value={query}
              onSearch={setQuery}
              delay={0}
            />
            {choices.length === 0 && <Note>{`No ${tree.many} yet`}</Note>}
            {choices.length > 0 && found.length === 0 && <Note>{`No ${tree.many} match`}</Note>}
            <ul className={rows.rows} aria-label={tree.title}>
              {found.map((choice) => (
                <li key={choice.id} style={query ? {} : { paddingInlineStart: `${1.5 * choice.depth}rem` }}>
                  <Row
                    choice={choice}
                    above={aboveOf(choice)}
                    isAlone={query !== ''}
                    stored={stored}
                    changes={changes}
                    onTick={(isTicked) => {
                      form.setErrors({});
                      form.set('changes', ticked(changes, { id: choice.id, isTicked, stored }));
                    }}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
};

const Row = ({
  choice: { id, name },
  above,
  isAlone,
  stored,
  changes: { added, removed },
  onTick,
}: {
  choice: Choice;
  above: string[];
  isAlone: boolean;
  stored: readonly NodeMembership[];
  changes: Changes;
  onTick: (isTicked: boolean) => void;
}) => {
  const here = stored.find(({ node_id }) => node_id === id);
  const isRemoved = removed.includes(id);
  const label = (
    <TreeName above={above} isAlone={isAlone}>
      <bdi>{name}</bdi>
    </TreeName>
  );
  return (
    <>
      <Checkbox
        checked={(here !== undefined && !isRemoved) || added.includes(id)}
        disabled={here?.automatic ?? false}
        onChange={onTick}
      >
        {isRemoved ? <s>{label}</s> : label}
      </Checkbox>
      {here?.automatic && <StatusBadge icon={IconBolt}>Automatic</StatusBadge>}
      {isRemoved && (
        <StatusBadge tone="error" icon={IconTrash}>
          Removed on Save
        </StatusBadge>
      )}
      {added.includes(id) && !here && (
        <StatusBadge tone="ok" icon={IconPlus}>
          New
        </StatusBadge>
      )}
    </>
  );
};

/** The data groups of a person or response. */
export const ManageDataGroups = (props: Props) => <Manage tree={dataGroupTree} {...props} />;

/** The categories of a person or form. */
export const ManageCategories = (props: Props) => <Manage tree={categoryTree} {...props} />;
