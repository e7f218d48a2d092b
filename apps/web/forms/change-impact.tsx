import { useState } from 'react';
import type { z } from 'zod';
import type { uses } from '#contract/resources/fields.ts';
import { listed } from '#web/access/access-record.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import css from './change-impact.module.css';

type Uses = z.output<typeof uses>;

const unlessNone = (count: number, one: string) => (count === 0 ? [] : [counted(count, one)]);

/** "1,204 responses, 2 sequences and 3 rules": what refers to a definition. */
const touched = (uses: Uses) =>
  listed([
    ...unlessNone(uses.response_count, 'response'),
    ...unlessNone(uses.forms.length, 'form'),
    ...unlessNone(uses.fields.length, 'other field'),
    ...unlessNone(uses.rules.length, 'rule'),
    ...unlessNone(uses.calculations.length, 'calculation'),
    ...unlessNone(uses.notifications, 'notification'),
    ...unlessNone(uses.reports.length, 'report'),
    ...unlessNone(uses.sequences.length, 'sequence'),
    ...unlessNone(uses.public_forms, 'public form'),
  ]);

/**
 * Asks before a change to a form or a field that was answered is saved.
 * @param title of the question: "Save form Intake", @param verb its button
 * @param load gives what refers to the form or field now
 */
export const useChangeImpact = (title: string, verb: string, load: () => Promise<Uses>) => {
  const [pendingSave, setPendingSave] = useState<{ uses: Uses; consequences: string[]; save: () => unknown } | null>(
    null,
  );
  return {
    /**
     * Saves; where there are `consequences`, sentences that say what becomes of answers, and answers that they touch,
     * only once the person has agreed.
     */
    saveKnowingly: async (consequences: string[], save: () => unknown): Promise<void> => {
      if (consequences.length === 0) return void save();
      try {
        const found = await load();
        if (found.response_count === 0) save();
        else setPendingSave({ uses: found, consequences, save });
      } catch (error) {
        failures.report(error);
      }
    },
    question: pendingSave && (
      <Confirm
        opened
        title={title}
        verb={verb}
        onCancel={() => setPendingSave(null)}
        onConfirm={() => {
          setPendingSave(null);
          pendingSave.save();
        }}
      >
        <div className={css.body}>
          <p>
            This change affects <strong>{touched(pendingSave.uses)}</strong>.
          </p>
          <ul>
            {pendingSave.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        </div>
      </Confirm>
    ),
  };
};
