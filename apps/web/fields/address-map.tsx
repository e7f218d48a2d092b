import { PointMap } from '#web/ui/map.tsx';
import css from './address-map.module.css';

/** Where an address lies. @param name the address itself, @param label the field that asks for it */
export const AddressMap = ({ name, label, at }: { name: string; label: string; at: readonly [number, number] }) => (
  <div className={css.map}>
    <PointMap label={`Map of ${label}`} points={[{ key: 'address', name, at }]} current="address" />
  </div>
);
