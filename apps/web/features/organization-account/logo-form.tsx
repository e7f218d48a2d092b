import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { Logo } from '#web/access/logo.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useFileAddress } from '#web/ui/use-file-address.ts';
import css from './logo-form.module.css';

/** Another logo, none any more, or the one that is stored, if any. */
type Choice = File | 'removed' | 'as it is';

const asItIs = { logo: 'as it is' } as const;

const maxBytes = 2 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/svg+xml'];

const refusalOf = (file: File): string | null => {
  if (!types.includes(file.type)) return 'Choose a PNG, JPEG or SVG file';
  return file.size > maxBytes ? 'The logo is larger than 2 MB. Choose a smaller one.' : null;
};

const captionOf = (choice: Choice, stored: string | null): string => {
  if (choice instanceof File) return `${choice.name}, not saved yet`;
  if (choice === 'removed') return 'The Hearth mark, not saved yet';
  return stored ? 'Current logo' : 'No logo yet. People see the Hearth mark.';
};

/** Chooses a logo, sees it as it will be shown, and saves it. */
export const LogoForm = ({ stored }: { stored: string | null }) => {
  const { mutateAsync: change } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const form = useSettings<{ logo: Choice }, unknown>(
    asItIs,
    async ({ logo }) => {
      if (logo === 'as it is') return;
      await change({ sent: logo === 'removed' ? { body: { logo: null } } : { body: {}, files: { logo } } });
    },
    (_, sent) => {
      toast.success(sent.logo === 'removed' ? 'Logo removed' : 'Logo saved');
      return asItIs;
    },
  );
  const { logo } = form.values;
  const chosen = useFileAddress(logo instanceof File ? logo : null);
  const shown = chosen ?? (logo === 'as it is' ? stored : null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const refusal = refusalOf(file);
    if (refusal) form.setErrors({ logo: [refusal] });
    else form.set('logo', file);
  };
  return (
    <SettingsForm
      settings={form}
      tools={
        shown && (
          <Button tone="subtle" onClick={() => form.set('logo', stored ? 'removed' : 'as it is')}>
            Remove logo
          </Button>
        )
      }
    >
      <figure className={css.preview}>
        <span className={css.frame}>
          {shown ? <img className={css.picture} src={shown} alt="Logo" /> : <Logo size={40} />}
        </span>
        <figcaption className={css.caption}>{captionOf(logo, stored)}</figcaption>
      </figure>
      <FileDrop
        id="logo"
        label="Logo file"
        help="PNG, JPEG or SVG, up to 2 MB. Shown at most 200 pixels wide and 50 pixels high."
        error={form.error('logo')}
        accept={types.join(',')}
        files={[]}
        onAdd={([file]) => choose(file)}
        onRemove={() => undefined}
      />
    </SettingsForm>
  );
};
