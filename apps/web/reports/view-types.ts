import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartDots,
  IconChartLine,
  IconChartRadar,
  IconMap2,
  IconTable,
  IconTablePlus,
  IconTimeline,
} from '@tabler/icons-react';
import type { ViewType } from '#reports/views.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** What each type of view is called, and its sign. */
export const viewTypeWords: Record<ViewType, { label: string; icon: IconType }> = {
  table: { label: 'Table', icon: IconTable },
  cross_table: { label: 'Cross table', icon: IconTablePlus },
  bar: { label: 'Bar', icon: IconChartBar },
  line: { label: 'Line', icon: IconChartLine },
  area: { label: 'Area', icon: IconChartArea },
  composed: { label: 'Composed', icon: IconTimeline },
  pie: { label: 'Pie', icon: IconChartDonut },
  scatter: { label: 'Scatter', icon: IconChartDots },
  radar: { label: 'Radar', icon: IconChartRadar },
  map: { label: 'Map', icon: IconMap2 },
};
