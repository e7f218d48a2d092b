import { useId } from 'react';
import { genders } from '#contract/resources/clients.ts';
import { type ChosenValues, type MergedValue, mergedValues } from '#contract/resources/merges.ts';
import { fullName, showDate } from '#web/kit/formats.ts';
import { Ssn } from '#web/screens/ssn.tsx';
import css from './merge.module.css';
import type { Candidate, Preview } from './merge.ts';

/** A value in words; the digits of an SSN stay hidden until somebody asks for them. */
const shown = (person: Candidate, name: MergedValue): string => {
  if (name === 'ssn_suffix') return `of ID ${person.id}`;
  if (name === 'photo') return `Photo of ID ${person.id}`;
  if (name === 'gender') return genders[person.gender];
  if (name === 'dob' || name === 'dod') return showDate(person[name]);
  return person[name] ?? '';
};

type Props = {
  /** The master, then those that are merged. */
  people: Candidate[];
  values: Preview['values'];
  /** What was chosen last, before the server has answered to it. */
  chosen: ChosenValues;
  onKeep: (name: MergedValue, of: number) => void;
};

/** The values in which the records differ: which one the master keeps. */
export const ValueTable = ({ people, values, chosen, onKeep }: Props) => {
  const group = useId();
  const differing = values.filter(({ differs }) => differs);
  const same = values.filter(({ differs, of }) => !differs && of.length > 0);
  const [master] = people;
  if (!master || people.length < 2) return null;
  return (
    <section className={css.values} aria-labelledby={`${group}title`}>
      <h2 id={`${group}title`}>Values that differ</h2>
      {differing.length > 0 ? (
        <>
          <p className={css.caption}>
            Choose what {fullName(master)} keeps. Blank values are filled from the other records, newest first.
          </p>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {people.map((person) => (
                  <th key={person.id} scope="col">
                    {fullName(person)}
                    {person === master ? ', master' : ''}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differing.map(({ name, of, kept_of }) => (
                <tr key={name}>
                  <th scope="row">{mergedValues[name]}</th>
                  {people.map((person) => (
                    <td key={person.id}>
                      {of.includes(person.id) ? (
                        <>
                          <label className={css.choice}>
                            <input
                              type="radio"
                              name={`${group}${name}`}
                              aria-label={`${mergedValues[name]}: ${shown(person, name)}, ID ${person.id}`}
                              checked={(chosen[name] ?? kept_of) === person.id}
                              onChange={() => onKeep(name, person.id)}
                            />
                            {name !== 'ssn_suffix' && <span>{shown(person, name)}</span>}
                          </label>
                          {name === 'ssn_suffix' && <Ssn id={person.id} />}
                        </>
                      ) : (
                        <span className={css.blank}>Blank</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p className={css.caption}>None. All values are the same.</p>
      )}
      {differing.length > 0 && same.length > 0 && (
        <p className={css.caption}>
          Same in all records:{' '}
          {same.map(({ name }) => mergedValues[name].replace(/^./, (c) => c.toLowerCase())).join(', ')}.
        </p>
      )}
    </section>
  );
};
