import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

/** What a file that is imported may be called. */
export const tableFiles = '.csv,.txt,.tsv,.tab,.xlsx';

/** Chooses a file in the place of the one that has errors. */
export const CorrectedFile = ({ busy, onChoose }: { busy: boolean; onChoose: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        hidden
        type="file"
        ref={input}
        accept={tableFiles}
        aria-label="Corrected file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          currentTarget.value = '';
        }}
      />
      <Button tone="filled" icon={IconUpload} busy={busy} onClick={() => input.current?.click()}>
        Choose corrected file
      </Button>
    </>
  );
};
