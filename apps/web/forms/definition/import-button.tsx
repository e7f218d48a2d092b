import { type ComponentType, useState } from 'react';
import type { RouteSpec } from '#contract/kit/route.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { useMay } from '#web/access/account.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';

/** A tool of the list of forms that imports them from files, for who may call its route and make fields. */
export const importButton =
  ({
    label,
    icon,
    route,
    Dialog,
  }: {
    label: string;
    icon: IconType;
    route: RouteSpec;
    Dialog: ComponentType<{ opened: boolean; onClose: () => void }>;
  }) =>
  () => {
    const may = useMay();
    const [isOpen, setOpen] = useState(false);
    if (!may(route) || !may(fieldRoutes.create)) return null;
    return (
      <>
        <IconButton label={label} icon={icon} boxed size="small" onClick={() => setOpen(true)} />
        <Dialog opened={isOpen} onClose={() => setOpen(false)} />
      </>
    );
  };
