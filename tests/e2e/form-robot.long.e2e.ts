import { expect, type Page, test } from '@playwright/test';
import { fieldType, type fieldTypes } from '#forms/field-types/index.ts';
import { fillSignIn, goodPassword, makeGroup, member } from './accounts.ts';
import { api, unique } from './definitions.ts';
import { faults, type Known, type Question, Robot } from './robot.ts';

/** ROBOT_QUESTIONS=300 types a longer form, ROBOT_SEED another course of keys. */
const count = Number(process.env.ROBOT_QUESTIONS ?? 20);
const seed = Number(process.env.ROBOT_SEED ?? 4);

type Stored = {
  name: string;
  form_fields: {
    is_required: boolean;
    field: { name: string; field_type: keyof typeof fieldTypes; metadata: object; field_options: { label: string }[] };
  }[];
};

/** Loads the questions of a stored form. */
const stored = async (page: Page, id: number): Promise<Question[]> => {
  const { form_fields } = await api<Stored>(page, 'GET', `/forms/${id}`);
  return form_fields.map(({ is_required, field }) => ({
    name: field.name,
    kind:
      field.field_type === 'presentation' && !('presentation_content' in field.metadata)
        ? 'Section'
        : fieldType(field.field_type).title,
    options: field.field_options.map(({ label }) => label),
    required: is_required,
  }));
};

/** Makes fields that the robot takes by their names, and a form whose records are picked. */
const makeKnown = async (page: Page): Promise<Known> => {
  const { name: form } = await api<{ name: string }>(page, 'POST', '/forms', {
    name: unique('List'),
    form_type: 'internal',
    form_fields: [{ field_id: 2 ** 52 + 1, field: { name: unique('Entry'), field_type: 'freeform-short' } }],
  });
  const fields: Question[] = [];
  for (const field_type of ['number', 'select-one', 'freeform-short', 'date'] as const) {
    const options = field_type === 'select-one' ? ['Mon', 'Tue'] : [];
    const { name } = await api<{ name: string }>(page, 'POST', '/fields', {
      name: unique('Known'),
      field_type,
      field_options: options.map((label, index) => ({ label, value: String(index + 1) })),
    });
    fields.push({ name, kind: fieldType(field_type).title, options, required: true });
  }
  return { fields, form };
};

test.describe('a robot in the form editor', () => {
  // What it waits for and does not come is a fault, not a busy machine.
  test.use({ actionTimeout: 30_000 });
  test.describe.configure({ timeout: 180_000 + count * 15_000 });

  test('loses and moves no question and no option, whatever keys it hits', async ({ page, context }) => {
    const group = await makeGroup(page, 'Typing', { privileges: { forms: ['write'], fields: ['write', 'use'] } });
    const person = await member(page, 'Robin', [group.id]);
    await page.goto('/login');
    await fillSignIn(page, person.email, goodPassword);
    await expect(page).not.toHaveURL(/login/);
    const known = await makeKnown(page);
    const saved = async (robot: Robot) => {
      await robot.save();
      await expect(robot.page).toHaveURL(/\/organization\/forms\/\d+$/);
      return Number(robot.page.url().split('/').at(-1));
    };

    const robot = new Robot(page, { form: unique('Robot'), seed, known });
    // Somebody types another form in another tab, by turns.
    const second = new Robot(await context.newPage(), { form: unique('Other tab'), seed: seed + 1, known });
    await robot.open();
    await second.open();
    const turns = Math.max(2, Math.floor(count / 6));
    for (let asked = 0; asked < count; asked++) {
      if (process.env.ROBOT_LOG) console.log(`${new Date().toISOString()} ${asked} ${JSON.stringify(robot.tally)}`);
      const one = asked % turns === turns - 1 ? second : robot;
      await one.ask();
      if (asked % 10 === 9) await robot.look();
    }
    const id = await saved(robot);
    expect.soft(robot.losses).toEqual([]);
    expect.soft(faults(robot.typed, await stored(page, id))).toEqual([]);
    expect.soft(faults(second.typed, await stored(page, await saved(second)))).toEqual([]);

    // The saved form in two tabs: the first to save does not take away what the second one adds.
    const mine = new Robot(page, { form: robot.form, seed: seed + 2, known: { ...known, fields: [] } });
    const theirs = new Robot(second.page, { form: robot.form, seed: seed + 3, known: { ...known, fields: [] } });
    for (const one of [mine, theirs]) {
      one.typed.push(...robot.typed);
      await one.page.goto(`/organization/forms/${id}`);
      await one.page.getByRole('link', { name: 'Edit', exact: true }).click();
      await one.ask();
    }
    await saved(theirs);
    await mine.save();
    await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: 'Save again' }).click();
    await expect(page).toHaveURL(/\/organization\/forms\/\d+$/);
    const all = await stored(page, id);
    const both = new Set([...mine.typed, ...theirs.typed].map(({ name }) => name));
    expect(all.map(({ name }) => name).toSorted()).toEqual([...both].toSorted());
    expect([...second.losses, ...mine.losses, ...theirs.losses]).toEqual([]);
    console.log(`robot: ${count} questions, seed ${seed}: ${JSON.stringify(robot.tally)}`);
  });
});
