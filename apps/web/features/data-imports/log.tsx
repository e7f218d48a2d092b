import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Section } from '#web/ui/section.tsx';
import type { DataImport } from './data-import.ts';

/** What was done with an import, the newest first. */
export const Log = ({ of: { log } }: { of: DataImport }) => {
  const zone = useZone();
  if (log.length === 0) return null;
  return (
    <Section title="Log">
      <DataTable
        label="Log"
        compact
        columns={[
          { key: 'at', title: 'When', cell: ({ at }) => showDateTime(at, zone) },
          { key: 'what', title: 'Event', cell: ({ what }) => what },
          { key: 'by', title: 'By', cell: ({ by }) => by },
        ]}
        rows={log.map((one, index) => ({ ...one, index })).reverse()}
        rowKey={({ index }) => index}
      />
    </Section>
  );
};
