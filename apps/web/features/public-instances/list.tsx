import { IconLink } from '@tabler/icons-react';
import { Navigate, useLocation } from 'react-router';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { fold } from '#forms/words/fold.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { counted } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Beside } from '#web/screens/beside.tsx';
import { useHistoryState } from '#web/screens/history-state.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPane } from '#web/ui/list-pane.tsx';
import { usePanels } from '#web/ui/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type AnsweredForm, formAt, usePublicForms } from './public-forms.ts';

const { at, title, one, many, icon } = places.public_forms;

const factOf = ({ responses, unlinked }: AnsweredForm): string => {
  if (responses === 0) return 'No responses';
  return `${counted(responses, 'response')} · ${unlinked === 0 ? 'all linked' : `${unlinked} not linked`}`;
};

const itemOf = (form: AnsweredForm, openId: number) => ({
  id: form.id,
  title: form.name,
  to: formAt(form.id),
  current: form.id === openId,
  fact: factOf(form),
  badges: form.unlinked > 0 && (
    <StatusBadge tone="pending" icon={IconLink}>
      {`${form.unlinked} to link`}
    </StatusBadge>
  ),
});

/** The forms that strangers may fill in, or have filled in; those alone may come whose responses one may read. */
export const List = () =>
  useMay()(publicFormRoutes.all) ? <Forms /> : <Navigate to="/organization/permissiondenied" replace />;

const Forms = () => {
  const panels = usePanels();
  const { pathname } = useLocation();
  const [query, setQuery] = useHistoryState('search', '');
  const { forms, error, isFetching, refetch } = usePublicForms();
  const isRoot = pathname.replace(/\/$/, '') === at;
  const openId = Number(pathname.slice(at.length + 1).split('/')[0]);
  const found = forms?.filter(({ name }) => fold(name).includes(fold(query.trim()))) ?? [];
  useTitle(isRoot ? title : undefined);
  return (
    <Beside
      panels={panels}
      isRoot={isRoot}
      list={
        <ListPane
          title={title}
          heading={isRoot ? 'h1' : 'h2'}
          resource={many}
          one={one}
          search={{ value: query, onSearch: setQuery, placeholder: 'Search by form' }}
          status={forms ? 'ready' : error ? 'failed' : 'loading'}
          refreshing={isFetching}
          items={found.map((form) => itemOf(form, openId))}
          total={found.length}
          empty={
            <EmptyState
              icon={icon}
              title={query ? `No ${title} Matched Your Filters` : `No ${title} Present`}
              helper={query ? 'Check the spelling, or clear the search.' : 'Responses to public forms appear here.'}
            />
          }
          failure="Could not load records."
          why={whyNotLoaded(error)}
          onRetry={() => void refetch()}
        />
      }
    />
  );
};
