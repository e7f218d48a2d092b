import { inline } from '#web/parts/lazy.tsx';
import { useFileAddress } from '#web/ui/use-file-address.ts';
import type { StoredFile } from './answer-props.ts';
import css from './signature.module.css';

const Stored = inline(
  'The signature',
  async () => (await import('./stored-signature.tsx')).StoredSignature,
  ({ value }) => value.filename,
);

/** The picture of a signature, stored or just drawn; the name of its file until it is there. */
export const SignaturePicture = ({ label, value }: { label: string; value: File | StoredFile }) =>
  value instanceof File ? <Drawn label={label} value={value} /> : <Stored label={label} value={value} />;

const Drawn = ({ label, value }: { label: string; value: File }) => {
  const address = useFileAddress(value);
  return address ? <img className={css.picture} src={address} alt={`${label}, signature`} /> : value.name;
};
