import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formTranslationRoutes } from '#contract/resources/form-translations.ts';
import { useMember } from '#web/access/account.tsx';
import { saveBlob } from '#web/access/picture.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { hoursInWords } from '#web/forms/publish-hours.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { zoneName } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode, qrPng, qrSvg } from '#web/ui/qr-code.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Poster } from './poster.tsx';
import css from './public-forms.module.css';
import type { PublishSetting } from './words.ts';

/** What the poster may say besides, in a language of the form. */
const useSecond = (form_id: number) => {
  const params = { form_id };
  const { data } = useRouteQuery(formTranslationRoutes.list, { params });
  const [chosen, setChosen] = useState<string | null>(null);
  /** What was typed instead of the name of the form in that language. */
  const [typed, setTyped] = useState<string | null>(null);
  const languages = data?.data ?? [];
  const language = languages.find((one) => one.language === chosen);
  const translation = useRouteQuery(
    formTranslationRoutes.show,
    { params: { form_id, id: language?.id ?? 0 } },
    { enabled: language !== undefined },
  );
  const name = translation.data?.texts.find(({ key }) => key === 'name')?.text ?? '';
  return {
    languages,
    language,
    heading: typed ?? name,
    type: setTyped,
    choose: (next: string | null) => {
      setChosen(next);
      setTyped(null);
    },
  };
};

/** On paper nobody can ask whose clock is meant. */
const hoursOf = (setting: PublishSetting): string =>
  setting.time_start || setting.time_end
    ? `${hoursInWords(setting)} (${zoneName(setting.time_zone)})`
    : hoursInWords(setting);

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
  const [hasStrips, setHasStrips] = useState(false);
  const second = useSecond(form.id);
  const { link } = setting;
  const content = {
    heading,
    second: second.language ? { ...second.language, heading: second.heading } : null,
    phone,
    link,
    name,
    logo: form.logo,
    hours: hasHours ? hoursOf(setting) : null,
    hasStrips,
  };
  const file = `${form.name} QR code`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success('Link copied'),
      () => toast.error('Could not copy the link. Select it and copy it yourself'),
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
          {second.languages.length > 0 && (
            <SelectField
              label="Second language"
              optional
              options={second.languages.map(({ language, own_name }) => ({ value: language, label: own_name }))}
              value={second.language?.language ?? null}
              onChange={second.choose}
            />
          )}
          {second.language && (
            <TextField
              label={`Heading in ${second.language.name}`}
              lang={second.language.language}
              dir={second.language.direction}
              value={second.heading}
              maxLength={80}
              onChange={second.type}
            />
          )}
          <TextField
            label="Phone number for people who can’t scan"
            optional
            value={phone}
            maxLength={40}
            onChange={setPhone}
          />
          <Checkbox checked={hasHours} onChange={setHasHours}>
            Opening hours
          </Checkbox>
          <Checkbox checked={hasStrips} onChange={setHasStrips}>
            Cut-off strips with the link
          </Checkbox>
          <p className={css.muted}>
            The poster doesn’t say who you serve, and shows your organization’s name in small print.
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
