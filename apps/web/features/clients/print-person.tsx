import type { ComponentProps } from 'react';
import { relationships } from '#contract/relationships.ts';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { genders } from '#contract/resources/clients.ts';
import { householdRoutes, memberStatuses } from '#contract/resources/households.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { wholeName } from '#forms/person-columns.ts';
import { useMay, useMember, useZone } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { counted, fullName, showLife, todayIn } from '#web/kit/formats.ts';
import { Changes } from '#web/screens/history.tsx';
import { PaperFacts, PaperPart, PaperTable, type PrintOptions, PrintRecord } from '#web/screens/print-record.tsx';
import { masked } from '#web/screens/ssn.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { formerly, type Person } from './person.ts';

const statusOf = ({ dod, active }: Person) => {
  if (dod) return 'Deceased';
  return active ? 'Active' : 'Inactive';
};

/** A part of the sheet that is one table. */
const listed = (title: string, table: ComponentProps<typeof PaperTable>) => (
  <PaperPart title={title}>
    <PaperTable {...table} />
  </PaperPart>
);

/** Prints what there is to know of a person on one sheet, as far as who prints may see it. */
export const PrintPerson = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const { id } = person;
  const may = useMay();
  const { organization } = useMember();
  const zone = useZone();
  const today = todayIn(organization.time_zone);
  const params = { client_id: id };

  const household = async () => {
    const found = may(householdRoutes.show, id) ? await call(householdRoutes.show, { params }) : null;
    const members = found?.members.filter(({ ended_on }) => ended_on === null) ?? [];
    return (
      <PaperPart title={found ? `Household: ${found.household_title}` : 'Household'}>
        <PaperTable
          heads={['Name', 'Relationship', 'Date of Birth', 'Gender', 'Status']}
          rows={members.map((one) => [
            one.name,
            relationships[one.relationship],
            showLife(one, today),
            genders[one.gender],
            memberStatuses[one.status],
          ])}
          nothing="No other members are recorded."
        />
        {found && found.unseen > 0 && <p>{counted(found.unseen, 'other member', 'other members')} not shown.</p>}
      </PaperPart>
    );
  };
  const dashboard = async () => {
    if (!may(clientDashboardRoutes.answers)) return null;
    const { client_fields } = await call(clientDashboardRoutes.answers, { params });
    if (client_fields.length === 0) return null;
    return listed('At a glance', {
      heads: ['Form', 'Field', 'Answer', 'Recorded'],
      rows: client_fields.map(({ formName, fieldName, answer, completedAt }) => [
        formName,
        fieldName,
        answer || '(no answer)',
        completedAt ? formatZonedDateTime(completedAt, zone) : '',
      ]),
      nothing: '',
    });
  };
  const responses = async () => {
    if (!may(clientFormRoutes.groups)) return null;
    const { data } = await call(clientFormRoutes.groups, { params });
    return listed('Client forms', {
      heads: ['Form', 'Count', 'Last recorded'],
      rows: data.map(({ name, count, last_administered_at }) => [
        name,
        count,
        formatZonedDateTime(last_administered_at, zone),
      ]),
      nothing: 'No responses',
    });
  };
  const notes = async () => {
    const { data } = await call(noteRoutes.list, { params: { notable_type: 'clients', notable_id: id } });
    return listed('Notes', {
      heads: ['Written', 'By', 'Note'],
      rows: data.map(({ created_at, user, body }) => [formatZonedDateTime(created_at, zone), fullName(user), body]),
      nothing: 'No notes',
    });
  };
  const history = async () => {
    const path = { record_type: 'clients', record_id: id } as const;
    const { history } = await call(recordRoutes.versions, { params: path, query: { history: 'true' } });
    return (
      <PaperPart title="History">
        <ol>
          <Changes history={history} />
        </ol>
      </PaperPart>
    );
  };
  const load = async (options: PrintOptions) => {
    const parts = await Promise.all([
      household(),
      dashboard(),
      responses(),
      options.notes ? notes() : null,
      options.history ? history() : null,
    ]);
    return {
      title: 'Person summary',
      parts: (
        <>
          <PaperFacts
            facts={[
              ['Name', wholeName(person)],
              ['ID', `${id}${formerly(person)}`],
              ['Date of birth', showLife(person, today)],
              ['Gender', genders[person.gender]],
              ['Status', statusOf(person)],
              ['Last 4 of SSN', masked],
            ]}
          />
          {parts.map((part, index) => (
            <div key={index}>{part}</div>
          ))}
        </>
      ),
    };
  };
  return (
    <PrintRecord
      name="person"
      offers={may(noteRoutes.list) ? ['notes', 'history', 'breaks'] : ['history', 'breaks']}
      load={load}
      onClose={onClose}
    />
  );
};
