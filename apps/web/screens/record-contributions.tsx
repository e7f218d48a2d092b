import { createContext, type ReactNode, useContext } from 'react';
import type { Demand } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { AccessRecord } from '#web/access/access-record.ts';
import type { IconType } from '#web/ui/icon.tsx';

type Draw = (type: RecordType, id: number) => ReactNode;

/** What can be done with records of some types, in a dialog, by those who meet the demands. */
export type RecordTool = {
  label: string;
  icon: IconType;
  types: readonly RecordType[];
  demands: (type: RecordType) => readonly Demand[];
  Dialog: (props: { record: AccessRecord; onClose: () => void }) => ReactNode;
};

/** What other features give to the screens of records: under the head, as sections, as cards of the side panel, and as actions. */
export type RecordContributions = {
  notices: Draw;
  cards: Draw;
  /** At the foot of the screen on a phone, where a thumb reaches it. */
  foot: Draw;
  /** Beside a change in a record's history, of which each key tells what it was and what it became. */
  undoings: (type: RecordType, id: number, change: Record<string, [unknown, unknown]>) => ReactNode;
  tools: readonly RecordTool[];
  /** Each is a Section with a `tab`, or draws nothing. */
  sections: Partial<Record<RecordType, readonly ((props: { id: number }) => ReactNode)[]>>;
};

const Context = createContext<RecordContributions>({
  notices: () => null,
  cards: () => null,
  foot: () => null,
  undoings: () => null,
  tools: [],
  sections: {},
});

export const RecordContributionsProvider = ({
  contributions,
  children,
}: {
  contributions: RecordContributions;
  children: ReactNode;
}) => <Context value={contributions}>{children}</Context>;

type Place = { type: RecordType; id: number };

/** What other features say of a record, under its head. */
export const RecordNotices = ({ type, id }: Place) => useContext(Context).notices(type, id);

/** The cards of other features, above the record's summary. */
export const RecordCards = ({ type, id }: Place) => useContext(Context).cards(type, id);

/** What other features keep at hand on a phone. */
export const RecordFoot = ({ type, id }: Place) => useContext(Context).foot(type, id);

/** How other features take back what they did with a record, beside the change in its history. */
export const useUndoings = () => useContext(Context).undoings;

/** The sections of other features in their order; null for types of record that have none. */
export const useSections = (type: RecordType | undefined) => {
  const { sections } = useContext(Context);
  return (type && sections[type]) ?? null;
};

/** The tools of other features, for the records of a type. */
export const useContributedTools = (type: RecordType | undefined): readonly RecordTool[] => {
  const { tools } = useContext(Context);
  return tools.filter(({ types }) => type !== undefined && types.includes(type));
};
