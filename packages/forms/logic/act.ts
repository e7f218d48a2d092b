import type { FormField } from '../definition/form-definition.ts';
import type { Rule, RuleAction } from '../definition/rule.ts';
import { type FieldState, kindOfField } from './compile.ts';
import type { Look } from './look.ts';

/** What the rules make of the fields in one round. */
export type Round = { states: Map<number, FieldState>; assigned: Map<number, unknown> };

/** What an action of a rule makes of the state of its field. */
export const act = (
  { action: { type, payload }, rule: { name } }: { action: RuleAction; rule: Rule },
  { field_id, field, state }: FormField & { state: FieldState },
  { assigned, offers }: Pick<Round, 'assigned'> & Pick<Look, 'offers'>,
): FieldState => {
  switch (type) {
    case 'hide':
    case 'show':
      return { ...state, hidden: type === 'hide' };
    case 'require':
    case 'optional':
      return { ...state, required: type === 'require' };
    case 'lock':
    case 'unlock':
      return { ...state, locked: type === 'lock' };
    case 'set':
      assigned.set(field_id, payload?.value);
      return { ...state, heldBy: name };
    case 'filter': {
      const { conditions } = payload ?? {};
      const kind = kindOfField(field);
      return conditions
        ? { ...state, options: field.field_options.filter((option) => offers(conditions, option, kind)) }
        : state;
    }
    case 'clear':
      return state;
  }
};
