import { IconDownload, IconMapPin } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { type Address, writtenAddress } from '#forms/field-types/address.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { isWebLink, withScheme } from '#forms/field-types/hyperlink.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { Button } from '#web/ui/button.tsx';
import { formatBytes } from '#web/ui/file-drop.tsx';
import { AddressMap } from './address-map.tsx';
import css from './answer-display.module.css';
import type { StoredFile } from './answer-props.ts';
import { SignaturePicture } from './signature-picture.tsx';

type AnswerDisplayProps = {
  /** The name of the field. */
  label: string;
  /** The answer as it is stored; null when there is none. */
  value: unknown;
  /** The answer as people read it. */
  text: string;
  onOpenFile?: (file: StoredFile) => void;
};

const TextDisplay = ({ text }: AnswerDisplayProps) => <span className={css.text}>{text}</span>;

const HyperlinkDisplay = ({ text }: AnswerDisplayProps) => {
  const address = withScheme(text);
  return (
    <span className={css.text}>
      {isWebLink(address) ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
};

const AddressDisplay = ({ label, value, text }: AnswerDisplayProps) => {
  const { components, location } = value as Address;
  const written = writtenAddress(components ?? {});
  const [isShown, setShown] = useState(false);
  return (
    <div className={css.address}>
      <span className={css.text}>{text}</span>
      {written && written !== text && <span className={css.parts}>{written}</span>}
      {location && (
        <span data-print="hide">
          <Button size="small" icon={IconMapPin} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide map' : 'Show on map'}
          </Button>
        </span>
      )}
      {location && isShown && <AddressMap name={text} label={label} at={location} />}
    </div>
  );
};

const AttachmentDisplay = ({ value, text, onOpenFile }: AnswerDisplayProps) => {
  if (!onOpenFile) return text;
  return (
    <ul className={css.files}>
      {filesOf(value).map((file) => (
        <li key={file.file_id} className={css.file}>
          <Button
            size="small"
            icon={IconDownload}
            onClick={() => onOpenFile(file)}
            aria-label={`Download ${file.filename}`}
          >
            {file.filename}
          </Button>
          <span className={css.size}>{formatBytes(file.size)}</span>
          <span className="print-only">{file.filename}</span>
        </li>
      ))}
    </ul>
  );
};

const SignatureDisplay = ({ label, value }: AnswerDisplayProps) => (
  <SignaturePicture label={label} value={value as StoredFile} />
);

const displays: Partial<Record<FieldTypeName, ComponentType<AnswerDisplayProps>>> = {
  hyperlink: HyperlinkDisplay,
  address: AddressDisplay,
  attachment: AttachmentDisplay,
  signature: SignatureDisplay,
};

/** A stored answer as people read it, by the type of its field; a dash when there is none, nothing when none is asked for. */
export const AnswerDisplay = ({ type, ...props }: AnswerDisplayProps & { type: FieldTypeName }) => {
  if (!fieldType(type).isAnswerable) return null;
  const Display = displays[type] ?? TextDisplay;
  return props.value === null ? <span className={css.blank}>—</span> : <Display {...props} />;
};
