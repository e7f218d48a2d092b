import { IconCloudCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';
import css from './save-bar.module.css';
import { useOnline } from './use-online.ts';

const KINDS: Record<'saving' | 'saved' | 'offline', IconType> = {
  saving: IconRefresh,
  saved: IconCloudCheck,
  offline: IconCloudOff,
};

/** Where the work of this person is: "Saving…", "Draft saved 10:42", "Offline – kept on this device". */
export function SaveState({ kind, text }: { kind: keyof typeof KINDS; text: string }) {
  return (
    <span className={css.line} data-kind={kind}>
      <Icon of={KINDS[kind]} />
      {text}
    </span>
  );
}

/** The bar at the foot of a form. Save submits the form that it stands in (or `form`, by id), unless `onSave` is given. */
export function SaveBar({
  state,
  saving,
  saveDisabled = false,
  saveLabel = 'Save',
  saveIcon,
  form,
  onSave,
  onSaveDraft,
  onCancel,
  other,
}: {
  /** A SaveState, or a few words: "2 changes, not saved yet". Said aloud politely; offline, that comes instead of words. */
  state?: ReactNode;
  saving?: boolean;
  /** Whether there is nothing to save yet. */
  saveDisabled?: boolean;
  saveLabel?: string;
  saveIcon?: IconType;
  form?: string;
  onSave?: () => void;
  onSaveDraft?: () => void;
  onCancel?: () => void;
  /** Another way to end it, between the two: a Button. */
  other?: ReactNode;
}) {
  return (
    <div className={css.bar} data-draft={onSaveDraft !== undefined} data-print="hide">
      <span className={css.state} role="status">
        {useOnline() || (state && typeof state !== 'string') ? (
          typeof state === 'string' ? (
            <span className={css.line}>{state}</span>
          ) : (
            state
          )
        ) : (
          <SaveState kind="offline" text="You are offline. Connect again to save" />
        )}
      </span>
      {onCancel && (
        <span className={css.cancel}>
          <Button tone="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </span>
      )}
      {other}
      {onSaveDraft && <Button onClick={onSaveDraft}>Save draft</Button>}
      <span className={css.save}>
        <Button
          tone="filled"
          type={onSave ? 'button' : 'submit'}
          form={form}
          onClick={onSave}
          busy={saving}
          disabled={saveDisabled}
          {...(saveIcon ? { icon: saveIcon } : {})}
        >
          {saveLabel}
        </Button>
      </span>
    </div>
  );
}
