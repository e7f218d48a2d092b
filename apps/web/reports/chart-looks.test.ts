import fs from 'node:fs';
import { expect, test } from 'vitest';
import { fillOf, strokeOf } from './chart-looks.ts';

const tokens = fs.readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = tokens.split('[data-mantine-color-scheme="dark"]');

/** The colours of a scheme by the names of their tokens; the dark one changes some of the light one's. */
const coloursIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/(--chart-(?:fill|line)-\d+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );

test('RP-65 series have six fills and six strokes, none like another, and begin anew with the seventh', () => {
  const six = [0, 1, 2, 3, 4, 5];
  for (const colours of [coloursIn(light), { ...coloursIn(light), ...coloursIn(dark) }])
    for (const colourOf of [fillOf, strokeOf]) {
      const named = six.map((look) => colours[/var\((.*)\)/.exec(colourOf(look))![1]!]);
      expect(named).not.toContain(undefined);
      expect(new Set(named).size).toBe(6);
      expect(colourOf(6)).toBe(colourOf(0));
    }
  expect(Object.keys(coloursIn(tokens))).toHaveLength(12);
});
