import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type Pad from 'signature_pad';
import { Button } from './button.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fieldParts } from './field-parts.ts';
import layout from './layout.module.css';
import { loadTwice } from './part.tsx';
import { useSay } from './say.ts';
import css from './signature-pad.module.css';
import { TextField } from './text-field.tsx';

/**
 * A signature that is drawn with a finger, a pen or the mouse, or is a typed name. `onChange` is told its picture, a PNG
 * file, whenever a stroke ends or the name changes, and null when nothing is left of it.
 */
export function SignaturePad({ onChange, ...props }: FieldProps & { onChange: (picture: File | null) => void }) {
  const { field } = fieldParts(props);
  const say = useSay();
  const surface = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const [name, setName] = useState('');
  const latest = useRef({ name, onChange });
  latest.current = { name, onChange };
  /** Counts the changes: a picture that was overtaken while it was made is not told. */
  const changes = useRef(0);

  const capture = (filename: string) => {
    const change = ++changes.current;
    surface.current!.toBlob((picture) => {
      if (!picture || change !== changes.current) return;
      latest.current.onChange(new File([picture], filename, { type: 'image/png' }));
    });
  };
  const clear = () => {
    changes.current++;
    setName('');
    pad.current?.clear();
    onChange(null);
  };
  const undo = () => {
    const strokes = pad.current?.toData().slice(0, -1) ?? [];
    if (strokes.length === 0) return clear();
    pad.current!.fromData(strokes);
    capture('signature.png');
  };
  const type = (typed: string) => {
    if (typed.trim() === '') return clear();
    setName(typed);
    pad.current?.clear();
    write(surface.current!, typed.trim());
    capture('typed-signature.png');
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the listeners use is the same at each render
  useEffect(() => {
    const canvas = surface.current!;
    let isGone = false;
    // Turning a phone gives the canvas another size, which empties it.
    const observer = new ResizeObserver(() => {
      fit(canvas);
      pad.current?.redraw();
      if (latest.current.name) write(canvas, latest.current.name.trim());
    });
    observer.observe(canvas);
    // Where it cannot be loaded, a name can be typed.
    loadTwice(() => import('signature_pad')).then(
      ({ default: SignaturePad }) => {
        if (isGone) return;
        const { color: penColor, backgroundColor } = getComputedStyle(canvas);
        pad.current = new SignaturePad(canvas, { penColor, backgroundColor });
        pad.current.addEventListener('endStroke', () => capture('signature.png'));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      observer.disconnect();
      pad.current?.off();
    };
  }, []);

  return (
    <FieldFrame field={field} group="group">
      {(_, labelId) => (
        <div className={`${layout.column} ${css.pad}`}>
          <canvas
            ref={surface}
            className={css.surface}
            role="img"
            aria-labelledby={labelId}
            tabIndex={-1}
            data-invalid={field.error ? true : undefined}
            // Who draws after typing begins anew.
            onPointerDownCapture={() => name && clear()}
          />
          <div className={css.tools}>
            <Button size="small" icon={IconArrowBackUp} onClick={undo}>
              {say('Undo')}
            </Button>
            <Button size="small" icon={IconEraser} onClick={clear}>
              {say('Clear')}
            </Button>
          </div>
          <TextField
            label={say('Or type your name')}
            value={name}
            onChange={type}
            maxLength={100}
            autoComplete="off"
            disabled={field.disabled}
          />
        </div>
      )}
    </FieldFrame>
  );
}

/** Gives the canvas as many dots as its place on the screen has. */
const fit = (canvas: HTMLCanvasElement) => {
  const density = Math.max(devicePixelRatio, 1);
  canvas.width = canvas.clientWidth * density;
  canvas.height = canvas.clientHeight * density;
  canvas.getContext('2d')!.scale(density, density);
};

/** Writes a name on an empty canvas, as large as it fits. */
const write = (canvas: HTMLCanvasElement, name: string) => {
  const { clientWidth, clientHeight } = canvas;
  const { color, backgroundColor } = getComputedStyle(canvas);
  const drawing = canvas.getContext('2d')!;
  const fontOf = (size: number) => `italic ${size}px "Snell Roundhand", "Segoe Script", "Dancing Script", cursive`;
  drawing.fillStyle = backgroundColor;
  drawing.fillRect(0, 0, clientWidth, clientHeight);
  drawing.fillStyle = color;
  drawing.textAlign = 'center';
  drawing.textBaseline = 'middle';
  drawing.font = fontOf(largest);
  drawing.font = fontOf(Math.min(largest, (largest * clientWidth * 0.9) / drawing.measureText(name).width));
  drawing.fillText(name, clientWidth / 2, clientHeight / 2);
};

/** Of a typed name, in pixels. */
const largest = 56;
