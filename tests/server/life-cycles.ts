import { organizationExportRoutes, organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import type { TestServer } from './harness.ts';
import type { TestPerson } from './people.ts';

let count = 0;
/** An address that no organization has. */
export const newSlug = (): string => `back-${Date.now().toString(36)}-${++count}`;

/** What the platform team does with organizations as a whole, each to its end. */
export const lifeCyclesOf = ({ call, drainJobs }: TestServer, as: TestPerson) => {
  const finished = async <T extends { state: string }>(ask: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; attempt < 100; attempt++) {
      await drainJobs();
      const now = await ask();
      if (now.state === 'succeeded' || now.state === 'failed') return now;
    }
    throw new Error('It does not end');
  };
  return {
    finished,
    exported: async (organization_id: number) => {
      const { id } = await call(organizationExportRoutes.create, { as, params: { organization_id } });
      return finished(() => call(organizationExportRoutes.show, { as, params: { organization_id, id } }));
    },
    restored: async (export_id: number, owner_email: string) => {
      const body = { export_id, name: 'Back again', slug: newSlug(), owner_email };
      const { id } = await call(organizationRestoreRoutes.create, { as, body });
      return finished(() => call(organizationRestoreRoutes.show, { as, params: { id } }));
    },
    suspended: (id: number) => call(organizationRoutes.suspend, { as, params: { id }, body: { reason: 'It is over' } }),
  };
};
