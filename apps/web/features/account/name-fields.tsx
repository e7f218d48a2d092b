import type { Form } from '#web/kit/use-form.ts';
import { TextField } from '#web/ui/text-field.tsx';

type Names = { first_name: string; last_name: string };

/** The two inputs of one's own name. */
export const NameFields = ({ field }: Pick<Form<Names>, 'field'>) => (
  <>
    <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
    <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
  </>
);
