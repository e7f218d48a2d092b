import { maxTrialFields } from '#contract/resources/forms.ts';
import { runCalculations } from '#forms/calculations/run.ts';
import { displayCalculation } from '#forms/calculations/show.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import { operandName } from '#forms/words/calculation-words.ts';
import { TimeField } from '#web/fields/time-field.tsx';
import trialCss from '#web/forms/trial/trial.module.css';
import { ResponsePicker, responseName, TryIt } from '#web/forms/trial/try-it.tsx';
import { type TriedResponse, useTriedResponses } from '#web/forms/trial/use-tried-responses.ts';
import { useClock } from '#web/forms/use-clock.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import words from '#web/ui/words.module.css';
import css from './calculations.module.css';
import {
  type CalculatedForm,
  type CalculationValues,
  calculationErrors,
  draftOf,
  keyOf,
  type Operand,
} from './draft.ts';
import { operandFields } from './operand-fields.ts';

type TrialValue = number | string | null;

/** So many of the newest responses show their result. */
const maxResults = 4;

/**
 * The result for values that are typed here, or those of a real response, as a response would show it.
 * @param formId undefined for a form that is not stored yet, @param id of the calculation itself, once it is stored
 */
export const Trial = ({
  values,
  form,
  formId,
  id = 0,
}: {
  values: CalculationValues;
  form: CalculatedForm;
  formId: number | undefined;
  id: number | undefined;
}) => {
  const clock = useClock();
  const draft = draftOf(values);
  const variables = (draft.variables ?? []) as Calculation['variables'];
  const operands = [
    ...new Map(variables.filter(({ record_id }) => record_id !== null).map((one) => [keyOf(one), one])).values(),
  ];
  const isWhole = Object.keys(calculationErrors({ ...values, name: '-' }, form, id || undefined)).length === 0;
  const own = { ...draft, id, position: 0 } as Calculation;
  const all = [...form.calculations.filter((one) => one.id !== id), own];
  const fields = operandFields(own, all);
  // With some of the answers left out, the results would be wrong.
  const asked = isWhole && fields.length <= maxTrialFields ? { field_ids: fields } : null;
  const { tried, picker, response, typed, type, problem } = useTriedResponses(formId, asked);

  // Each variable becomes a field of its own, which is answered here.
  const calculation = {
    ...draft,
    id: 0,
    position: 0,
    variables: variables.map((variable, index) =>
      variable.record_id === null ? variable : { ...variable, record_type: 'Field', record_id: index + 1 },
    ),
  } as Calculation;
  /** All results of a response, this calculation's among them. */
  const resultsFor = ({ answers }: TriedResponse) => runCalculations(all, (field) => answers[field] ?? null, clock);
  const results = response && resultsFor(response);
  // By the records: a letter may stand for another one later.
  const answerTo = (operand: Operand): TrialValue => {
    const key = keyOf(operand);
    const record = operand.record_id as number;
    const given = operand.record_type === 'Field' ? response?.answers[record] : results?.get(record);
    return ((Object.hasOwn(typed, key) ? typed[key] : given) ?? null) as TrialValue;
  };
  const answerAt = (place: number) => {
    const variable = variables[place - 1];
    return variable ? answerTo(variable) : null;
  };
  const result = runCalculations([calculation], answerAt, clock).get(0) ?? null;
  return (
    <TryIt>
      {operands.length === 0 && <p className={words.small}>Choose a field to try the calculation.</p>}
      <ResponsePicker {...picker} />
      {operands.map(({ name, ...operand }) => (
        <TrialInput
          // A new key resets the field when another response is chosen.
          key={`${keyOf(operand)} ${picker.value}`}
          kind={kindFor(values, name)}
          label={operandName(form, operand)}
          value={answerTo(operand)}
          onChange={(value) => type(keyOf(operand), value)}
        />
      ))}
      {operands.length > 0 && (
        <p role="status" className={css.result}>
          Result: <b>{displayCalculation(calculation, result) || 'blank'}</b>
        </p>
      )}
      {isWhole && tried && tried.latest.length > 0 && (
        <div className={trialCss.part}>
          <h3>Recent responses</h3>
          <ul className={css.results} aria-label="Recent responses">
            {tried.latest.slice(0, maxResults).map((response) => (
              <li key={response.id}>
                <span>{responseName(response)}</span>
                <b>{displayCalculation(calculation, resultsFor(response).get(id) ?? null) || 'blank'}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className={words.small} role="status">
        {problem}
      </p>
    </TryIt>
  );
};

/** What the answer behind a variable is: what is added to a date is a number. */
const kindFor = ({ type, date, time }: CalculationValues, name: string) => {
  if (type === 'numeric') return type;
  const { subtype } = type === 'date' ? date : time;
  return subtype === 'time_from' && name === 'b' ? 'numeric' : type;
};

const TrialInput = ({
  kind,
  value,
  ...field
}: {
  kind: CalculationValues['type'];
  label: string;
  value: TrialValue;
  onChange: (value: TrialValue) => void;
}) => {
  if (kind === 'numeric') return <NumberField {...field} value={typeof value === 'number' ? value : null} />;
  const text = typeof value === 'string' ? value : null;
  return kind === 'date' ? <DateField {...field} value={text} /> : <TimeField {...field} value={text} />;
};
