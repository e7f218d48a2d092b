import { DataTable } from '#web/ui/data-table.tsx';
import { Section } from '#web/ui/section.tsx';
import type { DataImport } from './data-import.ts';

/** Which column goes where. */
export const Mapping = ({
  of: { mappings, origins, destinations, client_id_column, response_id_column, type },
}: {
  of: DataImport;
}) => {
  const nameOf = (id: number | null) => origins.find((one) => one.id === id)?.name ?? 'Empty';
  const rows = mappings.filter(({ origin_id }) => origin_id !== null);
  return (
    <Section title="Columns">
      {client_id_column === null && rows.length === 0 ? (
        <p>This import currently has no column mappings defined</p>
      ) : (
        <DataTable
          label="Columns"
          compact
          columns={[
            { key: 'destination', title: 'Field', cell: ({ destination }) => destination },
            { key: 'origin', title: 'File column', cell: ({ origin }) => origin },
            { key: 'force', title: 'Overwrite', cell: ({ force }) => force },
          ]}
          rows={[
            { destination: 'Client ID', origin: nameOf(client_id_column), force: '' },
            ...(type === 'client'
              ? []
              : [{ destination: 'Response ID', origin: nameOf(response_id_column), force: '' }]),
            ...rows.map(({ destination_id, origin_id, force }) => ({
              destination:
                destinations.find(({ id }) => id === destination_id)?.name ?? 'A field no longer on the form',
              origin: nameOf(origin_id),
              force: force ? 'All values' : 'Only blank values',
            })),
          ]}
          rowKey={({ destination }) => destination}
        />
      )}
    </Section>
  );
};
