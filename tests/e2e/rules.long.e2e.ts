// Long because each row of the rules of a form has its journey here, and each trial of them.
import { expect, type Page, test } from '@playwright/test';
import { api, expectAccessible, expectNoSidewaysScroll, makeField, makeForm, signIn, unique } from './definitions.ts';
import { makePerson } from './responding.ts';

type Form = { id: number; lock_version: number; logic: { name: string; condition: object; actions: object[] }[] };

const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const section = (page: Page) => page.getByRole('region', { name: 'Logic' });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
const choose = async (page: Page, group: string, select: string, option: string) => {
  await dialog(page).getByRole('group', { name: group, exact: true }).getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const more = async (page: Page, name: string, what: string) => {
  await section(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
};
const stored = (page: Page, { id }: { id: number }) => api<Form>(page, 'GET', `/forms/${id}`);

const fields = async (page: Page) => {
  const options = ['Own home', 'Shelter', 'Street'].map((label) => ({ label, value: label.toLowerCase() }));
  const [income, night, name] = await Promise.all([
    makeField(page, 'Income', { field_type: 'number' }),
    makeField(page, 'Last night', { field_type: 'select-one', field_options: options }),
    makeField(page, 'Shelter name'),
  ]);
  return { income, night, name };
};
const ofForm = (field: { id: number }, rest: object) => ({
  scope: 'form',
  conditions: { and: [{ field_name: String(field.id), ...rest }] },
});

test.describe('the rules of a form, as a program lead', () => {
  test.beforeEach(({ page }) => signIn(page, 'curtis'));

  test('FO-51 FO-53 FO-54 FO-55 FO-57 FO-60 a rule is refused until it is whole, added, changed and deleted', async ({
    page,
  }) => {
    const { income, night, name } = await fields(page);
    const form = await makeForm(page, 'Ruled', [income, night, name]);
    await page.goto(`/organization/forms/${form.id}`);
    await expect(page.getByText('This form currently has no logic operations defined.')).toBeVisible();
    await section(page).getByRole('button', { name: 'Add rule' }).click();
    await save(page);
    const summary = dialog(page).getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(['Choose a field for the condition', 'Choose a field']);
    await summary.getByRole('link', { name: 'Choose a field for the condition' }).click();
    await expect(dialog(page).getByRole('combobox', { name: 'Field to compare' })).toBeFocused();

    await choose(page, 'Condition 1', 'Field to compare', night.name);
    await choose(page, 'Condition 1', 'Value', 'Shelter');
    await dialog(page).getByRole('button', { name: 'Add condition' }).click();
    await expect(
      dialog(page).getByRole('group', { name: 'Condition 2' }).getByRole('combobox', { name: 'Field to compare' }),
    ).toBeFocused();
    await choose(page, 'Condition 2', 'Field to compare', 'Date of birth');
    await choose(page, 'Condition 2', 'Comparison', 'is before');
    await choose(page, 'Condition 2', 'Value: date or period', 'The last 30 days');
    await dialog(page).getByRole('button', { name: 'any' }).click();
    await choose(page, 'Action 1', 'Field', name.name);
    await dialog(page).getByRole('button', { name: 'Add action' }).click();
    await choose(page, 'Action 2', 'Action', 'Set');
    await choose(page, 'Action 2', 'Field', income.name);
    await dialog(page)
      .getByRole('textbox', { name: `Value for ${income.name}` })
      .fill('much');
    await expect(dialog(page).getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      `Show ${name.name}, set ${income.name}`,
    );
    const kept = dialog(page).getByRole('radiogroup', { name: `Once ${income.name} is set` });
    await expect(kept.getByRole('radio', { name: 'People can change it' })).toBeChecked();
    await kept.getByRole('radio', { name: 'No one can change it while the condition is true' }).check();
    await kept.getByRole('radio', { name: 'People can change it' }).check();
    await save(page);
    await expect(dialog(page).getByRole('textbox', { name: `Value for ${income.name}` })).toHaveAccessibleDescription(
      /Enter a number/,
    );
    await expectAccessible(page);
    await dialog(page)
      .getByRole('textbox', { name: `Value for ${income.name}` })
      .fill('500');
    await save(page);
    await expect(section(page).getByRole('listitem')).toContainText(
      `When ${night.name} is Shelter or the person’s Date of birth is before the last 30 days: ` +
        `show ${name.name}, suggest 500 for ${income.name}`,
    );
    expect((await stored(page, form)).logic).toEqual([
      {
        name: `Show ${name.name}, set ${income.name}`,
        position: 0,
        condition: {
          or: [
            ofForm(night, { op: 'EQ', value: 'shelter' }),
            { scope: 'client', conditions: { and: [{ field_name: 'dob', op: 'LT', value: 'last 30 days' }] } },
          ],
        },
        actions: [
          { type: 'show', field_id: name.id },
          { type: 'set', field_id: income.id, payload: { value: 500, keeps: false } },
        ],
      },
    ]);

    await more(page, `Show ${name.name}, set ${income.name}`, 'Edit');
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Shelter');
    await dialog(page).getByRole('button', { name: 'Remove action 2' }).click();
    await choose(page, 'Action 1', 'Action', 'Limit options of');
    await choose(page, 'Action 1', 'Field', night.name);
    await expect(page.getByText(/This rule shows or hides/)).toBeHidden();
    await dialog(page).getByRole('checkbox', { name: 'Street' }).check();
    await dialog(page).getByRole('checkbox', { name: 'Own home' }).check();
    await save(page);
    await expect(section(page).getByRole('listitem')).toContainText(
      `limit options of ${night.name} to Own home or Street`,
    );
    expect((await stored(page, form)).logic).toMatchObject([
      {
        name: 'Shelter',
        actions: [
          {
            type: 'filter',
            field_id: night.id,
            payload: { conditions: { and: [{ field_name: 'value', op: 'IN', value: ['own home', 'street'] }] } },
          },
        ],
      },
    ]);

    await more(page, 'Shelter', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete rule Shelter' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This form currently has no logic operations defined.')).toBeVisible();
    await expect(section(page).getByRole('button', { name: 'Add rule' })).toBeFocused();
    expect((await stored(page, form)).logic).toEqual([]);
  });

  test('a rule takes six actions, and says itself in a sentence while it is made', async ({ page }) => {
    const { income, night, name } = await fields(page);
    const form = await makeForm(page, 'Quick', [income, night, name]);
    await page.goto(`/organization/forms/${form.id}`);
    const option = (label: string) => page.getByRole('option', { name: label, exact: true });
    await section(page).getByRole('button', { name: 'Add rule' }).click();
    await expect(dialog(page).getByText('When …: show …')).toBeVisible();
    // What it is about is open to choose from, and then what it compares with.
    await option(night.name).click();
    await option('Shelter').click();
    await dialog(page).getByRole('combobox', { name: 'Field', exact: true }).click();
    await option(name.name).click();
    await expect(dialog(page).getByText(`When ${night.name} is Shelter: show ${name.name}`)).toBeVisible();
    await save(page);
    await expect(section(page).getByRole('listitem')).toContainText(`Show ${name.name}`);
  });

  test('a rule is tried with typed answers and with those of a person, and counts the responses it would apply to', async ({
    page,
  }) => {
    const { income, night, name } = await fields(page);
    const form = await makeForm(page, 'Tried', [income, night, name], {
      form_fields: [income, night, name].map(({ id }) => ({ field_id: id, is_required: false })),
      logic: [
        {
          name: 'Poor',
          condition: { and: [ofForm(income, { op: 'LT', value: 10 })] },
          actions: [{ type: 'hide', field_id: name.id }],
        },
      ],
    });
    const people = [await makePerson(page), await makePerson(page)];
    for (const [index, { id }] of people.entries())
      await api(page, 'POST', `/clients/${id}/client_forms`, {
        form_id: form.id,
        answers: [
          { field_id: night.id, value: index === 0 ? 'shelter' : 'street' },
          { field_id: income.id, value: 2500 },
        ],
      });
    await page.goto(`/organization/forms/${form.id}`);
    await section(page).getByRole('button', { name: 'Add rule' }).click();
    const trial = dialog(page).getByRole('region', { name: 'Try it' });
    await expect(trial.getByText('Finish the rule to try it.')).toBeVisible();
    await page.getByRole('option', { name: night.name, exact: true }).click();
    await page.getByRole('option', { name: 'Shelter', exact: true }).click();
    await expect(trial.getByText('Would apply to 1 of 2 responses you can see.')).toBeVisible();
    await choose(page, 'Action 1', 'Field', name.name);
    await expect(trial.getByText('The rule doesn’t apply')).toBeVisible();
    await expect(trial.getByText(`“Poor” does the opposite: hide ${name.name}`)).toBeVisible();
    await trial.getByRole('combobox', { name: 'Use answers from' }).click();
    await page.getByRole('option', { name: new RegExp(`^${people[0]!.last_name}, ${people[0]!.first_name}`) }).click();
    await expect(trial.getByText('The rule applies')).toBeVisible();
    await expect(trial.getByRole('listitem')).toHaveText(`${name.name} is shown`);
    await expectAccessible(page);
    // A field that the condition reads later has that person's answer too.
    await dialog(page).getByRole('button', { name: 'Add condition' }).click();
    await choose(page, 'Condition 2', 'Field to compare', income.name);
    await choose(page, 'Condition 2', 'Comparison', 'is at least');
    await dialog(page).getByRole('group', { name: 'Condition 2' }).getByRole('textbox', { name: 'Value' }).fill('2000');
    await expect(trial.getByRole('textbox', { name: income.name })).toHaveValue('2500');
    await expect(trial.getByText('The rule applies')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    expect((await stored(page, form)).logic).toHaveLength(1);
  });

  test('two questions that hide each other while they are empty are named on the page and while a rule is made', async ({
    page,
  }) => {
    const { income, night, name } = await fields(page);
    const hiding = (hidden: { name: string; id: number }, other: { id: number }) => ({
      name: `Hide ${hidden.name}`,
      condition: { and: [ofForm(other, { op: 'EMPTY' })] },
      actions: [{ type: 'hide', field_id: hidden.id }],
    });
    const form = await makeForm(page, 'Hidden', [income, night, name], { logic: [hiding(income, night)] });
    await page.goto(`/organization/forms/${form.id}`);
    await section(page).getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('option', { name: income.name, exact: true }).click();
    await choose(page, 'Condition 1', 'Comparison', 'is empty');
    await choose(page, 'Action 1', 'Action', 'Hide');
    await choose(page, 'Action 1', 'Field', night.name);
    const trial = dialog(page).getByRole('region', { name: 'Try it' });
    const never = (...names: string[]) =>
      `${names.map((one) => `“${one}”`).join(' and ')} can’t appear when someone starts with an empty form`;
    await expect(trial.getByText(never(night.name))).toBeVisible();
    await save(page);
    await expect(section(page).getByText(never(income.name, night.name))).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/organization/forms/${form.id}/edit`);
    await expect(page.getByText(never(income.name, night.name))).toBeVisible();
  });

  test('FO-52 the order is kept back until it is saved', async ({ page }) => {
    const { income, name } = await fields(page);
    const rule = (title: string) => ({
      name: title,
      condition: { and: [ofForm(income, { op: 'NEMPTY' })] },
      actions: [{ type: 'show', field_id: name.id }],
    });
    const form = await makeForm(page, 'Ordered', [income, name], { logic: ['One', 'Two', 'Three'].map(rule) });
    const names = async () => (await stored(page, form)).logic.map((one) => one.name);
    await page.goto(`/organization/forms/${form.id}`);
    const rows = section(page).getByRole('list', { name: 'Rules' }).getByRole('listitem');
    await more(page, 'Three', 'Move to top');
    await expect(rows).toHaveText([/^Three/, /^One/, /^Two/]);
    await expect(section(page).getByRole('button', { name: 'Add rule' })).toBeDisabled();
    await section(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveText([/^One/, /^Two/, /^Three/]);
    await expect(section(page).getByRole('button', { name: 'Add rule' })).toBeFocused();
    await rows.nth(1).getByRole('button', { name: 'Move up' }).press('Enter');
    await expect(rows).toHaveText([/^Two/, /^One/, /^Three/]);
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    await section(page).getByRole('button', { name: 'Save order' }).click();
    await expect(section(page).getByRole('button', { name: 'Save order' })).toBeHidden();
    await expect(rows).toHaveText([/^Two/, /^One/, /^Three/]);
    expect(await names()).toEqual(['Two', 'One', 'Three']);
  });

  test('FO-56 FO-59 conditions of every shape come back as they were, also past somebody else’s save', async ({
    page,
  }) => {
    const { income, night, name } = await fields(page);
    const condition = {
      and: [
        {
          scope: 'form',
          conditions: {
            or: [
              { field_name: String(income.id), op: 'RANGE', value: [100, 200] },
              { field_name: String(night.id), op: 'IN', value: ['shelter', 'street'] },
              { field_name: String(name.id), op: 'BWITH', value: 'St' },
            ],
          },
        },
        { scope: 'response', conditions: { and: [{ field_name: 'created_at', op: 'DOW', value: [1, 5] }] } },
        { scope: 'client', conditions: { and: [{ field_name: 'gender', op: 'NEQ', value: 'female' }] } },
      ],
    };
    const form = await makeForm(page, 'Shaped', [income, night, name], {
      logic: [{ name: 'Shaped', condition, actions: [{ type: 'hide', field_id: name.id }] }],
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/organization/forms/${form.id}`);
    await more(page, 'Shaped', 'Edit');
    const group = dialog(page).getByRole('group', { name: 'Condition 1', exact: true });
    await expect(group.getByRole('textbox', { name: 'From' })).toHaveValue('100');
    await expect(group.getByRole('button', { name: 'any' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(/This rule shows or hides Shelter name .* based on its own answer/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed');
    const renamed = unique('Renamed form');
    await api(page, 'PUT', `/forms/${form.id}`, { name: renamed });
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this form');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await stored(page, form)).toMatchObject({ name: renamed, logic: [{ name: 'Renamed', condition }] });

    await more(page, 'Renamed', 'Edit');
    await group.getByRole('button', { name: 'Remove condition 1.2' }).click();
    await expect(group.getByRole('button', { name: 'Add condition to group' })).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Remove condition 3' }).press('Enter');
    await group.getByRole('textbox', { name: 'To' }).fill('2,000');
    await save(page);
    await expect(dialog(page)).toBeHidden();
    expect((await stored(page, form)).logic[0]?.condition).toEqual({
      and: [
        {
          scope: 'form',
          conditions: {
            or: [
              { field_name: String(income.id), op: 'RANGE', value: [100, 2000] },
              { field_name: String(name.id), op: 'BWITH', value: 'St' },
            ],
          },
        },
        condition.and[1],
      ],
    });
  });
});

test('dependencies are drawn and told in words', async ({ page }) => {
  await signIn(page, 'curtis');
  const { income, night, name } = await fields(page);
  const rule = (title: string, group: object, field_id: number) => ({
    name: title,
    condition: { and: [group] },
    actions: [{ type: 'show', field_id }],
  });
  const isGiven = (field: { id: number }) => ofForm(field, { op: 'NEMPTY' });
  const born = { scope: 'client', conditions: { and: [{ field_name: 'dob', op: 'NEMPTY' }] } };
  const form = await makeForm(page, 'Connected', [income, night, name], {
    logic: [
      rule('First', isGiven(income), night.id),
      rule('Second', isGiven(night), name.id),
      rule('Third', born, name.id),
    ],
  });
  await page.goto(`/organization/forms/${form.id}`);
  await section(page).getByText('Dependencies', { exact: true }).click();
  const facts = section(page).getByRole('list', { name: 'Dependencies' });
  await expect(facts.getByRole('listitem')).toHaveText([
    `First reads ${income.name}, changes ${night.name}`,
    `Second reads ${night.name}, changes ${name.name}`,
    `Third reads The person, changes ${name.name}`,
  ]);
  const picture = section(page)
    .getByRole('group')
    .filter({ has: page.getByRole('list', { name: 'Dependencies' }) });
  const node = (list: string, text: string) =>
    picture.getByRole('list', { name: list, exact: true }).getByRole('button', { name: text, exact: true });
  await node('Rules', 'Second').press('Enter');
  await expect(node('Rules', 'Second')).toHaveAttribute('aria-pressed', 'true');
  await expect(node('Changes', name.name)).not.toHaveAttribute('data-faded');
  // What it depends on by way of another rule.
  await expect(node('Reads', income.name)).not.toHaveAttribute('data-faded');
  await expect(node('Reads', 'The person')).toHaveAttribute('data-faded');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(node('Rules', 'Second')).toBeHidden();
  await expect(facts).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('who may not change forms reads their rules', async ({ page }) => {
  await signIn(page, 'curtis');
  const { income, name } = await fields(page);
  const form = await makeForm(page, 'Read', [income, name], {
    logic: [
      {
        name: 'Told',
        condition: { and: [ofForm(income, { op: 'GTE', value: 2000 })] },
        actions: [{ type: 'require', field_id: name.id }],
      },
    ],
  });
  await signIn(page, 'dana');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/organization/forms/${form.id}`);
  await expect(section(page).getByRole('listitem')).toContainText(
    `When ${income.name} is at least 2,000: require ${name.name}`,
  );
  await expect(section(page).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});
