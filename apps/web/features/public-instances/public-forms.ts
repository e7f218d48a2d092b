import type { Answer } from '#contract/kit/route.ts';
import type { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { places } from '#web/access/places.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

export type PublicForm = Answer<typeof publicFormRoutes.all>['data'][number];
export type Instance = Answer<typeof publicInstanceRoutes.show>;

export const noAnswer = '(no answer)';
const root = places.public_forms.at;

/** Where the responses of a form are, and one of them. */
export const formAt = (form_id: number): string => `${root}/${form_id}`;
export const instanceAt = ({ form_id, id }: Pick<Instance, 'form_id' | 'id'>): string =>
  `${formAt(form_id)}/responses/${id}`;

/** A form with the publish settings by which it was answered. */
export type AnsweredForm = {
  id: number;
  name: string;
  settings: PublicForm[];
  responses: number;
  unlinked: number;
  isActive: boolean;
};

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The public forms that the viewer may read, by their names. */
export const usePublicForms = () => {
  const { data, ...query } = useRouteQuery(publicFormRoutes.all, {});
  const byForm = Map.groupBy(data?.data ?? [], ({ form_id }) => form_id);
  const forms =
    data &&
    [...byForm].map(
      ([id, settings]): AnsweredForm => ({
        id,
        name: settings[0]?.name ?? '',
        settings,
        responses: sum(settings.map(({ response_count }) => response_count)),
        unlinked: sum(settings.map(({ unlinked_count }) => unlinked_count)),
        isActive: settings.some(({ status }) => status === 'active'),
      }),
    );
  return { forms, ...query };
};

/** The answers of a response in the order of the form. */
export const answersOf = ({ answers }: Pick<Instance, 'answers'>) =>
  Object.values(answers).toSorted((one, other) => one.position - other.position);
