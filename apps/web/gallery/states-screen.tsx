import {
  IconChartBar,
  IconCloudOff,
  IconCopy,
  IconFilter,
  IconMap,
  IconPencilOff,
  IconPlus,
  IconSearch,
  IconTable,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { CellCheckbox, Checkbox, CheckboxField, Switch } from '#web/ui/checkbox.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorDialog } from '#web/ui/error-dialog.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import layout from '#web/ui/layout.module.css';
import { NumberField } from '#web/ui/number-field.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { SaveState } from '#web/ui/save-bar.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { ListSkeleton, RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { UserMenu } from '#web/ui/user-menu.tsx';
import css from './states-screen.module.css';

const GENDERS = ['Female', 'Male', 'Trans female to male', 'Trans male to female', 'Non-binary'];
const options = (labels: string[]) => labels.map((label) => ({ value: label, label }));
const nothing = () => undefined;

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.pane}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

export function StatesScreen() {
  return (
    <main className={css.sheet}>
      <h1>States sheet</h1>
      <div className={css.grid}>
        <Pane title="Buttons">
          <Buttons />
        </Pane>
        <Pane title="Badges: icon and word">
          <Badges />
        </Pane>
        <Pane title="Fields">
          <Fields />
        </Pane>
        <Pane title="Choices">
          <Choices />
        </Pane>
        <Pane title="Empty: nothing yet">
          <EmptyState
            icon={IconUsers}
            title="No People Present"
            helper="Add the first person, or import a list."
            action={
              <Button tone="filled" icon={IconPlus}>
                Add person
              </Button>
            }
          />
        </Pane>
        <Pane title="Empty: filtered">
          <EmptyState
            icon={IconFilter}
            title="No People Matched Your Filters"
            helper="Two filters are on: Inactive, Category Housing."
            action={<Button>Clear filters</Button>}
          />
        </Pane>
        <Pane title="Load failed">
          <LoadFailed onRetry={nothing} />
        </Pane>
        <Pane title="Skeletons">
          <ListSkeleton label="Loading people" rows={3} />
          <RecordSkeleton label="Loading record" />
        </Pane>
        <Pane title="Overlays">
          <Overlays />
        </Pane>
      </div>
    </main>
  );
}

function Buttons() {
  return (
    <div className={css.rows}>
      {(['filled', 'default', 'subtle', 'danger'] as const).map((tone) => (
        <div key={tone} className={`${layout.row} ${css.row}`}>
          <Button tone={tone}>{tone === 'danger' ? 'Delete' : 'Save'}</Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
          <Button tone={tone} busy>
            Saving
          </Button>
          <Button tone={tone} size="small" icon={IconPlus}>
            Small
          </Button>
        </div>
      ))}
    </div>
  );
}

