import { IconLock } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '#web/kit/api.ts';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { SayContext, useSay } from '#web/ui/say.ts';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { FormPage } from './form-page.tsx';
import { Frame } from './frame.tsx';
import { chosenLanguages, receipts } from './kept.ts';
import {
  english,
  type Language,
  LanguageContext,
  languagesOf,
  loadLanguage,
  loadPage,
  wantedOf,
  written,
} from './language.ts';
import { LanguageMenu } from './language-menu.tsx';
import { type OpenForm, openForm, type Receipt } from './open-form.ts';
import { ReceiptCard } from './receipt-card.tsx';
import css from './visitors.module.css';

type VisitorView =
  | { kind: 'loading' | 'unavailable' | 'unreached' }
  | { kind: 'form'; form: OpenForm }
  | { kind: 'done'; receipt: Receipt | null; organization?: OpenForm['organization'] };

/** What the server has drawn of an open form, beside the root. It stays until the questions are here. */
const drawn = () => document.getElementById('drawn');

/** The page of a link, in the language of who reads it: the form, that it is not available, or that it was sent. */
export const App = ({ access_key, isDone }: { access_key: string; isDone: boolean }) => {
  const [language, setLanguage] = useState<Language>(english);
  /** The own name of a language that did not come. */
  const [missing, setMissing] = useState<string | null>(null);
  const [shown, setShown] = useState<VisitorView>({ kind: 'loading' });
  /** Who chooses twice reads what they chose last. */
  const turn = useRef(0);

  const speak = async (form: OpenForm, code: string) => {
    const offered = languagesOf(form).find((one) => one.code === code) ?? written;
    const own = ++turn.current;
    const loaded = await loadLanguage(access_key, offered).catch(() => null);
    if (own !== turn.current) return;
    setMissing(loaded ? null : offered.own_name);
    if (loaded) setLanguage(loaded);
  };
  const speakWithoutForm = async (code?: string) => setLanguage(await loadPage(code).catch(() => english));

  const load = async () => {
    setShown({ kind: 'loading' });
    try {
      const form = await openForm(access_key);
      await speak(form, wantedOf(form, chosenLanguages.read(access_key)).code);
      setShown({ kind: 'form', form });
    } catch (error) {
      await speakWithoutForm();
      setShown({ kind: error instanceof ApiError && error.status === 404 ? 'unavailable' : 'unreached' });
    }
  };
  const showReceipt = async () => {
    const receipt = receipts.read(access_key);
    await speakWithoutForm(receipt?.language);
    setShown({ kind: 'done', receipt });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the link of the page
  useEffect(() => {
    void (isDone ? showReceipt() : load());
  }, []);
  useLayoutEffect(() => {
    if (shown.kind !== 'loading') drawn()?.remove();
  }, [shown.kind]);
  useEffect(() => {
    document.documentElement.lang = language.code;
    document.documentElement.dir = language.direction;
  }, [language]);

  const page = () => {
    switch (shown.kind) {
      case 'loading':
        return drawn() ? null : (
          <Frame>
            <Skeleton label="Loading the form">
              <SkeletonBlock width="70%" height={32} />
              <SkeletonBlock width="100%" height={320} />
            </Skeleton>
          </Frame>
        );
      case 'unavailable':
      case 'unreached':
        return <NotShown isUnavailable={shown.kind === 'unavailable'} onRetry={() => void load()} />;
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
            missing={missing}
            menu={
              <LanguageMenu
                languages={languagesOf(shown.form)}
                value={language.code}
                onChange={(code) => {
                  chosenLanguages.write(access_key, code);
                  void speak(shown.form, code);
                }}
              />
            }
            onSent={(sent) => {
              receipts.write(access_key, { ...sent, language: language.code });
              if (sent.redirect_url) return location.assign(sent.redirect_url);
              history.replaceState(null, '', `/public_forms/${encodeURIComponent(access_key)}/success`);
              scrollTo(0, 0);
              setShown({ kind: 'done', receipt: sent, organization: shown.form.organization });
            }}
          />
        );
    }
  };
  return (
    <SayContext value={language.say}>
      <LanguageContext value={language}>{page()}</LanguageContext>
    </SayContext>
  );
};

const NotShown = ({ isUnavailable, onRetry }: { isUnavailable: boolean; onRetry: () => void }) => {
  const say = useSay();
  return (
    <Frame>
      <div className={css.card}>
        {isUnavailable ? (
          <EmptyState heading="h1" icon={IconLock} title={say('This form is not currently available.')} />
        ) : (
          <LoadFailed title={say('The form could not be loaded.')} onRetry={onRetry} />
        )}
      </div>
    </Frame>
  );
};
