import { createContext, type ReactNode, useContext } from 'react';
import type { RecordType } from '#contract/record-types.ts';

type Draw = (type: RecordType, id: number) => ReactNode;

const RecordNoticesContext = createContext<Draw>(() => null);

/** Says what stands under the head of records besides what their own feature shows. */
export const RecordNoticesProvider = ({ draw, children }: { draw: Draw; children: ReactNode }) => (
  <RecordNoticesContext value={draw}>{children}</RecordNoticesContext>
);

/** What other features say of a record, under its head. */
export const RecordNotices = ({ type, id }: { type: RecordType; id: number }) =>
  useContext(RecordNoticesContext)(type, id);
