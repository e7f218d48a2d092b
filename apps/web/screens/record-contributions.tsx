import { createContext, type ReactNode, useContext } from 'react';
import type { RecordType } from '#contract/record-types.ts';

type Draw = (type: RecordType, id: number) => ReactNode;

/** What other features give to the screens of records: under the head, and as cards of the side panel. */
export type RecordContributions = { notices: Draw; cards: Draw };

const Context = createContext<RecordContributions>({ notices: () => null, cards: () => null });

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
