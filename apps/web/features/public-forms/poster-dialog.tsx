import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useMember } from '#web/access/account.tsx';
import { saveBlob } from '#web/access/picture.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode, qrPng, qrSvg } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './public-forms.module.css';
import { hoursInWords, type PublishSetting } from './words.ts';

type Content = { heading: string; phone: string; hours: string | null; link: string; name: string };

/** A page to hang up: what it is for, the code, and when. It never says whom the organization serves. */
const Poster = ({ heading, phone, hours, link, name }: Content) => (
  <div className={css.sheet}>
    <p className={css.organization}>{name}</p>
    <p className={css.heading}>{heading}</p>
    <QrCode text={link} label={`QR code of ${heading}`} size={320} />
    <p className={css.scan}>Scan with your phone camera</p>
    <code>{link.replace(/^https?:\/\//, '')}</code>
    {(hours || phone) && (
      <div className={css.hours}>
        {hours && <p>{hours}</p>}
        {phone && <p>No phone? Call {phone}</p>}
      </div>
    )}
  </div>
);

/** The QR code of a publish setting, to save as a file, and a poster with it, to print. */
export const PosterDialog = ({
  form,
  setting,
  onClose,
}: {
  form: FormRecord;
  setting: PublishSetting;
  onClose: () => void;
}) => {
  const { name } = useMember().organization;
  const [heading, setHeading] = useState(form.name);
  const [phone, setPhone] = useState('');
  const [hasHours, setHasHours] = useState(true);
  const { link } = setting;
  const content = { heading, phone, link, name, hours: hasHours ? hoursInWords(setting) : null };
  const file = `${form.name} QR code`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success('Link copied'),
      () => toast.error('The link could not be copied. Mark it and copy it by hand'),
    );
  return (
    <Dialog
      opened
      title="QR code and poster"
      width={960}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="filled" icon={IconPrinter} onClick={() => print()}>
            Print poster
          </Button>
        </>
      }
    >
      <div className={css.columns}>
        <div className={css.column}>
          <QrCode text={link} label="QR code" size={220} />
          <p className={css.link}>
            <code>{link.replace(/^https?:\/\//, '')}</code>
            <IconButton size="small" label="Copy link" icon={IconCopy} onClick={() => void copy()} />
          </p>
          <div className={css.days}>
            <Button icon={IconDownload} onClick={async () => saveBlob(await qrPng(link), `${file}.png`)}>
              PNG
            </Button>
            <Button
              icon={IconDownload}
              onClick={() => saveBlob(new Blob([qrSvg(link)], { type: 'image/svg+xml' }), `${file}.svg`)}
            >
              SVG
            </Button>
          </div>
        </div>
        <div className={css.preview} aria-hidden="true">
          <Poster {...content} />
        </div>
        <div className={css.column}>
          <TextField label="Heading" value={heading} maxLength={80} onChange={setHeading} />
          <TextField
            label="Phone for people without a phone camera"
            optional
            value={phone}
            maxLength={40}
            onChange={setPhone}
          />
          <Checkbox checked={hasHours} onChange={setHasHours}>
            Opening hours
          </Checkbox>
          <p className={css.muted}>
            The poster never says whom you serve. The name of the organization is printed small.
          </p>
        </div>
      </div>
      {createPortal(
        <div className={css.printed} data-poster>
          <Poster {...content} />
        </div>,
        document.body,
      )}
    </Dialog>
  );
};
