import { IconDownload, IconUnlink } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { maxSearched } from '#contract/resources/client-forms.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { DownloadResponses, mayDownload } from '#web/forms/download-responses.tsx';
import { searchedInWords } from '#web/forms/searched-in-words.ts';
import { listName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PlainFacts } from '#web/ui/description-list.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type Instance, instanceAt, noAnswer, type PublicForm } from './public-forms.ts';
import css from './public-instances.module.css';

const statuses = {
  active: <StatusBadge tone="ok">Active</StatusBadge>,
  inactive: <StatusBadge>Inactive</StatusBadge>,
  not_published: <StatusBadge>Not Published</StatusBadge>,
};

/** How many answers a row shows. */
const maxColumns = 4;

/** The fields that a table shows: those that the form marks for it, else its first ones. */
const columnsOf = ({ fields }: PublicForm) => {
  const asked = fields.filter(({ field_type }) => field_type !== 'presentation');
  const marked = asked.filter(({ is_quick_view }) => is_quick_view);
  return (marked.length > 0 ? marked : asked).slice(0, maxColumns);
};

/** A publish setting: how it stands, and what was answered by it. */
export const SettingSection = ({ setting, title }: { setting: PublicForm; title: string }) => {
  const zone = useZone();
  const may = useMay();
  const [isDownloading, setDownloading] = useState(false);
  const { status, next_change, response_count, unlinked_count, last_response_at, access_key, removed } = setting;
  const next = next_change && `${next_change.opens ? 'Opens' : 'Closes'} ${showDateTime(next_change.at, zone)}`;
  const facts: [string, ReactNode][] = [
    ['Status', removed ? <StatusBadge>Removed</StatusBadge> : statuses[status]],
    ['Next change', next || 'None'],
    ['Responses', response_count],
    ['Not linked', unlinked_count],
    ['Last response', last_response_at ? showDateTime(last_response_at, zone) : 'Never'],
    ['Link', removed ? 'None' : <code>{access_key.slice(0, 8)}…</code>],
  ];
  return (
    <Section
      title={title}
      action={
        mayDownload(may, { type: 'public_forms', id: setting.id, form_id: setting.form_id }) && (
          <Button tone="subtle" icon={IconDownload} onClick={() => setDownloading(true)}>
            Download
          </Button>
        )
      }
    >
      {isDownloading && (
        <DownloadResponses
          subject={{ type: 'public_forms', id: setting.id, name: setting.name }}
          onClose={() => setDownloading(false)}
        />
      )}
      <PlainFacts className={css.strip} facts={facts} />
      {response_count === 0 ? (
        <Note>No responses have been collected for this instance of the form.</Note>
      ) : (
        <Responses setting={setting} title={title} />
      )}
    </Section>
  );
};

const linkedTo = ({ linked, client }: Instance) => {
  if (!linked)
    return (
      <StatusBadge tone="pending" icon={IconUnlink}>
        Not linked
      </StatusBadge>
    );
  return client ? <Link to={`${places.clients.at}/${client.id}`}>{listName(client)}</Link> : 'Linked';
};

const Responses = ({ setting, title }: { setting: PublicForm; title: string }) => {
  const zone = useZone();
  const [{ query, isUnlinked, page }, setAsked] = useState({ query: '', isUnlinked: false, page: 1 });
  const { data, error, refetch } = useRouteQuery(
    publicInstanceRoutes.page,
    {
      params: { public_form_id: setting.id, page },
      query: {
        ...(query ? { query } : {}),
        ...(isUnlinked ? { filters: JSON.stringify({ linked: false }) } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<Instance>[] = [
    {
      key: 'submitted',
      title: 'Submitted',
      cell: (row) => <Link to={instanceAt(row)}>{showDateTime(row.completed_at, zone)}</Link>,
    },
    ...columnsOf(setting).map(({ id, name }) => ({
      key: String(id),
      title: name,
      cell: ({ answers }: Instance) => {
        const text = answers[String(id)]?.display_value;
        return text ? <Highlight text={text} query={query} /> : <span className={css.none}>{noAnswer}</span>;
      },
    })),
    { key: 'linked', title: 'Linked to', cell: linkedTo },
  ];
  const total = data?.metadata.total_count;
  const pages = Math.max(1, data?.metadata.total_pages ?? 1);
  const told = query
    ? `${total} of ${setting.response_count} contain “${query}”`
    : `${total} ${total === 1 ? 'response' : 'responses'}`;
  return (
    <>
      <div className={css.tools}>
        <div className={css.filter}>
          <SearchBox
            label={`Filter responses, ${title}`}
            placeholder="Filter by an answer"
            delay={1000}
            value={query}
            onSearch={(text) => setAsked((before) => ({ ...before, query: text.trim(), page: 1 }))}
          />
        </div>
        <FilterChip
          pressed={isUnlinked}
          onClick={() => setAsked((before) => ({ ...before, isUnlinked: !before.isUnlinked, page: 1 }))}
        >
          Not linked
        </FilterChip>
        <span className={css.told} aria-live="polite">
          {total === undefined ? '' : told}
        </span>
      </div>
      {query && setting.response_count > maxSearched && (
        <Note>{searchedInWords(setting.response_count, 'responses')}</Note>
      )}
      {error && !data && <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />}
      {data && data.data.length === 0 && <Note>No responses matched your filters.</Note>}
      {data && data.data.length > 0 && (
        <DataTable<Instance>
          label={`Responses, ${title}`}
          widthsKey={`public-responses-${setting.form_id}`}
          columns={columns}
          rows={data.data}
          rowKey={({ id }) => id}
        />
      )}
      <nav className={css.pages} aria-label={`Pages of responses, ${title}`}>
        <span>
          Page {page} of {pages}
        </span>
        <Button disabled={page === 1} onClick={() => setAsked((before) => ({ ...before, page: before.page - 1 }))}>
          Previous
        </Button>
        <Button
          disabled={!data || data.data.length === 0 || page >= pages}
          onClick={() => setAsked((before) => ({ ...before, page: before.page + 1 }))}
        >
          Next
        </Button>
      </nav>
    </>
  );
};
