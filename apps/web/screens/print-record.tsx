import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMember, useZone } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { zoneName } from '#web/ui/dates.ts';
import { PlainFacts } from '#web/ui/description-list.tsx';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import css from './print-record.module.css';

const words = {
  notes: 'Notes',
  history: 'History',
  breaks: 'Start each part on a new page',
} as const;
export type PrintOption = keyof typeof words;
export type PrintOptions = Readonly<Record<PrintOption, boolean>>;

const none: PrintOptions = { notes: false, history: false, breaks: false };

type Sheet = { title: string; parts: ReactNode };

/**
 * Asks what to print besides, loads it, and hands a sheet of its own to the printer: the organization, the title and the
 * parts. Who printed it and when stands at the foot of each page.
 * @param offers what may be chosen
 * @param load what is on the sheet; it throws ApiError as `call` does
 */
export const PrintRecord = ({
  name,
  offers,
  load,
  onClose,
}: {
  /** "person", "response". */
  name: string;
  offers: readonly PrintOption[];
  load: (options: PrintOptions) => Promise<Sheet>;
  onClose: () => void;
}) => {
  const [options, setOptions] = useState(none);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null);
  const print = async () => {
    setBusy(true);
    try {
      setSheet(await load(options));
    } catch (error) {
      setBusy(false);
      const message = error instanceof ApiError ? error.message : 'Could not print this. Try again';
      setFailure((before) => ({ message, attempt: (before?.attempt ?? 0) + 1 }));
    }
  };
  return (
    <>
      <Dialog
        opened
        title={`Print ${name}`}
        onClose={onClose}
        foot={<VerbFoot onClose={onClose} verb="Print" icon={IconPrinter} busy={isBusy} onClick={() => void print()} />}
      >
        <div className={css.options}>
          {failure && <ErrorSummary errors={[{ message: failure.message }]} attempt={failure.attempt} />}
          {offers.map((option) => (
            <CheckboxField
              key={option}
              label={words[option]}
              checked={options[option]}
              onChange={(checked) => setOptions({ ...options, [option]: checked })}
            />
          ))}
        </div>
      </Dialog>
      {sheet && <Paper {...sheet} breaks={options.breaks} onDone={onClose} />}
    </>
  );
};

/** The sheet. It is printed once its pictures are there, and goes again afterwards. */
const Paper = ({ title, parts, breaks, onDone }: Sheet & { breaks: boolean; onDone: () => void }) => {
  const { organization } = useMember();
  const zone = useZone();
  const paper = useRef<HTMLDivElement>(null);
  const over = useEffectEvent(onDone);
  useEffect(() => {
    const gone = new AbortController();
    const begin = async () => {
      const pictures = [...(paper.current?.querySelectorAll('img') ?? [])];
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
      if (gone.signal.aborted) return;
      addEventListener('afterprint', () => over(), { once: true, signal: gone.signal });
      window.print();
    };
    void begin();
    return () => gone.abort();
  }, []);
  return createPortal(
    <div ref={paper} data-print="alone" data-breaks={breaks || undefined} className={css.paper}>
      <header className={css.head}>
        {organization.logo && <img className={css.logo} src={organization.logo} alt="" />}
        <b>{organization.name}</b>
      </header>
      <h1 className={css.title}>{title}</h1>
      {parts}
      <p>{`Times are in ${zoneName(zone)}.`}</p>
      <p className={css.foot} />
    </div>,
    document.body,
  );
};

/** A part of a sheet, under its heading. */
export const PaperPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Facts of a sheet, each under its label. */
export const PaperFacts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <PlainFacts facts={facts} className={css.facts} />
);

/** A table of a sheet. @param nothing what stands there when it has no rows */
export const PaperTable = ({
  heads,
  rows,
  foot = null,
  nothing,
}: {
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** What stands below all rows. */
  foot?: readonly string[] | null;
  nothing: string;
}) =>
  rows.length === 0 ? (
    <p>{nothing}</p>
  ) : (
    <table className={css.table}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
        {foot && (
          <tr data-foot>
            {foot.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
