import { TextField } from '#web/ui/text-field.tsx';

type Names = { first_name: string; last_name: string };

/** The two inputs of one's own name. */
export const NameFields = ({
  values,
  set,
  error,
}: {
  values: Names;
  set: (key: keyof Names, value: string) => void;
  error: (path: string) => string | null;
}) => (
  <>
    <TextField
      id="first_name"
      label="First name"
      autoComplete="given-name"
      value={values.first_name}
      onChange={(name) => set('first_name', name)}
      error={error('first_name')}
    />
    <TextField
      id="last_name"
      label="Last name"
      autoComplete="family-name"
      value={values.last_name}
      onChange={(name) => set('last_name', name)}
      error={error('last_name')}
    />
  </>
);
