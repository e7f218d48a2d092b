import { recordFileDemands as of, type RecordFileKind } from '#contract/record-file-kinds.ts';
import { useMay } from '#web/access/account.tsx';
import { DownloadButton } from '#web/screens/download-button.tsx';

/** What is downloaded of people, by what it demands. */
const demands = [
  ['clients', of.clients],
  ['notes', of.notes],
  ['households', of.households],
  ['versions', of.clients],
] as const;

/** Saves what is known of the people whom the list shows, as it was searched and filtered, for those who may. */
export const DownloadPeople = ({ address }: { address: URLSearchParams }) => {
  const may = useMay();
  const [usual, ...others] = demands.filter(([, demand]) => may(demand)).map(([kind]): RecordFileKind => kind);
  if (!usual) return null;
  const [category, data_group] = [address.get('category'), address.get('data_group')];
  const filters = {
    ...(address.get('inactive') === '1' && { inactive: true }),
    ...(address.get('duplicates') === '1' && { duplicates: true }),
  };
  const ofNow = () => {
    const search: unknown = window.history.state?.usr?.search;
    return {
      ...(typeof search === 'string' && search && { query: search }),
      filters: JSON.stringify(filters),
      ...(category && { category }),
      ...(data_group && { data_group }),
    };
  };
  return (
    <DownloadButton
      boxed
      label="Download people"
      kinds={[usual, ...others]}
      name="People on this list, with the current search and filters"
      ofNow={ofNow}
    />
  );
};
