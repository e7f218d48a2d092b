import type { FieldTypeName } from '../field-types/field-type.ts';

/** What a row of the survey sheet is. */
export type RowType =
  | { kind: 'begin' | 'end'; of: 'group' | 'repeat' }
  | { kind: 'question'; field_type: FieldTypeName; metadata: Record<string, unknown> }
  | { kind: 'range' }
  | {
      kind: 'select';
      field_type: 'select-one' | 'select-many';
      /** Blank where the row names none. */
      list: string;
      hasOther: boolean;
      /** Where the values of its choices are numbers to be calculated with. */
      data_type?: 'numeric';
    }
  | { kind: 'calculation' }
  /** What a device notes by itself, and data that nobody is asked for. */
  | { kind: 'unasked' }
  /** A question that no field can ask. */
  | { kind: 'unknown' };

const question = (field_type: FieldTypeName, metadata: Record<string, unknown> = {}): RowType => ({
  kind: 'question',
  field_type,
  metadata,
});

const text = question('freeform-short');
const whole = question('number', { format: 'integer' });
const file = question('attachment');
const tick = question('checkbox');

const types: Record<string, RowType> = {
  text,
  string: text,
  'phone number': text,
  tel: text,
  integer: whole,
  int: whole,
  decimal: question('number'),
  range: { kind: 'range' },
  date: question('date'),
  time: question('time'),
  note: question('presentation'),
  image: file,
  photo: file,
  audio: file,
  video: file,
  file,
  acknowledge: tick,
  trigger: tick,
  calculate: { kind: 'calculation' },
};

const unasked = new Set(
  `start, start time, end, end time, today, deviceid, device id, subscriberid, subscriber id, imei, simserial, sim id,
  phonenumber, username, email, audit, hidden, xml-external, csv-external, start-geopoint, background-audio,
  background-geopoint`.split(/,\s+/),
);

const select =
  /^(?:add\s+)?(select[\s_]*one|select1|select[\s_]*multiple|select\s+all\s+that\s+apply)(?:\s+prompt\s+using)?(?:\s+from)?(?:\s+(?!or[\s_](?:specify[\s_])?other$)(\S+))?(\s+or[\s_](?:specify[\s_])?other)?$/i;

const structure = /^(begin|end)\s+(?:lgroup|group|repeat|loop)/;

/** What a row is, by its type as the standard and its older forms write it. */
export const readType = (written: string): RowType => {
  if (written.length > 500) return { kind: 'unknown' };
  const [, choose, list = '', other] = select.exec(written) ?? [];
  if (choose) {
    const isOne = /one|select1/i.test(choose);
    return { kind: 'select', field_type: isOne ? 'select-one' : 'select-many', list, hasOther: other !== undefined };
  }
  const words = written.toLowerCase().replaceAll(/[\s_]+/g, ' ');
  const [, side] = structure.exec(words) ?? [];
  if (side) return { kind: side as 'begin' | 'end', of: /repeat|loop/.test(words) ? 'repeat' : 'group' };
  const name = words.replace(/^(add|get) /, '').replace(/ prompt$/, '');
  if (unasked.has(name) || name.startsWith('uri:')) return { kind: 'unasked' };
  return Object.hasOwn(types, name) ? types[name]! : { kind: 'unknown' };
};
