import { usePicture } from '#web/access/picture.ts';
import type { StoredFile } from './answer-props.ts';
import css from './signature.module.css';

/** The picture of a stored signature, which only who is signed in may see. */
export const StoredSignature = ({ label, value }: { label: string; value: StoredFile }) => {
  const address = usePicture(value.url);
  return address ? <img className={css.picture} src={address} alt={`${label}, signature`} /> : value.filename;
};
