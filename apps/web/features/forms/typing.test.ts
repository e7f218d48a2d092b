import { describe, expect, test } from 'vitest';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { emptyField, withType } from '#web/forms/definition/draft.ts';
import { amended, firstStep, redone, type Steps, undone, withChange } from '#web/screens/edit-steps.ts';
import { bodyOf, emptyForm, type FormValues, issuesOf } from './draft.ts';
import { type Entry, newEntry, newField, withEntry, withKnownField, withOptions } from './entries.ts';
import { mergeEntries } from './merge-entries.ts';

const randomFrom = (start: number) => {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Adds questions of all types in a random course of the editor's steps, beside a plain list of what should stand there. */
const typed = (count: number, seed: number) => {
  const random = randomFrom(seed);
  const below = (top: number) => Math.floor(random() * top);
  let steps: Steps<FormValues> = firstStep(emptyForm);
  let at = 0;
  const wanted: { name: string; options: string[] }[] = [];
  const change = (next: (entries: Entry[]) => Entry[], tag: string | null = null) => {
    at += below(1500);
    steps = withChange(steps, { ...steps.now, entries: next(steps.now.entries) }, { tag, at });
  };
  for (let asked = 0; asked < count; asked++) {
    const type = fieldTypeNames[below(fieldTypeNames.length)]!;
    const question = { name: `Question ${asked}`, options: [] as string[] };
    const entry = newEntry(withType(emptyField(question.name), type));
    change((entries) => withEntry(entries, entry));
    wanted.push(question);
    // An earlier question turns out to be one that exists: an undo on the way changes nothing about that.
    if (entry.option_lines === undefined && random() < 0.2) {
      const known = { ...newField(withType(emptyField(question.name), type)), id: asked + 1 };
      if (random() < 0.5) steps = undone(steps);
      const isUndone = !steps.now.entries.some(({ field_id }) => field_id === entry.field_id);
      steps = amended(steps, (values) => ({
        ...values,
        entries: withKnownField(values.entries, entry.field_id, known),
      }));
      if (isUndone) steps = redone(steps);
    }
    if (entry.option_lines !== undefined) {
      question.options = Array.from({ length: 1 + below(4) }, (_, index) => `Option ${asked} ${index}`);
      const text = question.options.join('\n');
      for (let end = 1; end <= text.length; end += 1 + below(7))
        change(
          (entries) =>
            entries.map((one) => (one.field_id === entry.field_id ? withOptions(one, text.slice(0, end)) : one)),
          'options',
        );
      change(
        (entries) => entries.map((one) => (one.field_id === entry.field_id ? withOptions(one, text) : one)),
        'options',
      );
    }
    if (random() < 0.3) {
      const back = 1 + below(3);
      for (let step = 0; step < back; step++) steps = undone(steps);
      for (let step = 0; step < back; step++) steps = redone(steps);
    }
    if (random() < 0.2) {
      const [from, to] = [below(wanted.length), below(wanted.length)];
      const moved = <T>(list: readonly T[]): T[] => list.toSpliced(from, 1).toSpliced(to, 0, list[from]!);
      wanted.splice(0, wanted.length, ...moved(wanted));
      change(moved);
    }
    // A reload: the draft goes on where the editor was.
    if (random() < 0.1) steps = firstStep(JSON.parse(JSON.stringify(steps.now)));
  }
  return { values: steps.now, wanted };
};

const shown = (entries: readonly Entry[]) =>
  entries.map(({ field }) => ({ name: field.name, options: field.field_options.map(({ label }) => label) }));

describe('300 questions of all types, typed with undo, moves, reloads and fields that exist', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('course %i: none is lost or moved, and no option', (seed) => {
    const { values, wanted } = typed(300, seed);
    expect(shown(values.entries)).toEqual(wanted);
    expect(Object.keys(issuesOf(values)).filter((path) => path.endsWith('field_options'))).toEqual([]);
    const sent = bodyOf(values).form_fields;
    expect(sent.map(({ position }) => position)).toEqual(wanted.map((_, position) => position));
    expect(new Set(sent.map(({ field_id }) => field_id)).size).toBe(300);
  });

  test.each([1, 2, 3])('in two tabs, course %i: what either added is there, in its order', (seed) => {
    const base = typed(40, seed).values.entries;
    const add = (seed: number) =>
      typed(20, seed).values.entries.map((entry) => ({
        ...entry,
        field: { ...entry.field, name: `${seed} ${entry.field.name}` },
      }));
    const unsaved = (entries: Entry[]) => entries.filter(({ field_id }) => field_id > 1000);
    const [mine, theirs] = [unsaved(add(seed + 10)), unsaved(add(seed + 20))];
    const { entries, isClash } = mergeEntries(base, { mine: [...base, ...mine], theirs: [...base, ...theirs] }, 'mine');
    expect(isClash).toBe(false);
    const names = shown(entries).map(({ name }) => name);
    for (const side of [base, mine, theirs])
      expect(names.filter((name) => side.some(({ field }) => field.name === name))).toEqual(
        shown(side).map(({ name }) => name),
      );
  });
});
