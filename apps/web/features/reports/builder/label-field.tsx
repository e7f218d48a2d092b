import type { ReportField } from '#reports/definition.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { withField } from './draft.ts';
import type { Builder } from './use-builder.ts';

/** What a column is called in the report; blank stands for the name of its field. */
export const LabelField = ({
  builder: { change, errorAt },
  field: { key, label },
  id,
  ...named
}: {
  builder: Builder;
  field: ReportField;
  id: string;
  label: string;
  placeholder: string;
}) => (
  <TextField
    {...named}
    id={id}
    labelHidden
    autoComplete="off"
    value={label ?? ''}
    onChange={(text) => change(id, (before) => withField(before, key, { label: text || null }), `label ${key}`)}
    error={errorAt(id)}
  />
);
