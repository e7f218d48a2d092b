import type { ReactNode } from 'react';
import { useSay } from '#web/ui/say.ts';
import css from './visitors.module.css';

type Organization = { name: string; logo: string | null };

/** What stands around a public form: whose it is, how far it is filled in, and the way to its main part. */
export const Frame = ({
  organization,
  progress,
  menu,
  children,
}: {
  organization?: Organization | undefined;
  /** From 0 to 1, for long forms. */
  progress?: number | undefined;
  /** The languages to choose from. */
  menu?: ReactNode;
  children: ReactNode;
}) => {
  const say = useSay();
  return (
    <div className={css.page}>
      <a className={css.skip} href="#main">
        {say('Skip to main content')}
      </a>
      <header className={css.header}>
        <div className={css.brand}>
          {organization?.logo && <img src={organization.logo} alt="" height={28} className={css.logo} />}
          <span className={css.name}>{organization?.name}</span>
          {menu}
        </div>
        {progress !== undefined && (
          <div
            className={css.progress}
            role="progressbar"
            aria-label={say('Questions answered')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
          >
            <span style={{ inlineSize: `${Math.round(progress * 100)}%` }} />
          </div>
        )}
      </header>
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      {organization && (
        <footer className={css.footer}>
          <strong>{organization.name}</strong>
          <span>{say('Made with Hearth')}</span>
        </footer>
      )}
    </div>
  );
};
