import { IconLayoutDashboard } from '@tabler/icons-react';
import { useState } from 'react';
import { findRoom } from '#contract/dashboard-grid.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { randomKey } from '#web/kit/idempotency.ts';
import { useWrite } from '#web/kit/use-record.ts';
import type { Report, View } from '#web/reports/report.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';

const size = { w: 2, h: 3 };

/** "Add to dashboard", for people who can change the dashboard: it shows the view that is open, where there is room. */
export const useAddToDashboard = ({ id, name, default_view_id }: Report, view: View): Action[] => {
  const may = useMay();
  const { mutateAsync: create } = useWrite(dashboardWidgetRoutes.create);
  const [isBusy, setBusy] = useState(false);
  if (!may(dashboardWidgetRoutes.create)) return [];
  const add = async () => {
    setBusy(true);
    try {
      const { data } = await call(dashboardWidgetRoutes.list, {});
      const place = findRoom(
        data.map(({ layout }) => layout),
        size,
      );
      const shown = view.id === default_view_id ? {} : { view_id: view.id };
      await create({
        sent: { body: { record_type: 'ReportDefinition', record_id: id, ...shown, ...place } },
        idempotencyKey: randomKey(),
      });
      toast.success(`${name} added to the dashboard`, { label: 'Open dashboard', href: places.dashboards.at });
    } catch (error) {
      failures.report(error);
    } finally {
      setBusy(false);
    }
  };
  return [{ label: 'Add to dashboard', icon: IconLayoutDashboard, disabled: isBusy, onClick: () => void add() }];
};
