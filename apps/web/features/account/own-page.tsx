import type { ReactNode } from 'react';
import { useBrand } from '#web/access/brand.tsx';
import { useTitle } from '#web/kit/title.ts';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { useInShell } from '#web/ui/shell.tsx';
import { AccountCard } from './account-card.tsx';
import css from './own-page.module.css';

type OwnPageProps = {
  title: string;
  intro: string;
  /** Under the content. */
  below?: ReactNode;
  children: ReactNode;
};

/** A screen of one's own: in the shell like all others, and on a card where there is no shell. */
export const OwnPage = (page: OwnPageProps) => (useInShell() ? <InShell {...page} /> : <AccountCard {...page} />);

const InShell = ({ title, intro, below, children }: OwnPageProps) => {
  const { name } = useBrand();
  useTitle(title);
  return (
    <Page>
      <RecordHeader crumbs={[{ label: name, to: '/' }, { label: title }]} title={title} facts={[intro]} />
      <div className={css.content}>
        {children}
        {below}
      </div>
    </Page>
  );
};
