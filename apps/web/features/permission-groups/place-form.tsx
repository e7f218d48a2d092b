import { SubmitForm } from '#web/kit/submit-form.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { NumberField } from '#web/ui/number-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import words from '#web/ui/words.module.css';
import css from './locations.module.css';
import type { PlaceDraft } from './places.ts';

/** One place: its name and address, and where it is, typed or pressed on the map. */
export const PlaceForm = ({ form, isNew }: { form: Form<PlaceDraft>; isNew: boolean }) => {
  const { field, values, set, error } = form;
  const { latitude, longitude, problems } = values;
  const degrees = (what: 'latitude' | 'longitude', label: string, placeholder: string) => (
    <NumberField
      id={what}
      label={label}
      placeholder={placeholder}
      value={values[what]}
      onChange={(value, problem) => {
        set(what, value);
        const { [what]: _, ...others } = problems;
        set('problems', problem ? { ...others, [what]: problem } : others);
      }}
      error={error(what)}
    />
  );
  const takeOff = () => {
    set('latitude', null);
    set('longitude', null);
    set('problems', {});
    focusField('latitude');
  };
  return (
    <SubmitForm form={form} className={`${layout.column} ${css.form}`}>
      <h3 className={words.head}>{isNew ? 'Add location' : 'Edit location'}</h3>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <TextareaField {...field('address')} label="Address" rows={2} autoComplete="off" />
      <p className={css.hint}>
        Click the location on the map, or enter its latitude and longitude. You can leave both empty.
      </p>
      <div className={css.degrees}>
        {degrees('latitude', 'Latitude', '41.8781')}
        {degrees('longitude', 'Longitude', '-87.6298')}
      </div>
      {(latitude !== null || longitude !== null) && (
        <div>
          <Button size="small" onClick={takeOff}>
            Remove from map
          </Button>
        </div>
      )}
      {/* Enter in a field takes the place into the list, as the button in the foot does. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </SubmitForm>
  );
};
