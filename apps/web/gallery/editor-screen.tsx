import { IconArrowBackUp, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CellCheckbox, Switch } from '#web/ui/checkbox.tsx';
import { FormGrid, Half, Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { MultiSelectField, SelectField } from '#web/ui/select-field.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Frame } from './frame.tsx';

export function EditorScreen() {
  const [name, setName] = useState('Housing Intake');
  const [shared, setShared] = useState(['Lantern House', 'Alder Clinic']);
  const [use, setUse] = useState<string | null>('Client');
  const [active, setActive] = useState(true);
  const [fields, setFields] = useState([
    'Date of visit',
    'Case number',
    'Where did you sleep last night?',
    'Name of the shelter',
    'Monthly income',
  ]);
  return (
    <Frame at="/forms">
      <Page foot={<SaveBar state="2 changes, not saved yet" onCancel={() => undefined} />}>
        <RecordHeader
          crumbs={[{ label: 'Forms', to: '/' }, { label: 'Housing Intake', to: '/1' }, { label: 'Edit' }]}
          title="Housing Intake"
          primary={
            <>
              <IconButton label="Undo" icon={IconArrowBackUp} />
              <Switch label="Active" checked={active} onChange={setActive} />
              <Button tone="subtle">Cancel</Button>
              <Button tone="filled">Save</Button>
            </>
          }
        />
        <FormGrid>
          <Half>
            <TextField label="Name" required value={name} onChange={setName} />
          </Half>
          <Half>
            <SelectField
              label="Form Use"
              options={[
                { value: 'Client', label: 'Client' },
                { value: 'Public', label: 'Public' },
              ]}
              value={use}
              onChange={setUse}
            />
          </Half>
          <TextField label="Description" optional value="First conversation" onChange={() => undefined} />
          <MultiSelectField
            label="Share with affiliates"
            optional
            options={['Lantern House', 'Alder Clinic', 'Quay Street'].map((each) => ({ value: each, label: each }))}
            value={shared}
            onChange={setShared}
          />
        </FormGrid>
        <Section title="Fields" note={fields.length} action={<Button icon={IconPlus}>Add field</Button>}>
          <SortableList
            label="Fields of the form"
            items={fields}
            itemKey={(field) => field}
            itemName={(field) => field}
            onReorder={setFields}
            below={(field) => field === 'Name of the shelter' && 'Show when the answer is "Emergency shelter"'}
            tools={(field) => (
              <>
                <CellCheckbox label={`Required: ${field}`} checked onChange={() => undefined} />
                <IconButton size="small" label={`Remove ${field}`} icon={IconTrash} />
                <IconButton size="small" label={`More for ${field}`} icon={IconDots} />
              </>
            )}
          >
            {(field) => field}
          </SortableList>
        </Section>
      </Page>
    </Frame>
  );
}
