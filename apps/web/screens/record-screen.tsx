import { IconCopy, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { isGrantable } from '#contract/record-types.ts';
import { useMay } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord, write } from '#web/kit/use-record.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import { RecordHeader, type RecordHeaderProps } from '#web/ui/record-header.tsx';
import { ActionList, SideCard } from '#web/ui/side-card.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { SectionTabs } from '#web/ui/tabbed-sections.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { usePhone } from '#web/ui/use-room.ts';
import { Foot, Side } from './beside.tsx';
import { DeleteRecord } from './delete-record.tsx';
import { RecordSummary } from './history.tsx';
import { useOffered } from './offered-actions.ts';
import { RecordCards, RecordFoot, RecordNotices, useSections } from './record-contributions.tsx';
import { useRecordTools } from './record-tools.tsx';
import type { Resource, StoredRecord } from './resource.ts';

/** The screen of the record in the address: loaded, named in the title of the page, and drawn anew for another one. */
export const detailOf = <T extends StoredRecord>(
  of: Resource<T>,
  Screen: ComponentType<{ record: T }>,
): ComponentType =>
  function Detail() {
    const id = Number(useParams().id);
    const { data } = useRecord(of.routes.show, { id }, of.at);
    const record = data as T | undefined;
    useTitle(record && of.nameOf(record), of.title);
    // It became part of another one, and its old address leads there.
    if (record && record.id !== id) return <Navigate to={`${of.at}/${record.id}`} replace />;
    return record ? <Screen key={id} record={record} /> : <RecordSkeleton label={of.loading} />;
  };

/** "Clone", for those who may: it opens the copy. */
const useClone = <T extends StoredRecord>({ at, nameOf, routes: { clone } }: Resource<T>, { id }: T): Action[] => {
  const navigate = useNavigate();
  const may = useMay();
  const [isBusy, setBusy] = useState(false);
  if (!clone || !may(clone)) return [];
  const copy = async () => {
    setBusy(true);
    try {
      const made = (await write<RouteSpec>(clone, {
        sent: { params: { id } } as RequestInput<RouteSpec>,
      })) as unknown as T;
      toast.success(`${nameOf(made)} saved`);
      navigate(`${at}/${made.id}`);
    } catch (error) {
      failures.report(error);
    } finally {
      setBusy(false);
    }
  };
  return [{ label: 'Clone', icon: IconCopy, disabled: isBusy, onClick: () => void copy() }];
};

/** Who has access to a record, and what other features do with it, each for those who may; nothing where records are not given one by one. */
export const useAccess = <T extends StoredRecord>({ type, nameOf }: Resource<T>, record: T) =>
  useRecordTools(type && isGrantable(type) ? { type, id: record.id, name: nameOf(record) } : null);

/** What is done with most records, beside changing and deleting them, and the dialogs for it. */
export const useRecordActions = <T extends StoredRecord>(of: Resource<T>, record: T) => {
  const clone = useClone(of, record);
  const { actions, dialogs } = useAccess(of, record);
  return { actions: [...clone, ...actions], dialogs };
};

type RecordActions = {
  /** What can be done, for the menu and the side card; what is dangerous stands last, and in the menu only. */
  actions: Action[];
  /** What the actions open. */
  dialogs?: ReactNode;
};

type RecordScreenProps<T extends StoredRecord> = Pick<
  RecordHeaderProps,
  'crumbs' | 'avatar' | 'badge' | 'facts' | 'large'
> & {
  of: Resource<T>;
  record: T;
  /** Instead of printing what the page shows. */
  onPrint?: () => void;
  /** Instead of the button that opens the form. */
  edit?: ReactNode;
  /** Further buttons beside it. */
  buttons?: ReactNode;
  /** What follows from deleting it; without these words it cannot be deleted. */
  deleting?: ReactNode;
  /** Under the actions: what there is to know of them. */
  note?: ReactNode;
  /** Cards of the side panel above the actions, where they say what is seen. */
  first?: ReactNode;
  /** Cards of the side panel, between the actions and the summary. */
  cards?: ReactNode;
  /** Above the sections of other features. */
  children?: ReactNode;
} & (RecordActions | { actions?: never; dialogs?: never });

/** A record beside its list: head, sections, and at the side what can be done and who changed it. */
export const RecordScreen = <T extends StoredRecord>(props: RecordScreenProps<T>) =>
  props.actions ? <Frame {...props} actions={props.actions} /> : <WithUsualActions {...props} />;

const WithUsualActions = <T extends StoredRecord>(props: RecordScreenProps<T>) => (
  <Frame {...props} {...useRecordActions(props.of, props.record)} />
);

const Frame = <T extends StoredRecord>({
  of,
  record,
  actions,
  dialogs,
  onPrint,
  edit,
  buttons,
  deleting,
  note,
  first,
  cards,
  children,
  ...head
}: RecordScreenProps<T> & RecordActions) => {
  const { id } = record;
  const { remove } = of.routes;
  const may = useMay();
  const sections = useSections(of.type);
  const isPhone = usePhone();
  const navigate = useNavigate();
  const { opened, open, close } = useOpened<'delete'>();
  // What the page shows is printed from the side panel; a sheet of its own is offered in the menu, too.
  const print = { label: 'Print', icon: IconPrinter, onClick: onPrint ?? (() => window.print()) };
  const harmless = [...actions.filter(({ danger }) => !danger), ...(onPrint ? [print] : [])];
  const beside = onPrint ? harmless : [...harmless, print];
  const dangerous = [
    ...actions.filter(({ danger }) => danger),
    ...(deleting && remove && may(remove, id)
      ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => open('delete') }]
      : []),
  ].map((action, index) => ({ ...action, apart: index === 0 && harmless.length > 0 }));
  const form = edit === undefined && may(of.routes.update, id) ? `${of.at}/${id}/edit` : undefined;
  const editing = form ? [{ label: 'Edit', icon: IconPencil, to: form }] : [];
  useOffered(of.nameOf(record), [...editing, ...beside, ...dangerous]);
  return (
    <>
      <RecordHeader
        crumbs={[{ label: of.title, to: of.at }, { label: of.listNameOf(record) }]}
        title={of.nameOf(record)}
        edit={form}
        primary={
          (edit || buttons) && (
            <>
              {edit}
              {buttons}
            </>
          )
        }
        actions={[...harmless, ...dangerous]}
        passing={sections !== null}
        {...head}
      />
      {of.type && <RecordNotices type={of.type} id={id} />}
      {children}
      {sections && (
        <SectionTabs key={id} label="Sections">
          {sections.map((Part, index) => (
            <Part key={index} id={id} />
          ))}
        </SectionTabs>
      )}
      <Side>
        {first}
        <SideCard title="Actions">
          <ActionList actions={beside} />
          {note}
        </SideCard>
        {cards}
        {of.type && <RecordCards type={of.type} id={id} />}
        {of.type && <RecordSummary type={of.type} id={id} />}
      </Side>
      {of.type && isPhone && (
        <Foot>
          <RecordFoot type={of.type} id={id} />
        </Foot>
      )}
      {dialogs}
      {opened && remove && (
        <DeleteRecord
          route={remove}
          params={{ id }}
          lockVersion={record.lock_version}
          name={`${of.noun} ${of.nameOf(record)}`}
          onClose={close}
          onDeleted={() => navigate(of.at, { replace: true })}
        >
          {deleting}
        </DeleteRecord>
      )}
    </>
  );
};
