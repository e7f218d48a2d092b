import { createHash } from 'node:crypto';
import { permissionGroups } from '#contract/resources/permission-groups.ts';
import { users } from '#contract/resources/users.ts';
import { addDays } from '#forms/calendar.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Scope, Tx } from '#server/kit/db.ts';
import { checked } from './checked.ts';
import { momentAt, timeZone } from './clock.ts';
import { loadGroupExtras } from './group-extras.ts';
import { insertRows } from './insert.ts';
import { emailOf, type GroupName, groups, type StaffKey, staff, staffKeys, type Worker } from './staff.ts';

const workers: Worker[] = staffKeys.map((key) => staff[key]);

/** The day on which somebody joined, at nine. */
const joinedAt = ({ joined }: Worker, now: Date) => momentAt(addDays(todayIn(timeZone, now), -joined), 540);

/** The organization, who works there, and what they may do. */
export const loadStaff = async (tx: Tx, enter: (scope: Scope) => void, now: Date) => {
  const staff_ids = await loadUsers(tx, now);
  const owner = staff_ids.marisol;
  const founded = joinedAt(staff.marisol, now);
  const { id: organization_id } = await tx
    .insertInto('organizations')
    .values({
      name: 'Harborvale Family Services',
      slug: 'demo',
      owner_id: owner,
      time_zone: timeZone,
      created_at: founded,
      updated_at: founded,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  enter({ organization_id, user_id: owner });
  await insertRows(
    tx,
    'memberships',
    staffKeys.map((key) => {
      const { isAdmin, seen } = workerOf(key);
      const created_at = joinedAt(workerOf(key), now);
      return {
        organization_id,
        id: staff_ids[key],
        role: isAdmin ? 'orgadmin' : 'orguser',
        accepted_at: created_at,
        last_accessed_at: seen === null ? null : new Date(now.getTime() - seen * 60_000).toISOString(),
        created_at,
        updated_at: created_at,
      };
    }),
  );
  await loadGroups(tx, { organization_id, staff_ids, founded, now });
  return { organization_id, staff_ids };
};

const workerOf = (key: StaffKey): Worker => staff[key];

/** Drawn from the address, so that each loading gives the same. */
const idOf = (worker: Worker): number => createHash('sha256').update(emailOf(worker)).digest().readUIntBE(0, 6);

const person = users.create.pick({ email: true, first_name: true, last_name: true });

const loadUsers = async (tx: Tx, now: Date): Promise<Record<StaffKey, number>> => {
  const ids = await insertRows(
    tx,
    'users',
    workers.map((worker) => ({
      id: idOf(worker),
      ...checked(person, { email: emailOf(worker), first_name: worker.first_name, last_name: worker.last_name }),
      created_at: joinedAt(worker, now),
      updated_at: joinedAt(worker, now),
    })),
  );
  const hashes = await Promise.all(workers.map(({ password }) => passwordHash(password)));
  await tx
    .insertInto('passwords')
    .values(hashes.map((hash, index) => ({ user_id: ids[index]!, hash, changed_at: joinedAt(workers[index]!, now) })))
    .execute();
  const statements = await tx
    .selectFrom('confidentiality_statements')
    .select(['version', 'name'])
    .where('version', '=', (eb) =>
      eb.selectFrom('confidentiality_statements').select((one) => one.fn.max('version').as('version')),
    )
    .orderBy('position')
    .execute();
  await tx
    .insertInto('confidentiality_agreements')
    .values(
      workers.flatMap((worker, index) =>
        worker.agreed
          ? [
              {
                user_id: ids[index]!,
                version: statements[0]!.version,
                statements: statements.map(({ name }) => name),
                accepted_at: joinedAt(worker, now),
              },
            ]
          : [],
      ),
    )
    .execute();
  return Object.fromEntries(staffKeys.map((key, index) => [key, ids[index]])) as Record<StaffKey, number>;
};

type OrganizationContext = { organization_id: number; staff_ids: Record<StaffKey, number>; founded: string; now: Date };

const loadGroups = async (tx: Tx, { organization_id, staff_ids, founded, now }: OrganizationContext) => {
  const names = Object.keys(groups) as GroupName[];
  const ids = await insertRows(
    tx,
    'permission_groups',
    names.map((name) => ({
      organization_id,
      default: false,
      record_permission_assignments: {},
      ...checked(permissionGroups.create, { name, ...groups[name] }),
      created_at: founded,
      updated_at: founded,
    })),
  );
  await insertRows(
    tx,
    'membership_permission_groups',
    staffKeys.flatMap((key) =>
      workerOf(key).groups.map((name) => ({
        organization_id,
        membership_id: staff_ids[key],
        permission_group_id: ids[names.indexOf(name)]!,
        created_at: joinedAt(workerOf(key), now),
      })),
    ),
  );
  const byName = Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Record<GroupName, number>;
  await loadGroupExtras(tx, { organization_id, ids: byName, now });
};
