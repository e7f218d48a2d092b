// Long because the robot knows each way in which a question and its options can be typed, moved and taken away.
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { fieldTypes } from '#forms/field-types/index.ts';

/** Twelve keys a second, in milliseconds. */
const pace = 1000 / 12;

/** A question as it was typed: `options` of a select, `required` as its row says. */
export type Question = { name: string; kind: string; options: string[]; required: boolean };

/** Fields that the organization has already, and the form that record pickers pick from. */
export type Known = { fields: Question[]; form: string };

/** Returns numbers from 0 to below 1, the same for the same seed (mulberry32). */
const randomFrom = (start: number) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
};

const kinds = [...Object.values(fieldTypes).map(({ title }) => title), 'Section', 'Short text', 'Short text'];
const withOptions = ['Select one', 'Select many'];
const inDialog = ['Presentation', 'Record picker', 'Search', 'Autopopulate'];
/** A key or a press that was not meant. */
type Slip = 'Tab' | 'Escape' | 'Enter' | 'Undo' | 'Reload' | 'Back' | 'Link';
const allSlips: Slip[] = ['Tab', 'Escape', 'Enter', 'Undo', 'Reload', 'Back', 'Link'];
const dialogSlips: Slip[] = ['Tab', 'Escape', 'Undo', 'Reload', 'Back'];
const withoutAnswer = ['Presentation', 'Section'];

/** Lists the questions and options that are missing, added, moved or different from what was typed. */
export const faults = (typed: Question[], found: Question[]): string[] => {
  const at = new Map(found.map((question, place) => [question.name, place]));
  const kept = typed.filter(({ name }) => at.has(name));
  const places = kept.map(({ name }) => at.get(name) ?? 0);
  return [
    ...typed.filter(({ name }) => !at.has(name)).map(({ name }) => `${name} is lost`),
    ...found.filter(({ name }) => !typed.some((one) => one.name === name)).map(({ name }) => `${name} is extra`),
    ...kept
      .filter((_, index) => index > 0 && places[index]! < places[index - 1]!)
      .map(({ name }) => `${name} is moved`),
    ...kept.flatMap(({ name, ...question }) => {
      const { name: _, ...now } = found[at.get(name) ?? 0]!;
      return JSON.stringify(now) === JSON.stringify(question)
        ? []
        : [`${name} is ${JSON.stringify(now)}, not ${JSON.stringify(question)}`];
    }),
  ];
};

/** Types a form as somebody in a hurry does, and remembers what should be on it. */
export class Robot {
  readonly page: Page;
  /** The name of the form, which tells its draft from others. */
  readonly form: string;
  readonly typed: Question[] = [];
  /** Text that did not arrive where it was typed. */
  readonly losses: string[] = [];
  readonly tally: Record<string, number> = {};
  #known: Known;
  #random: () => number;
  #adding: Locator;

  constructor(page: Page, { form, seed, known }: { form: string; seed: number; known: Known }) {
    this.page = page;
    this.form = form;
    this.#known = { ...known, fields: [...known.fields] };
    this.#random = randomFrom(seed);
    this.#adding = page.getByRole('combobox', { name: 'Add field' });
    // The browser asks before a reload, which is meant.
    page.on('dialog', (dialog) => dialog.accept());
  }

  #chance = (of: number) => this.#random() < of;
  #below = (top: number) => Math.floor(this.#random() * top);
  #one = <T>(list: readonly T[]): T => list[this.#below(list.length)]!;
  #count = (what: string) => {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  };

