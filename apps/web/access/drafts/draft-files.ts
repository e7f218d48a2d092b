import { largestFile } from '#contract/kit/file-parts.ts';
import { ApiError } from '#web/kit/api.ts';
import { randomKey } from '#web/kit/idempotency.ts';

/** A chosen file as a draft names it; without an id while the server does not have it. */
export type ChosenFile = { name: string; type: string; id?: number };

/** Where a file is: in the draft with this key once it has an id. */
type Place = { key: string; once: string; id?: number; isRefused?: true };

export type DraftFilesNeeds = {
  /** The files that stand in the form and are stored nowhere else, in the order in which a restored draft takes them. */
  chosen: () => readonly File[];
  /** Sends a file to a draft and answers its id there. @param once the same for each attempt with this file */
  bring: (key: string, file: File, once: string) => Promise<number>;
};

/** Whether the server itself refused something, so that another attempt would end alike. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.requestId !== undefined && error.status < 500 && error.status !== 401;

/** What another attempt would not change before somebody makes room. */
const isFinal = (error: unknown) => isRefusal(error) || (error instanceof ApiError && error.status === 507);

const isTooLarge = ({ size }: File) => size > largestFile * 2 ** 20;

/** Knows which of the files in a form its draft has already, so that each is sent once. */
export const createDraftFiles = ({ chosen, bring }: DraftFilesNeeds) => {
  const places = new Map<File, Place>();
  const placeIn = (key: string, file: File) => {
    const place = places.get(file);
    return place?.key === key ? place : undefined;
  };
  const isMissing = (key: string) => (file: File) => {
    const place = placeIn(key, file);
    return place?.id === undefined && !place?.isRefused;
  };

  return {
    /** The files in the form, as the draft names them. */
    named: (key: string): ChosenFile[] =>
      chosen().map((file) => {
        const { id } = placeIn(key, file) ?? {};
        return { name: file.name, type: file.type, ...(id === undefined ? {} : { id }) };
      }),
    /** The ids of files that the draft has and that are chosen no more. */
    unwanted: (key: string): number[] => {
      const wanted = new Set(chosen());
      return [...places].flatMap(([file, { key: of, id }]) =>
        of === key && id !== undefined && !wanted.has(file) ? [id] : [],
      );
    },
    /** The server no longer has these. */
    forget: (key: string, ids: readonly number[]): void => {
      for (const [file, { key: of, id }] of places) if (of === key && ids.includes(id as number)) places.delete(file);
    },
    /** Takes a file out of another draft, which goes on as this one. */
    take: (key: string, file: File, id: number): void => {
      places.set(file, { key, once: randomKey(), id });
    },
    areMissing: (key: string): boolean => chosen().some(isMissing(key)),
    /** The names of files in the form that the draft does not have. */
    absent: (key: string): string[] =>
      chosen()
        .filter((file) => placeIn(key, file)?.id === undefined)
        .map(({ name }) => name),
    /** Sends what the draft does not have, one after the other, while that is wanted. Throws when it can be tried again. */
    send: async (key: string, isWanted: () => boolean): Promise<void> => {
      for (const file of chosen().filter(isMissing(key))) {
        const place = placeIn(key, file) ?? { key, once: randomKey() };
        places.set(file, place);
        if (!isWanted()) return;
        try {
          if (isTooLarge(file)) place.isRefused = true;
          else place.id = await bring(key, file, place.once);
        } catch (error) {
          if (!isFinal(error)) throw error;
          place.isRefused = true;
        }
      }
    },
  };
};
