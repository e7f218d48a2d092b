import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { overlay } from '#web/parts/lazy.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { DownloadRecordsProps } from './download-records.tsx';

const DownloadRecords = overlay('Download', async () => (await import('./download-records.tsx')).DownloadRecords);

type DownloadButtonProps = Omit<DownloadRecordsProps, 'onClose' | 'query'> & {
  label: string;
  boxed?: boolean;
  /** Of which records at the moment of the press: what the server is asked. */
  ofNow: () => DownloadRecordsProps['query'];
};

/** Downloads records as files. Draw it for those who may. */
export const DownloadButton = ({ label, boxed, ofNow, ...props }: DownloadButtonProps) => {
  const [query, setQuery] = useState<DownloadRecordsProps['query'] | null>(null);
  return (
    <>
      <IconButton
        {...(boxed && { boxed })}
        size="small"
        label={label}
        icon={IconDownload}
        onClick={() => setQuery(ofNow())}
      />
      {query && <DownloadRecords {...props} query={query} onClose={() => setQuery(null)} />}
    </>
  );
};
