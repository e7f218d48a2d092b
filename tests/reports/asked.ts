// A report whose conditions compare with what its reader chooses comes to the same as one that has these values itself.
import { isPreset } from '#forms/logic/presets.ts';
import { type ReportCondition, type ReportConditions, withEach } from '#reports/conditions.ts';
import type { ParameterValue, ReportDefinition } from '#reports/definition.ts';
import type { Holding } from './world.ts';

type Chosen = { value: Exclude<ParameterValue, null>; type: 'period' | 'choice'; op: ReportCondition['op'] };

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const isDay = (value: unknown): value is string => /^\d{4}-\d\d-\d\d$/.test(String(value));
const isNamed = (value: unknown): value is string => isPreset(value) && !weekdays.includes(String(value).toLowerCase());

/** What a reader would choose for the same comparison; null where they can't. */
const chosenFor = ({ op, value }: ReportCondition, holding: Holding): Chosen | null => {
  if (holding === 'date' || holding === 'timestamp') {
    if (op === 'RANGE' || op === 'NRANGE') {
      const [from, to] = value as unknown[];
      return isDay(from) && isDay(to) ? { type: 'period', op: op === 'RANGE' ? 'EQ' : 'NEQ', value: [from, to] } : null;
    }
    if (!['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'].includes(op)) return null;
    return isNamed(value)
      ? { type: 'period', op, value }
      : isDay(value)
        ? { type: 'period', op, value: [value, value] }
        : null;
  }
  const isChoice = ['choice', 'choices', 'scale', 'user', 'record'].includes(holding);
  return isChoice && (op === 'IN' || op === 'NIN') ? { type: 'choice', op, value: value as (string | number)[] } : null;
};

/**
 * A report of which readers choose what conditions compare with, up to three of them, and what they choose. Its defaults
 * are other values. Null where it has no such condition.
 */
export const asAsked = (definition: ReportDefinition, holdingOf: (field: string) => Holding) => {
  const parameters: ReportDefinition['parameters'] = [];
  const chosen: Record<string, ParameterValue> = {};
  const asked = (conditions: ReportConditions): ReportConditions =>
    withEach(conditions, (one) => {
      const found = parameters.length < 3 ? chosenFor(one, holdingOf(one.field_name)) : null;
      if (!found) return one;
      const { value: _, ...rest } = one;
      const key = `asked_${parameters.length + 1}`;
      const { form = null, field_name: field, type } = one;
      const column = { form, field, type: type === 'calculation' ? type : ('field' as const) };
      const isPeriod = found.type === 'period';
      parameters.push({
        key,
        label: key,
        type: found.type,
        column: isPeriod ? null : column,
        default: isPeriod ? 'next year' : null,
      });
      chosen[key] = found.value;
      return { ...rest, op: found.op, parameter: key };
    });
  const { window } = definition;
  const filters = window?.filters && Object.entries(window.filters).map(([form, own]) => [form, asked(own)]);
  const whole: ReportDefinition = {
    ...definition,
    conditions: asked(definition.conditions),
    fields: definition.fields.map((one) => (one.filters ? { ...one, filters: asked(one.filters) } : one)),
    window: filters ? { ...window, filters: Object.fromEntries(filters) } : window,
    parameters,
  };
  return parameters.length > 0 ? { definition: whole, chosen } : null;
};