  /** Returns letters that no other name begins with. */
  #word = (length: number) => {
    const letters = randomUUID()
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
    return letters.slice(0, length);
  };

  #keys = (text: string) => this.page.keyboard.type(text, { delay: pace });
  #press = (key: string) => this.page.keyboard.press(key, { delay: pace });

  async #click(box: Locator) {
    await box.click();
    await this.#press('Control+End');
  }

  /** Opens the editor of a new form, and types its name. */
  async open() {
    await this.page.goto('/organization/forms');
    await this.page.getByRole('link', { name: 'Add form' }).first().click();
    await this.#enter(this.page.getByRole('textbox', { name: 'Name', exact: true }), this.form, ['Undo', 'Escape']);
  }

  /**
   * Types a text into a box, now and then with a slip on the way. What the box lacks in the end is a loss, and is filled
   * in, so that each loss counts once.
   * @param isThere whether the keyboard should be in the box already
   * @param onEnter returns what the box holds after an Enter on the way
   * @returns what the box holds
   */
  async #enter(
    box: Locator,
    text: string,
    slips: readonly Slip[],
    { isThere = false, onEnter }: { isThere?: boolean; onEnter?: (before: string) => string } = {},
  ): Promise<string> {
    if (!isThere || this.#chance(0.3)) await this.#click(box);
    let whole = text;
    if (slips.length > 0 && this.#chance(0.35)) {
      const place = 2 + this.#below(text.length - 3);
      const slip = this.#one(slips);
      await this.#keys(text.slice(0, place));
      this.#count(slip);
      const before = slip === 'Enter' && onEnter ? onEnter(text.slice(0, place)) : text.slice(0, place);
      whole = before + text.slice(place);
      await this.#slip(slip, box);
      await this.#keys(text.slice(place));
    } else await this.#keys(text);
    const found = await box.evaluate((element) =>
      'value' in element ? String(element.value) : (element as HTMLElement).innerText,
    );
    if (found !== whole) {
      this.losses.push(`${JSON.stringify(whole)} became ${JSON.stringify(found)}`);
      await box.fill(whole);
    }
    return whole;
  }

  /** Hits a key that was not meant, and goes back to the box where that leads away from it. */
  async #slip(slip: Slip, box: Locator) {
    const { page } = this;
    if (slip === 'Enter') await this.#press('Enter');
    if (slip === 'Undo') {
      await this.#press('Control+z');
      await this.#press('Control+Shift+z');
    }
    if (slip === 'Escape') {
      await this.#press('Escape');
      if (!(await box.evaluate((element) => element === document.activeElement))) await this.#click(box);
    }
    if (slip === 'Tab') {
      await this.#press('Tab');
      // The next keys are on their way before it is noticed. In a dialog a space would press the button that it meets.
      await this.#keys((await page.getByRole('dialog').count()) > 0 ? 'q' : 'q ');
      if ((await box.count()) === 0) await this.#reopen();
      await this.#click(box);
    }
    if (slip === 'Back' || slip === 'Link') {
      if (slip === 'Back') await page.evaluate(() => history.back());
      else await page.getByRole('link', { name: 'Forms', exact: true }).first().click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await this.#click(box);
    }
    if (slip === 'Reload') {
      await this.reload();
      await this.#click(box);
    }
  }

  /** Reloads the page, and restores the draft of this form. */
  async reload() {
    const { page } = this;
    await page.reload();
    const offers = page.getByRole('group', { name: 'Drafts' }).locator('> div').filter({ hasText: this.form });
    await offers
      .getByRole('button', { name: /^Restore draft from / })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true, includeHidden: true })).toHaveValue(this.form);
  }

  /** Adds a question, and does something else now and then. */
  async ask() {
    const known = this.#chance(0.12) ? this.#known.fields.shift() : undefined;
    await (known ? this.#askKnown(known) : this.#askNew());
    if (this.#chance(0.15)) await this.#undo();
    if (this.#chance(0.1)) await this.#move();
    if (this.#chance(0.1)) await this.#tick();
  }

  /** Types the name of a field that exists, and takes it: at once, or when it is found. */
  async #askKnown(field: Question) {
    this.#count('Known');
    await this.#enter(this.#adding, field.name, ['Escape', 'Tab', 'Reload']);
    if (this.#chance(0.5)) await this.page.getByRole('option', { name: field.name }).first().waitFor();
    await this.#press('Enter');
    await expect(this.#adding).toHaveValue('');
    this.typed.push({ ...field });
  }

  async #askNew() {
    const kind = this.#one(kinds);
    const name = await this.#enter(this.#adding, `${this.#word(5)} ${this.#word(3)}`, allSlips, {
      isThere: this.#isInBox,
      onEnter: (before) => {
        this.typed.push({ name: before.trim(), kind: 'Short text', options: [], required: true });
        return '';
      },
    });
    const required = !withoutAnswer.includes(kind);
    const question: Question = { name: name.trim(), kind, options: [], required };
    this.#isInBox = true;
    await this.#choose(kind);
    if (inDialog.includes(kind)) await this.#fillDialog(kind);
    this.typed.push(question);
    if (withOptions.includes(kind)) question.options = await this.#list(question.name);
  }

  /** Whether the last step left the keyboard in the box that adds a field. */
  #isInBox = false;

  async #choose(kind: string) {
    const { page } = this;
    if (kind === 'Short text' && this.#chance(0.7)) return this.#press('Enter');
    const meant = new RegExp(`^${kind} [A-Z]`);
    if (this.#chance(0.75)) return page.getByRole('option', { name: meant }).click();
    const marked = page.locator('[data-combobox-selected]');
    for (let presses = 0; presses < kinds.length + 9; presses++) {
      await this.page.keyboard.press('ArrowDown');
      if ((await marked.count()) > 0 && meant.test((await marked.innerText()).replace(/\s+/g, ' '))) break;
    }
    return this.#press('Enter');
  }

  async #fillDialog(kind: string) {
    const dialog = this.page.getByRole('dialog', { name: 'Create field' });
    if (kind === 'Presentation') {
      await this.#enter(dialog.getByRole('textbox', { name: 'Content' }), 'Read this', dialogSlips);
    } else if (kind === 'Record picker') {
      await dialog.getByRole('combobox', { name: 'Internal form' }).click();
      await this.page.getByRole('option', { name: this.#known.form }).click();
    } else {
      if (kind === 'Autopopulate') {
        await dialog.getByRole('combobox', { name: 'Options source' }).click();
        await this.page.getByRole('option', { name: 'An API endpoint' }).click();
      }
      await this.#enter(dialog.getByLabel('API endpoint'), 'https://a.org', dialogSlips);
    }
    await dialog.getByRole('button', { name: 'Add to form' }).click();
    await expect(dialog).toHaveCount(0);
  }

  /** Opens the box of the last question's options again, which was closed by mistake. */
  async #reopen() {
    const row = this.#row(this.typed.length - 1);
    await row.locator('button[aria-expanded="false"]').first().click();
    await row.getByRole('button', { name: 'Edit options' }).click();
    this.#count('Reopen');
  }

  /** Types the options of a select, and goes on with a button, with keys, or without. */
  async #list(name: string): Promise<string[]> {
    const box = this.page.getByRole('textbox', { name: `Options of ${name}` });
    const lines = await this.#enter(box, `${this.#word(4)}\n${this.#word(5)}`, allSlips, {
      isThere: true,
      onEnter: (before) => `${before}\n`,
    });
    const next = this.#below(3);
    if (next === 0)
      await this.page
        .getByRole('form', { name: `Options of ${name}` })
        .getByRole('button')
        .click();
    if (next === 1) await this.#press('Control+Enter');
    this.#isInBox = next < 2;
    return lines.split('\n').filter(Boolean);
  }

  /** Takes the last steps back, and does them again by key or by button. */
  async #undo() {
    const before = await this.#shown();
    const steps = 1 + this.#below(3);
    const isByKey = this.#chance(0.5);
    if (isByKey) await this.#adding.click();
    for (const [button, keys] of [
      ['Undo', 'Control+z'],
      ['Redo', 'Control+Shift+z'],
    ] as const)
      for (let step = 0; step < steps; step++) {
        if (isByKey) await this.#press(keys);
        else await this.page.getByRole('button', { name: button, exact: true }).click();
      }
    // The list of kinds would cover the rows.
    if (isByKey) await this.#press('Escape');
    this.#isInBox = isByKey;
    this.#count('Undo and redo');
    await expect.poll(() => this.#shown()).toEqual(before);
  }

  #row = (place: number) => this.page.getByRole('list', { name: 'Fields' }).locator('> li').nth(place);

  async #move() {
    if (this.typed.length < 3) return;
    const place = 1 + this.#below(this.typed.length - 1);
    await this.#row(place).getByRole('button', { name: 'Move up' }).click();
    const [moved] = this.typed.splice(place, 1);
    this.typed.splice(place - 1, 0, moved!);
    this.#isInBox = false;
    this.#count('Move');
  }

  async #tick() {
    const place = this.#below(this.typed.length);
    const question = this.typed[place]!;
    if (withoutAnswer.includes(question.kind)) return;
    await this.#row(place).getByRole('checkbox', { name: 'Required' }).focus();
    await this.#press('Space');
    question.required = !question.required;
    this.#isInBox = false;
    this.#count('Required');
  }

  #shown(): Promise<string[]> {
    return this.page
      .getByRole('list', { name: 'Fields' })
      .getByRole('button', { name: /^Move .+ Position/ })
      .evaluateAll((buttons) =>
        buttons.map((button) => button.ariaLabel?.replace(/^Move (.+)\. Position.*/, '$1') ?? ''),
      );
  }

  /** Compares the names on the screen with what was typed. */
  async look() {
    const names = this.typed.map(({ name }) => name);
    await expect.soft.poll(() => this.#shown()).toEqual(names);
  }

  async save() {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
  }
}
