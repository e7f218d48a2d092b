import type { World } from './world.ts';

type Asked = {
  field_id: string;
  field_type: string;
  is_required: boolean;
  options: { value: unknown }[] | null;
  internal_form_id: string | null;
};

const day = (world: World) => `20${10 + world.upTo(15)}-0${1 + world.upTo(9)}-1${world.upTo(10)}`;

const answerOf = async (world: World, { field_type, options, internal_form_id }: Asked): Promise<unknown> => {
  const values = (options ?? []).map(({ value }) => value);
  switch (field_type) {
    case 'freeform-short':
    case 'freeform-long':
      return world.word('Said');
    case 'number':
      return world.upTo(100);
    case 'date':
      return day(world);
    case 'checkbox':
      return true;
    case 'email':
      return `someone${world.upTo(20)}@example.org`;
    case 'select-one':
      return world.pick(values);
    case 'select-many':
      return world.some(values, 3);
    case 'ref-picker':
      return world.one(`responses where organization_id = $1 and form_id = ${Number(internal_form_id)}`);
    default:
      return null;
  }
};

/** Drawn answers to the questions of a form; those that must be answered are. */
export const drawAnswers = async (world: World, form_id: number) => {
  const asked = await world.rows<Asked>(
    `select f.id as field_id, f.field_type, e.is_required, f.field_options as options,
            f.internal_form_id
       from form_fields e join fields f on f.organization_id = e.organization_id and f.id = e.field_id
      where e.organization_id = $1 and e.form_id = $2 order by e.position, f.id`,
    form_id,
  );
  const answers: { field_id: number; value: unknown }[] = [];
  for (const one of asked) {
    if (one.field_type === 'presentation' || (!one.is_required && world.chance(0.3))) continue;
    const value = await answerOf(world, one);
    if (value !== null) answers.push({ field_id: Number(one.field_id), value });
  }
  return answers;
};
