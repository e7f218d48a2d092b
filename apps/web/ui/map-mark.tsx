import { useCallbackRef } from '@mantine/hooks';
import { Icon, type Map as LeafletMap, Marker } from 'leaflet';
import { useEffect, useMemo } from 'react';
import css from './map.module.css';

type Look = { name: string; sign: string; size: number | undefined; isCurrent: boolean; isFixed: boolean };

/** A mark that is a real button, so that it has a name and answers to Enter and Space. */
class ButtonIcon extends Icon<never> {
  readonly look: Look;

  constructor(look: Look) {
    super({} as never);
    this.look = look;
  }

  override createIcon(): HTMLElement {
    const { name, sign, size, isCurrent, isFixed } = this.look;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `${css.mark} leaflet-marker-icon leaflet-zoom-animated leaflet-interactive`;
    // Drawn, not said: the name tells which point it is.
    button.dataset.sign = sign;
    if (size) button.style.setProperty('--size', `${size}px`);
    button.setAttribute('aria-label', name);
    button.title = name;
    if (isCurrent) button.setAttribute('aria-current', 'true');
    if (isFixed) button.tabIndex = -1;
    return button;
  }

  override createShadow(): HTMLElement {
    return null as unknown as HTMLElement;
  }
}

/** One point of the map. */
export const Mark = ({
  map,
  name,
  at: [latitude, longitude],
  sign = '',
  size,
  isCurrent,
  onChoose,
}: {
  map: LeafletMap;
  name: string;
  /** In degrees. */
  at: readonly [latitude: number, longitude: number];
  sign?: string | undefined;
  /** Across, in pixels. */
  size?: number;
  isCurrent: boolean;
  onChoose?: (() => void) | undefined;
}) => {
  const isFixed = !onChoose;
  const icon = useMemo(
    () => new ButtonIcon({ name, sign, size, isCurrent, isFixed }),
    [name, sign, size, isCurrent, isFixed],
  );
  // The icon is a button of its own; the map must not put a second stop of Tab around it.
  const marker = useMemo(() => new Marker([0, 0], { icon, keyboard: false }), [icon]);
  const choose = useCallbackRef(() => onChoose?.());
  useEffect(() => {
    marker.on('click', choose);
    return () => {
      marker.off('click', choose).remove();
    };
  }, [marker, choose]);
  useEffect(() => {
    marker
      .setLatLng([latitude, longitude])
      .setZIndexOffset(isCurrent ? 1000 : 0)
      .addTo(map);
  }, [map, marker, latitude, longitude, isCurrent]);
  return null;
};
