import type { Answer } from '#contract/kit/route.ts';
import type { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { places } from '#web/access/places.ts';
import { useAnswer } from '#web/kit/answers.ts';
import { showDate } from '#web/kit/formats.ts';

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
  const { data, ...query } = useAnswer(publicFormRoutes.all, {});
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

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const timesOf = ({ time_start, time_end }: PublicForm): string => {
  if (time_start && time_end) return `${time_start} to ${time_end}`;
  if (time_start) return `from ${time_start}`;
  return time_end ? `until ${time_end}` : 'all day';
};

/** A publish setting in words: when it is open. */
export const windowOf = (setting: PublicForm): string => {
  const days = setting.dow.length === 0 ? 'Every day' : setting.dow.map((day) => weekdays[day]).join(', ');
  const end = setting.expired_at ? `, until ${showDate(setting.expired_at.slice(0, 10))}` : '';
  return `${days}, ${timesOf(setting)}${end}`;
};

/** The answers of a response in the order of the form. */
export const answersOf = ({ answers }: Pick<Instance, 'answers'>) =>
  Object.values(answers).toSorted((one, other) => one.position - other.position);
