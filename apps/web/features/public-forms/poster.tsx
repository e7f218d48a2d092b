import { QrCode } from '#web/ui/qr-code.tsx';
import css from './public-forms.module.css';

/** What a poster says in another language. */
export type Second = { language: string; direction: 'ltr' | 'rtl'; heading: string };

export type PosterContent = {
  heading: string;
  second: Second | null;
  phone: string;
  hours: string | null;
  link: string;
  name: string;
  /** The address of the organization's logo. */
  logo: string | null;
  hasStrips: boolean;
};

/** How to use the code, in the languages that the page of the form speaks. */
const scan: Partial<Record<string, string>> = {
  ar: 'امسح الرمز بكاميرا هاتفك',
  es: 'Escanee con la cámara del teléfono',
  fr: 'Scannez avec l’appareil photo de votre téléphone',
};

/** So many strips to tear off. */
const strips = Array.from({ length: 9 }, (_, place) => place);

/** A page to hang up: what it is for, the code, and when. It never says whom the organization serves. */
export const Poster = ({ heading, second, phone, hours, link, name, logo, hasStrips }: PosterContent) => {
  const address = link.replace(/^https?:\/\//, '');
  const inSecond = second && { lang: second.language, dir: second.direction };
  const scanSecond = second && scan[second.language.split('-')[0] ?? ''];
  return (
    <div className={css.sheet} data-strips={hasStrips || undefined}>
      <p className={css.organization}>
        {logo && <img src={logo} alt="" height={40} />}
        {name}
      </p>
      <p className={css.heading}>{heading}</p>
      {second?.heading && (
        <p className={css.second} {...inSecond}>
          {second.heading}
        </p>
      )}
      <QrCode text={link} label={`QR code of ${heading}`} size={hasStrips ? 220 : 320} />
      <div>
        <p className={css.scan}>Scan with your phone camera</p>
        {scanSecond && (
          <p className={css.scanSecond} {...inSecond}>
            {scanSecond}
          </p>
        )}
      </div>
      <code>{address}</code>
      {(hours || phone) && (
        <div className={css.hours}>
          {hours && <p>{hours}</p>}
          {phone && <p>Can’t scan? Call {phone}</p>}
        </div>
      )}
      {hasStrips && (
        <div className={css.strips}>
          {strips.map((strip) => (
            <p key={strip}>
              <b>{heading}</b>
              <code>{address}</code>
              {phone}
            </p>
          ))}
        </div>
      )}
    </div>
  );
};
