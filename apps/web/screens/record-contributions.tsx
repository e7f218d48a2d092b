import { createContext, type ReactNode, useContext } from 'react';
import type { RecordType } from '#contract/record-types.ts';

type Draw = (type: RecordType, id: number) => ReactNode;

/** What other features give to the screens of records: under the head, as sections, and as cards of the side panel. */
export type RecordContributions = {
  notices: Draw;
  cards: Draw;
  /** Each is a Section with a `tab`, or draws nothing. */
  sections: Partial<Record<RecordType, readonly ((props: { id: number }) => ReactNode)[]>>;
};

const Context = createContext<RecordContributions>({ notices: () => null, cards: () => null, sections: {} });

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

/** The sections of other features in their order; null for types of record that have none. */
export const useSections = (type: RecordType | undefined) => {
  const { sections } = useContext(Context);
  return (type && sections[type]) ?? null;
};
