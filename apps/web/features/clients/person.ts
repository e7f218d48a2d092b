import type { z } from 'zod';
import { clientRoutes, type clients, type duplicate } from '#contract/resources/clients.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { places } from '#web/access/places.ts';
import { fullName, listName } from '#web/kit/formats.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Person = z.output<typeof clients.record>;
/** A person as lists show them. */
export type ListedPerson = z.output<typeof clients.listed>;
/** A person who may be the one at hand, and why. */
export type LikelyPerson = z.output<typeof duplicate>;

/** What came of looking for somebody before adding them: null where it was not looked for, or has not been answered. */
export type Outcome = { likely: readonly LikelyPerson[] | null; similar: number | null };

export const people = resourceOf(places.clients, clientRoutes, {
  type: 'clients',
  draftOf: draftSubjects.client,
  nameOf: fullName,
  listNameOf: listName,
});

/** ", formerly 314", after the ID of somebody into whom other records were merged. */
export const formerly = ({ former_ids }: { former_ids: readonly number[] }): string =>
  former_ids.length > 0 ? `, formerly ${former_ids.join(', ')}` : '';
