import type { z } from 'zod';
import type { calculationResult } from '#contract/resources/calculations.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';

/** What the calculations of a form made of a response; nothing where there are none. */
export const CalculationResults = ({ results }: { results: z.output<typeof calculationResult>[] }) =>
  results.length > 0 && (
    <Section title="Results">
      <DescriptionList
        facts={results.map(({ name, display_value }) => ({ label: name, value: display_value || null }))}
      />
      {results.some(({ is_former }) => is_former) && (
        <Note>
          {new Intl.ListFormat('en-US').format(results.filter(({ is_former }) => is_former).map(({ name }) => name))}:
          calculated before the calculation changed
        </Note>
      )}
    </Section>
  );
