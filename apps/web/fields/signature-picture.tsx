import { useFileAddress, usePicture } from '#web/access/picture.ts';
import type { StoredFile } from './answer-props.ts';
import css from './signature.module.css';

/** The picture of a signature, stored or just drawn; the name of its file until it is there. */
export const SignaturePicture = ({ label, value }: { label: string; value: File | StoredFile }) => {
  const isFile = value instanceof File;
  const stored = usePicture(isFile ? null : value.url);
  const drawn = useFileAddress(isFile ? value : null);
  const address = drawn ?? stored;
  if (!address) return isFile ? value.name : value.filename;
  return <img className={css.picture} src={address} alt={`${label}, signature`} />;
};
