import { IconDownload, IconFileText, IconShieldExclamation } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { saveBlob } from '#web/access/picture.ts';
import { nameOf } from '#web/parts/sent-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './download-dialog.module.css';

export type FileFormat = 'csv' | 'xlsx';

const formats: { value: FileFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
];

/** Words above a group that names itself by them. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.labelled}>
    <b aria-hidden>{label}</b>
    {children}
  </div>
);

/** Chooses how a table is written. */
export const FormatField = (chosen: { value: FileFormat; onChange: (next: FileFormat) => void }) => (
  <Labelled label="Format">
    <Segmented label="Format" options={formats} {...chosen} />
  </Labelled>
);

type DownloadDialogProps = {
  /** "Download responses". */
  title: string;
  /** What the file is of. */
  name: string;
  /** What is chosen, on the left. */
  asked: ReactNode;
  /** What the file holds: Facts. */
  facts: ReactNode;
  /** Brings what the columns mean. */
  explain: () => Promise<Blob>;
  /** Narrow where there is little to choose. */
  width?: 480 | 960;
  /** The button that begins. */
  action?: string;
  busy: boolean;
  onDownload: () => void;
  onClose: () => void;
};

/** What to download is chosen on the left, and what is in it stands on the right. */
export const DownloadDialog = (props: DownloadDialogProps) => {
  const { title, name, asked, facts, explain, action = 'Download', width = 960, busy, onDownload, onClose } = props;
  const [isExplaining, setExplaining] = useState(false);
  const saveDictionary = async () => {
    setExplaining(true);
    const file = await explain().catch(() => null);
    setExplaining(false);
    if (file) saveBlob(file, nameOf(file, 'dictionary.csv'));
    else toast.error('Could not download the dictionary. Try again');
  };
  const foot = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button tone="filled" icon={IconDownload} busy={busy} onClick={onDownload}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} opened width={width} onClose={onClose} dirty={busy} foot={foot}>
      <p className={css.name}>{name}</p>
      <div className={css.body}>
        <div className={css.asked}>{asked}</div>
        <section className={css.inside} aria-labelledby="inside">
          <h3 id="inside">In this file</h3>
          {facts}
          <Button tone="subtle" icon={IconFileText} busy={isExplaining} onClick={() => void saveDictionary()}>
            Download column descriptions
          </Button>
          <p className={css.warning}>
            <Icon of={IconShieldExclamation} size="s" />
            This file can contain personal information. Keep it where only people with permission can open it.
          </p>
        </section>
      </div>
    </Dialog>
  );
};

/** What a file holds, line by line. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <ul className={css.facts} aria-live="polite">
    {children}
  </ul>
);

/** One line of what a file holds. */
export const Fact = ({ icon, children }: { icon: IconType; children: ReactNode }) => (
  <li>
    <Icon of={icon} size="s" />
    <span>{children}</span>
  </li>
);

/** Two days side by side. */
export const Days = ({ children }: { children: ReactNode }) => <div className={css.days}>{children}</div>;
