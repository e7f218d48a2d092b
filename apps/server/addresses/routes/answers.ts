import type { AddressDetail, AddressMatch, Prediction } from './service.ts';

/**
 * What the service answered lately. What people type is where somebody lives: it is kept in memory alone, for the same
 * organization, without who asked, and forgotten after ten minutes or when a thousand others came.
 */
const answers = new Map<string, Prediction[] | AddressDetail>();
const kept = 10 * 60_000;
const most = 1000;

const keep = (name: string, answer: Prediction[] | AddressDetail): void => {
  const [oldest] = answers.keys();
  if (answers.size >= most && oldest !== undefined) answers.delete(oldest);
  answers.set(name, answer);
  setTimeout(() => answers.get(name) === answer && answers.delete(name), kept).unref();
};

/** What the service at an address answered to an organization lately. */
export const lately = (addressUrl: string, organization_id: number) => {
  const searched = (input: string) => JSON.stringify([addressUrl, organization_id, 'search', input.toLowerCase()]);
  const found = (place_id: string) => JSON.stringify([addressUrl, organization_id, 'find', place_id]);
  return {
    suggested: (input: string) => answers.get(searched(input)) as Prediction[] | undefined,
    detail: (place_id: string) => answers.get(found(place_id)) as AddressDetail | undefined,
    /** Takes note of what was found: who chooses one of these needs no further call. Returns what is suggested. */
    keepFound: (input: string, places: AddressMatch[]): Prediction[] => {
      for (const { place_id, detail } of places) keep(found(place_id), detail);
      const predictions = places.map(({ description, place_id }) => ({ description, place_id }));
      // That nothing was found may be otherwise in a moment.
      if (predictions.length > 0) keep(searched(input), predictions);
      return predictions;
    },
  };
};
