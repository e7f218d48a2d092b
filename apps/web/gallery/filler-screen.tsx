import { IconListNumbers, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FileDrop, type FileEntry } from '#web/ui/file-drop.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { FillerLayout, Page } from '#web/ui/page.tsx';
import { Outline, QuestionSection, StillNeeded } from '#web/ui/question-section.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar, SaveState } from '#web/ui/save-bar.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { Frame } from './frame.tsx';

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }));

export function FillerScreen() {
  const [visit, setVisit] = useState<string | null>('2026-11-21');
  const [slept, setSlept] = useState<string | null>('Emergency shelter');
  const [shelter, setShelter] = useState<string | null>(null);
  const [city, setCity] = useState('Westbrook');
  const [income, setIncome] = useState<number | null>(124000);
  const [benefits, setBenefits] = useState(['Food assistance', 'Fuel assistance, winter only']);
  const [story, setStory] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [files, setFiles] = useState<FileEntry[]>([
    { key: '1', name: 'state-id-front.jpg', size: 1_200_000, url: '/gallery/' },
    { key: '2', name: 'state-id-back.jpg', size: 900_000, progress: 40 },
  ]);
  return (
    <Frame at="/clients">
      <Page>
        <RecordHeader
          whole
          crumbs={[{ label: 'People', to: '/' }, { label: 'Rivera, Ana', to: '/1' }, { label: 'Housing Intake, new' }]}
          title="Housing Intake"
          avatar={{ name: 'Ana Rivera' }}
          facts={['Ana M. Rivera', <code key="id">P-004182</code>, '03/14/1985 (41 y)', 'Female']}
          primary={
            <StatusBadge tone="info" icon={IconListNumbers}>
              Sequence: Family shelter, 1 of 3
            </StatusBadge>
          }
        />
        <FillerLayout
          foot={
            <SaveBar
              state={<SaveState kind="saved" text="Draft saved 10:42" />}
              onCancel={() => undefined}
              onSaveDraft={() => undefined}
            />
          }
          outline={
            <Outline
              entries={[
                { id: 'visit', title: 'Visit', state: 'done' },
                { id: 'housing', title: 'Housing now', state: 'open', current: true },
                { id: 'income-section', title: 'Income', state: 'problem', toFix: 1 },
                { id: 'consent', title: 'Consent', state: 'problem', toFix: 1 },
              ]}
            />
          }
          still={
            <StillNeeded
              fields={[{ id: 'agree', label: 'Agreement to this record' }]}
              note="9 of 11 questions answered. Leave any time, the draft stays."
            />
          }
        >
          <ErrorSummary
            errors={[
              { id: 'income', message: 'Enter a number between 0 and 20000' },
              { id: 'benefits', message: 'Select at least one option' },
              { id: 'agree', message: 'Check the box to confirm that Ana agreed to this record' },
            ]}
          />
          <QuestionSection id="visit" title="Visit">
            <DateField
              size="question"
              label="Date of visit"
              help="Month, day, year. For example 11/21/2026"
              value={visit}
              onChange={setVisit}
            />
            <TextField
              size="question"
              label="Case number"
              mono
              locked={'Locked because Status is "Opened by county"'}
              value="HV-2026-0311"
              onChange={() => undefined}
            />
          </QuestionSection>
          <QuestionSection
            id="housing"
            title="Housing now"
            intro="Read these aloud. Any answer is fine, and the person may skip a question marked (optional)."
          >
            <RadioField
              size="question"
              label="Where did you sleep last night?"
              options={options('Own home', 'Family or friends', 'Emergency shelter', 'Car, street or outdoors')}
              allowOther
              value={slept}
              onChange={setSlept}
            />
            <SelectField
              size="question"
              label="Name of the shelter"
              why={'Asked because the answer is "Emergency shelter"'}
              options={options('Lantern House, family wing', 'Lantern House, room 4', 'Quay Street')}
              value={shelter}
              onChange={setShelter}
            />
            <TextField size="question" label="City" optional icon={IconMapPin} value={city} onChange={setCity} />
          </QuestionSection>
          <QuestionSection id="income-section" title="Income">
            <NumberField
              size="question"
              id="income"
              label="Monthly income"
              help="Before tax, whole household"
              lead="$"
              error="Enter a number between 0 and 20000"
              value={income}
              onChange={setIncome}
            />
            <CheckboxesField
              size="question"
              id="benefits"
              label="Benefits received now"
              optional
              options={options('Food assistance', 'Child support', 'Disability')}
              allowOther
              value={benefits}
              onChange={setBenefits}
            />
            <TextareaField size="question" label="In their own words" optional value={story} onChange={setStory} />
            <FileDrop
              size="question"
              label="Proof of identity"
              optional
              multiple
              camera
              files={files}
              onAdd={(added) =>
                setFiles([...files, ...added.map((file) => ({ key: file.name, name: file.name, size: file.size }))])
              }
              onRemove={(key) => setFiles(files.filter((file) => file.key !== key))}
            />
          </QuestionSection>
          <QuestionSection id="consent" title="Consent">
            <CheckboxField
              size="question"
              id="agree"
              label="Agreement to this record"
              text="Ana heard how this record is used, who can see it and how to ask for a copy, and agreed."
              required
              error="Check the box to confirm that Ana agreed to this record"
              checked={agreed}
              onChange={setAgreed}
            />
          </QuestionSection>
        </FillerLayout>
      </Page>
    </Frame>
  );
}
