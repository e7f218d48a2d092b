import {
  IconClock,
  IconCopy,
  IconEyeOff,
  IconPencil,
  IconPencilOff,
  IconPlus,
  IconQrcode,
  IconWorld,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { titlesOf } from '#web/forms/publish-hours.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { inline, overlay } from '#web/parts/lazy.tsx';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './public-forms.module.css';
import { type Counts, changeInWords, countsInWords, type PublishSetting } from './words.ts';

const Editor = overlay('The publish setting', async () => (await import('./setting-editor.tsx')).SettingEditor);
const Poster = overlay('The QR code', async () => (await import('./poster-dialog.tsx')).PosterDialog);
const NewLink = inline('The question', async () => (await import('./new-link.tsx')).NewLink);

const adding = 'add-publish-setting';

type OpenDialog = { kind: 'edit' | 'poster' | 'delete' | 'new link'; setting: PublishSetting } | { kind: 'add' };

/** Where and when strangers may fill in a form. */
export const PublishSection = ({ form }: { form: FormRecord }) => {
  const may = useMay();
  const params = { form_id: form.id };
  const list = useRouteQuery(publicFormRoutes.list, { params });
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  // Counts are for those who may see the responses; without them the list is whole all the same.
  const counted = useRouteQuery(publicFormRoutes.all, {}, { enabled: may(publicFormRoutes.all) }).data?.data;
  const settings = list.data?.data;
  const mayWrite = may(publicFormRoutes.create, form.id);
  const titles = titlesOf(settings ?? []);
  return (
    <Section
      title="Publish settings"
      note={settings?.length || undefined}
      action={
        mayWrite && (
          <Button id={adding} size="small" icon={IconPlus} onClick={() => setOpened({ kind: 'add' })}>
            Add publish setting
          </Button>
        )
      }
    >
      {list.isError && !settings && (
        <LoadFailed helper={whyNotLoaded(list.error)} onRetry={() => void list.refetch()} />
      )}
      {!settings && !list.isError && (
        <Skeleton label="Loading publish settings">
          <SkeletonBlock width="100%" height={72} />
        </Skeleton>
      )}
      {settings?.length === 0 && (
        <EmptyState
          icon={IconWorld}
          title="This form has not been published for public use."
          helper="A publish setting creates a link that anyone can use to fill in the form."
        />
      )}
      {settings && settings.length > 0 && (
        <>
          <Note>
            {`Anyone with a link can fill in the form while its setting is active. Times are in ${formatZone(settings[0]?.time_zone ?? 'UTC')}.`}
          </Note>
          <ul className={css.settings}>
            {settings.map((setting) => (
              <SettingItem
                key={setting.id}
                form={form}
                setting={setting}
                title={titles.get(setting.id)!}
                counts={counted?.find(({ id }) => id === setting.id)}
                mayWrite={mayWrite}
                onOpen={(kind) => setOpened({ kind, setting })}
              />
            ))}
          </ul>
        </>
      )}
      {opened?.kind === 'add' && <Editor form_id={form.id} setting={null} onClose={close} />}
      {opened?.kind === 'edit' && <Editor form_id={form.id} setting={opened.setting} onClose={close} />}
      {opened?.kind === 'poster' && <Poster form={form} setting={opened.setting} onClose={close} />}
      {opened?.kind === 'new link' && <NewLink setting={opened.setting} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteBelow
          route={publicFormRoutes.remove}
          below={params}
          record={opened.setting}
          name={`publish setting ${titles.get(opened.setting.id)}`}
          adding={adding}
          onClose={close}
        >
          Its link stops working immediately. Existing responses stay.
        </DeleteBelow>
      )}
    </Section>
  );
};

const Status = ({ status }: Pick<PublishSetting, 'status'>) => {
  if (status === 'active') return <StatusBadge tone="ok">Active</StatusBadge>;
  if (status === 'inactive') return <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>;
  return <StatusBadge icon={IconEyeOff}>Not Published</StatusBadge>;
};

const copy = async (link: string) => {
  await navigator.clipboard.writeText(link).then(
    () => toast.success('Link copied'),
    () => toast.error('Could not copy the link. Select it and copy it yourself'),
  );
};

const SettingItem = ({
  form,
  setting,
  title: hours,
  counts,
  mayWrite,
  onOpen,
}: {
  form: FormRecord;
  setting: PublishSetting;
  title: string;
  counts: Counts | undefined;
  mayWrite: boolean;
  onOpen: (kind: 'edit' | 'poster' | 'delete' | 'new link') => void;
}) => {
  const next = changeInWords(setting, form.active);
  return (
    <li className={css.setting} data-active={setting.status === 'active' || undefined}>
      <div className={css.head}>
        <span title={next}>
          <Status status={setting.status} />
        </span>
        <strong>{hours}</strong>
      </div>
      <p className={css.next}>
        <Icon of={IconClock} size="s" />
        {next}
      </p>
      <p className={css.link}>
        <code>{setting.link.replace(/^https?:\/\//, '')}</code>
        <IconButton
          size="small"
          label={`Copy link of ${hours}`}
          icon={IconCopy}
          onClick={() => void copy(setting.link)}
        />
      </p>
      {counts && (
        <p className={css.muted}>
          {counts.response_count === 0 ? (
            'No responses'
          ) : (
            <Link to={`${places.public_forms.at}/${form.id}`}>{countsInWords(counts)}</Link>
          )}
        </p>
      )}
      <span className={css.tools}>
        <IconButton label={`QR code of ${hours}`} icon={IconQrcode} onClick={() => onOpen('poster')} />
        {mayWrite && (
          <>
            <IconButton label={`Edit ${hours}`} icon={IconPencil} onClick={() => onOpen('edit')} />
            <ActionMenu
              label={`More actions of ${hours}`}
              actions={[
                { label: 'New link', onClick: () => onOpen('new link') },
                { label: 'Delete', danger: true, apart: true, onClick: () => onOpen('delete') },
              ]}
            />
          </>
        )}
      </span>
    </li>
  );
};
