import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Outlet } from 'react-router';
import { MasterDetail as Layout, type usePanels } from '#web/ui/master-detail.tsx';

type Slots = { element: HTMLElement | null; use: (isUsed: boolean) => void; foot: HTMLElement | null };

const SideSlot = createContext<Slots | null>(null);

/** What a detail shows in the side panel. */
export const Side = ({ children }: { children: ReactNode }) => {
  const slot = useContext(SideSlot);
  const use = slot?.use;
  useLayoutEffect(() => {
    use?.(true);
    return () => use?.(false);
  }, [use]);
  return slot?.element ? createPortal(children, slot.element) : null;
};

/** What a detail keeps in view at the foot of the screen on a phone. */
export const Foot = ({ children }: { children: ReactNode }) => {
  const foot = useContext(SideSlot)?.foot;
  return foot ? createPortal(children, foot) : null;
};

/** A list, and the route beside it with its side panel. @param isRoot whether nothing is open */
export const Beside = ({
  panels,
  list,
  isRoot,
}: {
  panels: ReturnType<typeof usePanels>;
  list: ReactNode;
  isRoot: boolean;
}) => {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [hasSide, setHasSide] = useState(false);
  return (
    <Layout
      panels={panels}
      showing={isRoot ? 'list' : 'detail'}
      side={hasSide ? <div ref={setSlot} /> : undefined}
      footRef={setFoot}
      list={list}
    >
      <SideSlot value={{ element: slot, use: setHasSide, foot }}>
        <Outlet />
      </SideSlot>
    </Layout>
  );
};