function Badges() {
  return (
    <div className={`${layout.row} ${css.row}`}>
      <StatusBadge tone="ok">Active</StatusBadge>
      <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>
      <StatusBadge tone="warn" icon={IconCopy}>
        Duplicate
      </StatusBadge>
      <StatusBadge tone="warn">Invalid</StatusBadge>
      <StatusBadge tone="info">Ready</StatusBadge>
      <StatusBadge tone="error">Failed</StatusBadge>
      <StatusBadge tone="error" icon={IconCloudOff}>
        Not Synced
      </StatusBadge>
      <StatusBadge tone="pending">Pending</StatusBadge>
      <StatusBadge>Internal</StatusBadge>
      <SaveState kind="saving" text="Saving…" />
      <SaveState kind="saved" text="Draft saved 10:42" />
      <SaveState kind="offline" text="Offline – kept on this device" />
      <RelativeTime at={new Date(Date.now() - 3 * 3_600_000).toISOString()} />
    </div>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [born, setBorn] = useState<string | null>('1985-03-14');
  const [amount, setAmount] = useState<number | null>(1240);
  const [gender, setGender] = useState<string | null>('Trans female to male');
  const [tags, setTags] = useState(['Housing', '2026']);
  return (
    <div className={css.fields}>
      <TextField label="First name" required placeholder="First name" value={text} onChange={setText} />
      <TextField label="Last 4 of SSN" value="12" error="Last 4 of SSN must be 4 digits" onChange={nothing} />
      <TextField label="Disabled" disabled value="Choose an organization first" onChange={nothing} />
      <TextField label="Locked" mono locked="Locked by the county" value="HV-2026-0311" onChange={nothing} />
      <DateField label="Date of birth" past value={born} onChange={setBorn} />
      <NumberField label="Amount" lead="$" value={amount} onChange={setAmount} />
      <SelectField label="Gender" optional options={options(GENDERS)} value={gender} onChange={setGender} />
      <SelectField
        label="Shelter"
        icon={IconSearch}
        error="Choose a shelter"
        options={options(GENDERS)}
        value={null}
        onChange={nothing}
      />
      <MultiSelectField label="Tags" options={options(['Housing', '2026', 'Family'])} value={tags} onChange={setTags} />
      <SelectField label="Disabled select" disabled options={options(GENDERS)} value="Male" onChange={nothing} />
      <TextareaField
        label="New note"
        help="Everyone who can read this record sees it"
        value={text}
        onChange={setText}
      />
    </div>
  );
}

function Choices() {
  const [on, setOn] = useState(true);
  const [view, setView] = useState('table');
  const [one, setOne] = useState<string | null>('Existing person');
  const [many, setMany] = useState(['Email']);
  return (
    <div className={css.rows}>
      <div className={`${layout.row} ${css.row}`}>
        <Checkbox checked={on} onChange={setOn}>
          On
        </Checkbox>
        <Checkbox checked="mixed" onChange={nothing}>
          Some
        </Checkbox>
        <Checkbox checked disabled onChange={nothing}>
          Fixed
        </Checkbox>
        <CellCheckbox label="Read People" checked={on} onChange={setOn} />
        <Switch label="Active" checked={on} onChange={setOn} />
        <Switch label="Default" note="Applies to all new users" checked={!on} onChange={nothing} />
      </div>
      <CheckboxField label="Deceased" checked={on} onChange={setOn} />
      <RadioField label="Type" options={options(['Existing person', 'Contact'])} value={one} onChange={setOne} />
      <CheckboxesField
        size="question"
        label="How to reach them"
        options={options(['Email', 'Text'])}
        allowOther
        error="Select at least one option"
        value={many}
        onChange={setMany}
      />
      <Segmented
        label="View"
        options={[
          { value: 'table', label: 'Table', icon: IconTable },
          { value: 'chart', label: 'Chart', icon: IconChartBar },
          { value: 'map', label: 'Map', icon: IconMap },
        ]}
        value={view}
        onChange={setView}
      />
      <div className={`${layout.row} ${css.row}`}>
        <FilterChip pressed={false}>Duplicates</FilterChip>
        <FilterChip pressed>Inactive</FilterChip>
      </div>
    </div>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'confirm' | 'error' | 'dialog' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={`${layout.row} ${css.row}`}>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('error')}>Error</Button>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => toast.success('Note saved')}>Success</Button>
      <Button onClick={() => toast.error('Order not saved. The old order is back.', nothing)}>Failure</Button>
      <Button onClick={() => toast.undo('Widget removed', nothing)}>Undo</Button>
      <ActionMenu
        label="More actions"
        boxed
        actions={[
          { label: 'Clone', icon: IconCopy },
          { label: 'Delete', icon: IconTrash, danger: true, apart: true },
        ]}
      />
      <UserMenu name="Dana Whitlock" actions={[{ label: 'My profile', to: '/myprofile' }]} />
      <Confirm
        opened={open === 'confirm'}
        title="Delete form Housing Intake"
        verb="Delete"
        danger
        onConfirm={close}
        onCancel={close}
      >
        Its 214 responses stay with the people they belong to. No one can fill in the form.
      </Confirm>
      <ErrorDialog
        report={
          open === 'error'
            ? { fields: [{ name: 'Name', messages: ['has already been taken'] }], requestId: '7f3a-91c2' }
            : null
        }
        onClose={close}
      />
      <Dialog
        opened={open === 'dialog'}
        onClose={close}
        title="Manage permissions"
        width={720}
        dirty
        note="3 changes, not saved yet"
        foot={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="filled">Save</Button>
          </>
        }
      >
        <SelectField
          label="Add user or group"
          options={options(['Case managers', 'Nair, Priya'])}
          value={null}
          onChange={nothing}
        />
      </Dialog>
    </div>
  );
}
