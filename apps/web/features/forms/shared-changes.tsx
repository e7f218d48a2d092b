import type { z } from 'zod';
import type { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { useZone } from '#web/access/account.tsx';
import { Differences } from '#web/forms/definition/differences.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Changes = NonNullable<z.output<(typeof affiliationRoutes.formChanges)['response']>['changes']>;
type SharedChangesProps = { form: FormRecord; changes: Changes; onClose: () => void };

/** What the owner of a form changed in it, part by part in words. */
export const SharedChanges = ({ form, changes: { since, differences }, onClose }: SharedChangesProps) => (
  <Dialog
    opened
    onClose={onClose}
    width={720}
    title={`Changes in ${form.name}`}
    foot={<Button onClick={onClose}>Close</Button>}
  >
    <Differences differences={differences}>
      <p>
        Changed by {form.shared_by?.name} since {showDateTime(since, useZone())}. New responses use the current version.
        Existing answers stay.
      </p>
    </Differences>
  </Dialog>
);
