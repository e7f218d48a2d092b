import { IconCamera, IconPaperclip, IconTrash, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import css from './file-drop.module.css';
import { Icon } from './icon.tsx';
import layout from './layout.module.css';
import { useSay } from './say.ts';

export type FileEntry = {
  key: string;
  name: string;
  /** In bytes. */
  size?: number;
  /** Where to open it, once it is stored. */
  url?: string;
  /** Opens it, where an address alone is not enough. */
  onOpen?: () => void;
  /** 0 to 100 while it is on its way. */
  progress?: number;
  error?: string;
};

/** 1258291 is "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/**
 * Files that are dropped, chosen, or taken with the camera of a phone. It holds none itself: `onAdd` gets them, `files`
 * shows them. With `multiple` off a new file is meant to replace the old one.
 */
export function FileDrop({
  files,
  onAdd,
  onRemove,
  multiple,
  accept,
  camera,
  ...props
}: FieldProps & {
  files: FileEntry[];
  onAdd: (files: File[]) => void;
  onRemove: (key: string) => void;
  multiple?: boolean;
  accept?: string;
  /** Offers "Take photo" on touch screens. */
  camera?: boolean;
}) {
  const { field } = fieldParts(props);
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const fixed = Boolean(field.disabled || field.locked);
  const add = (list: FileList | null) => {
    const given = Array.from(list ?? []);
    if (given.length > 0) onAdd(multiple ? given : given.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const native = {
    type: 'file',
    className: css.native,
    tabIndex: -1,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      add(event.currentTarget.files);
      event.currentTarget.value = '';
    },
  };
  return (
    <FieldFrame field={field}>
      {(control) => (
        <div className={css.files}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} onRemove={fixed ? undefined : () => onRemove(file.key)} />
          ))}
          {!fixed && (
            // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
            <div
              className={`${layout.row} ${css.drop}`}
              data-over={over || undefined}
              data-invalid={control['aria-invalid']}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
              }}
              onDragLeave={() => setOver(false)}
              onDrop={drop}
            >
              <Icon of={IconUpload} />
              <span>{say(multiple ? 'Drop files here' : 'Drop a file here')}</span>
              <input {...native} {...control} ref={input} accept={accept} multiple={multiple} />
              {camera && (
                <>
                  <input {...native} ref={cameraInput} accept="image/*" capture="environment" aria-hidden />
                  <div className={css.camera}>
                    <Button icon={IconCamera} onClick={() => cameraInput.current?.click()}>
                      {say('Take photo')}
                    </Button>
                  </div>
                </>
              )}
              <Button onClick={() => input.current?.click()} aria-describedby={`${control.id}-label`}>
                {say(multiple ? 'Choose files' : 'Choose file')}
              </Button>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

function FileRow({ file, onRemove }: { file: FileEntry; onRemove?: () => void }) {
  const say = useSay();
  const { name, size, url, onOpen, progress, error } = file;
  return (
    <div className={css.file} data-failed={error ? true : undefined}>
      <Icon of={IconPaperclip} />
      <span className={css.name}>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : onOpen ? (
          <button type="button" className={css.open} onClick={onOpen}>
            {name}
          </button>
        ) : (
          name
        )}
      </span>
      {error ? (
        <span className={css.failed}>{error}</span>
      ) : (
        size !== undefined && <span className={css.size}>{formatBytes(size)}</span>
      )}
      {onRemove && <IconButton size="small" label={say('Remove {0}', name)} icon={IconTrash} onClick={onRemove} />}
      {progress !== undefined && (
        <progress className={css.progress} value={progress} max={100} aria-label={say('Sending {0}', name)} />
      )}
    </div>
  );
}
