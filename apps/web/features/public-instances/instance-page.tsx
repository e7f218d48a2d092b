import { IconLink, IconUnlink } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { personLabels } from '#forms/person-columns.ts';
import { useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { ShownAnswer } from '#web/forms/answered.tsx';
import { CalculationResults } from '#web/forms/calculation-results.tsx';
import { capital, showDateTime } from '#web/kit/formats.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { Side } from '#web/screens/beside.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { editAt } from './edit-instance.tsx';
import { InstanceTools, useInstanceTools } from './instance-tools.tsx';
import { answersOf, formAt, type Instance, noAnswer } from './public-forms.ts';
import css from './public-instances.module.css';

/** One response to a public form, to be read. */
export const InstancePage = () => {
  const { id, response_id } = useParams();
  const { data } = useRecord(publicInstanceRoutes.flat, { id: Number(response_id) }, formAt(Number(id)));
  return data ? <Shown key={data.id} instance={data} /> : <RecordSkeleton label="Loading response" />;
};

/** A language as those call it who speak it. */
const languageName = (code: string): string =>
  capital(new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code);

const Shown = ({ instance }: { instance: Instance }) => {
  const { form_id, form_name, completed_at, reference, language, linked } = instance;
  const navigate = useNavigate();
  const zone = useZone();
  const { actions, dialogs } = useInstanceTools(instance);
  const submitted = showDateTime(completed_at, zone);
  const edit = instance.actions.includes('write') ? editAt(instance) : null;
  useTitle(`${form_name}, ${submitted}`, places.public_forms.title);
  useShortcut({ keys: 'E', label: 'Edit this response' }, () => edit !== null && navigate(edit));
  return (
    <>
      <RecordHeader
        crumbs={[
          { label: places.public_forms.title, to: places.public_forms.at },
          { label: form_name, to: formAt(form_id) },
          { label: submitted },
        ]}
        title={form_name}
        badge={
          linked ? (
            <StatusBadge icon={IconLink}>Linked</StatusBadge>
          ) : (
            <StatusBadge tone="pending" icon={IconUnlink}>
              Not linked
            </StatusBadge>
          )
        }
        facts={[
          submitted,
          <span key="reference">
            Reference <code>{reference}</code>
          </span>,
          ...(language ? [`answered in ${languageName(language)}`] : []),
        ]}
        edit={edit ?? undefined}
        actions={actions}
      />
      <CalculationResults results={instance.calculation_results} />
      <Section title="Answers">
        <Answers instance={instance} submitted={submitted} />
      </Section>
      <Side>
        <InstanceTools instance={instance} />
      </Side>
      {dialogs}
    </>
  );
};

type Mapping = Instance['client_field_mapping'];

/** What of a person each field stands for. A name that one field alone asks is taken apart. */
const goals = (mapping: Mapping) => {
  const isWhole = (mapping.first_name === undefined) !== (mapping.last_name === undefined);
  const wordsOf = (name: keyof typeof personLabels) =>
    isWhole && (name === 'first_name' || name === 'last_name') ? 'First, middle and last name' : personLabels[name];
  const mapped = Object.entries(mapping) as [keyof typeof personLabels, number][];
  return new Map(mapped.map(([name, field_id]) => [field_id, wordsOf(name)]));
};

const Answers = ({ instance, submitted }: { instance: Instance; submitted: string }) => {
  const goesTo = goals(instance.client_field_mapping);
  const rows = answersOf(instance);
  return (
    <DataTable
      label="Answers"
      widthsKey="public-answers"
      columns={[
        { key: 'field', title: 'Field', cell: ({ name }) => name },
        {
          key: 'answer',
          title: 'Answer',
          cell: ({ answer }) => {
            if (typeof answer === 'string') return answer;
            const goes = goesTo.get(answer.field_id);
            if (answer.value === null) return <span className={css.none}>{noAnswer}</span>;
            return (
              <>
                {goes === personLabels.ssn_suffix ? '••••' : <ShownAnswer answer={answer} />}
                {goes && <span className={css.goes}> goes to {goes}</span>}
              </>
            );
          },
        },
      ]}
      rows={[
        ...rows.map((answer) => ({ key: String(answer.field_id), name: answer.name, answer })),
        { key: 'submitted', name: 'Time Recorded', answer: submitted as (typeof rows)[number] | string },
      ]}
      rowKey={({ key }) => key}
    />
  );
};
