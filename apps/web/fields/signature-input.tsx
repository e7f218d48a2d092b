import { IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FieldFrame } from '#web/ui/field-frame.tsx';
import { useSay } from '#web/ui/say.ts';
import { SignaturePad } from '#web/ui/signature-pad.tsx';
import type { AnswerInputProps, StoredFile } from './answer-props.ts';
import css from './signature.module.css';
import { SignaturePicture } from './signature-picture.tsx';

const isPicture = (value: unknown): value is File | StoredFile => typeof value === 'object' && value !== null;

/** A signature to draw; where there is one already, its picture, which may be replaced. */
export const SignatureInput = ({ frame, value, onChange }: AnswerInputProps) => {
  const say = useSay();
  /** What was drawn on the pad that is shown; the pad shows it itself. */
  const drawn = useRef<File>(null);
  const pads = useRef(0);
  const picture = isPicture(value) ? value : null;
  // Taken away by a rule of the form: the next pad begins empty.
  if (!picture && drawn.current) {
    drawn.current = null;
    pads.current++;
  }
  const draw = (next: File | null) => {
    drawn.current = next;
    onChange(next);
  };
  const isFixed = Boolean(frame.locked || frame.disabled);
  if (!isFixed && picture === drawn.current) return <SignaturePad key={pads.current} {...frame} onChange={draw} />;
  return (
    <FieldFrame field={frame} group="group">
      {() => (
        <div className={css.signed}>
          {picture ? <SignaturePicture label={frame.label} value={picture} /> : say('Not signed')}
          {!isFixed && (
            <Button size="small" icon={IconPencil} onClick={() => onChange(null)}>
              {say('Sign again')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
};
