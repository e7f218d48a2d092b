import { usePicture } from '#web/access/picture.ts';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useFileAddress } from '#web/ui/use-file-address.ts';
import css from './photo-field.module.css';

/** A new photo, none any more, or the one that is stored, if any. */
export type Photo = File | 'removed' | 'as it is';

const maxBytes = 10 * 1024 * 1024;

/** The photo of a person: chosen, dropped or taken, seen before it is saved, and removed. */
export const PhotoField = ({
  value,
  onChange,
  url,
  error,
  onRefuse,
}: {
  value: Photo;
  onChange: (photo: Photo) => void;
  /** Where the stored one is. */
  url: string | null;
  error: string | null;
  onRefuse: (message: string) => void;
}) => {
  const stored = usePicture(value === 'as it is' ? url : null);
  const chosen = useFileAddress(value instanceof File ? value : null);
  const shown = chosen ?? stored;
  const choose = (file: File | undefined) => {
    if (file && file.size > maxBytes) onRefuse('The photo is larger than 10 MB. Choose a smaller one.');
    else if (file) onChange(file);
  };
  return (
    <div className={css.photo}>
      {shown && <img className={css.picture} src={shown} alt={chosen ? 'New photo' : 'Current photo'} />}
      <div className={css.choice}>
        <FileDrop
          id="photo"
          label="Photo"
          optional
          help="JPEG, PNG or WebP, up to 10 MB"
          error={error}
          accept="image/jpeg,image/png,image/webp"
          camera
          files={[]}
          onAdd={([file]) => choose(file)}
          onRemove={() => undefined}
        />
        {shown && (
          <Button tone="subtle" size="small" onClick={() => onChange(url ? 'removed' : 'as it is')}>
            Remove photo
          </Button>
        )}
      </div>
    </div>
  );
};
