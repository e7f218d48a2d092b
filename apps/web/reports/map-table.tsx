import { DataTable } from '#web/ui/data-table.tsx';
import type { Look, MapData, ViewTable } from './report.ts';

/** What a map shows; null of a view that is none. */
export const mapDataOf = ({ data }: Pick<ViewTable, 'data'>): MapData | null =>
  data && 'points' in data ? data : null;

/** The places of a map as a table: whose they are, and where. */
export const MapTable = ({ view, result }: { view: Look; result: ViewTable }) => (
  <DataTable
    label={view.name}
    columns={[
      {
        key: 'label',
        title: 'Record',
        cell: ({ label, link }) =>
          link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {label}
            </a>
          ) : (
            label
          ),
      },
      { key: 'latitude', title: 'Latitude', align: 'end', cell: ({ location: [latitude] }) => latitude.toFixed(5) },
      {
        key: 'longitude',
        title: 'Longitude',
        align: 'end',
        cell: ({ location: [, longitude] }) => longitude.toFixed(5),
      },
    ]}
    rows={(mapDataOf(result)?.points ?? []).map((point, at) => ({ ...point, at }))}
    rowKey={({ at }) => at}
  />
);
