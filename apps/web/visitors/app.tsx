import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError } from '#web/kit/api.ts';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { FormPage } from './form-page.tsx';
import { Frame } from './frame.tsx';
import { receipts } from './kept.ts';
import { type OpenForm, openForm, type Receipt } from './open-form.ts';
import { ReceiptCard } from './receipt-card.tsx';
import css from './visitors.module.css';

type Shown =
  | { kind: 'loading' | 'unavailable' | 'unreached' }
  | { kind: 'form'; form: OpenForm }
  | { kind: 'done'; receipt: Receipt | null; organization?: OpenForm['organization'] };

/** What is shown first. */
const begin = (access_key: string, { isDone, form }: Begun): Shown => {
  if (isDone) return { kind: 'done', receipt: receipts.read(access_key) };
  return form ? { kind: 'form', form } : { kind: 'loading' };
};

/** Whether it was sent before; else the form, where it is here already. */
type Begun = { isDone: boolean; form: OpenForm | null };

/** The page of a link: the form, that it is not available, or that it was sent. */
export const App = ({ access_key, ...begun }: Begun & { access_key: string }) => {
  const [shown, setShown] = useState<Shown>(() => begin(access_key, begun));
  const load = () => {
    setShown({ kind: 'loading' });
    openForm(access_key).then(
      (form) => setShown({ kind: 'form', form }),
      (error: unknown) =>
        setShown({ kind: error instanceof ApiError && error.status === 404 ? 'unavailable' : 'unreached' }),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the link of the page
  useEffect(() => {
    if (shown.kind === 'loading') load();
  }, []);
  switch (shown.kind) {
    case 'loading':
      return (
        <Frame>
          <Skeleton label="Loading the form">
            <SkeletonBlock width="70%" height={32} />
            <SkeletonBlock width="100%" height={320} />
          </Skeleton>
        </Frame>
      );
    case 'unavailable':
    case 'unreached':
      return (
        <Frame>
          <div className={css.card}>
            {shown.kind === 'unavailable' ? (
              <EmptyState heading="h1" icon={IconLock} title="This form is not currently available." />
            ) : (
              <LoadFailed title="The form could not be loaded." onRetry={load} />
            )}
          </div>
        </Frame>
      );
    case 'done':
      return (
        <Frame organization={shown.organization}>
          <ReceiptCard access_key={access_key} receipt={shown.receipt} />
        </Frame>
      );
    case 'form':
      return (
        <FormPage
          first={shown.form}
          onSent={(receipt) => {
            receipts.write(access_key, receipt);
            if (receipt.redirect_url) return location.assign(receipt.redirect_url);
            history.replaceState(null, '', `/public_forms/${encodeURIComponent(access_key)}/success`);
            scrollTo(0, 0);
            setShown({ kind: 'done', receipt, organization: shown.form.organization });
          }}
        />
      );
  }
};
